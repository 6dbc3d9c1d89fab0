/** Prices by quantity in the business channel: on the page, in the cart, without a connection, at the shop. */
import type { Page } from '@playwright/test';
import { hasNoFinding } from './axe.ts';
import { keptOnDevice } from './offline-steps.ts';
import { findProduct, isOrdinary, pathOf, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, ofBusiness, test } from './shop-fixture.ts';

test.use({ baseURL: async ({ shop }, use) => use(ofBusiness(shop)) });

interface Tier {
  quantity: number;
  price: number;
  priceWithoutTax: number;
}
const tiersOf = (variant: object) => (variant as { tierPrices?: Tier[] }).tierPrices ?? [];
/** Sacks that cost less from ten and from a pallet, with a pallet of them there. */
const isBySack = (product: Parameters<typeof isOrdinary>[0]) =>
  isOrdinary(product) &&
  product.variants.length === 1 &&
  product.variants.every((one) => tiersOf(one).length === 2 && (one.stock ?? 0) > 60);
const euros = (cents: number) => `${(cents / 100).toFixed(2).replace('.', ',')} €`.replace(' ', '\u00A0');

const reached = (page: Page) => page.getByRole('row').and(page.locator('[aria-current=true]'));

test('from ten sacks and from a pallet each costs less: told on the page and in the cart, counted on the device as at the shop; a device that keeps the catalogue knows it of goods never visited', async ({
  page,
  context,
  shop,
}) => {
  const product = await findProduct(page, isBySack);
  const [sack] = product.variants;
  const [ten, pallet] = tiersOf(sack ?? {}) as [Tier, Tier];
  await installWorker(page);
  await page.goto(pathOf(product));
  const table = page.getByRole('table', { name: 'Kaina pagal kiekį' });
  await expect(table.getByRole('columnheader', { name: 'Vieneto kaina be PVM' })).toBeVisible();
  await expect(table.getByRole('row').nth(2)).toContainText(
    `nuo ${ten.quantity} vnt.${euros(ten.priceWithoutTax)} ${euros(ten.price)} su PVM`,
  );
  await expect(table.getByRole('row').nth(3)).toContainText(`padėklas, nuo ${pallet.quantity} vnt.`);
  await test.step('in letters of twice the size the table is no wider than a narrow phone', async () => {
    const before = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    const over = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      const tables = [...document.querySelectorAll('main table')];
      return [document.documentElement, ...tables.map((one) => one.parentElement)].map((one) =>
        one === null ? 0 : one.scrollWidth - one.clientWidth,
      );
    });
    expect(over.filter((one) => one > 0)).toEqual([]);
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    if (before) await page.setViewportSize(before);
  });
  const main = page.getByRole('main');
  const add = main.getByRole('button', { name: 'Į krepšelį', exact: true });
  await whenHydrated(page, add);
  const wanted = main.getByRole('textbox', { name: `Kiekis: ${product.name}` }).first();
  await wanted.fill(String(ten.quantity));
  await wanted.blur();
  await expect(reached(page)).toContainText(`nuo ${ten.quantity} vnt.`);
  await hasNoFinding(page);
  await wanted.fill(String(ten.quantity - 2));
  await wanted.blur();
  await add.click();
  await expect(page.getByText(`Krepšelyje: ${ten.quantity - 2}`)).toBeVisible();

  await walkTo(page, '/krepselis');
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: product.name });
  await expect(line).toContainText(`Dar 2 vnt. – ir kiekviena kainuos ${euros(ten.priceWithoutTax)} be PVM.`);
  const more = line.getByRole('button', { name: /^Vienu daugiau/ });
  await more.click();
  await more.click();
  await expect(line).toContainText(`po ${euros(ten.priceWithoutTax)} be PVM`);
  await expect(line).toContainText(`Kaina nuo ${ten.quantity} vnt.`);
  // The shop has counted it.
  const token = await page.evaluate(() => localStorage.getItem('CART_TOKEN'));
  const atShop = () =>
    shop.query(
      `select i.quantity, i.unit_price, i.total from order_item i join "order" o on o.id = i.order_id where o.token = $1`,
      [token],
    );
  await expect
    .poll(atShop)
    .toEqual([{ quantity: ten.quantity, unit_price: ten.price, total: ten.quantity * ten.price }]);

  await context.setOffline(true);
  const field = line.getByRole('textbox', { name: `Kiekis: ${product.name}` });
  await field.fill(String(pallet.quantity));
  await field.press('Enter');
  await expect(line).toContainText(`po ${euros(pallet.priceWithoutTax)} be PVM`);
  await expect(line).toContainText(`${euros(pallet.quantity * pallet.price)} su PVM`);
  await hasNoFinding(page, ['light']);
  await keptOnDevice(page, `"quantity":${pallet.quantity}`);
  expect(await atShop()).toMatchObject([{ unit_price: ten.price }]);
  await context.setOffline(false);
  await expect
    .poll(atShop)
    .toEqual([
      { quantity: pallet.quantity, unit_price: pallet.price, total: pallet.quantity * pallet.price },
    ]);
  await expect(page.getByText(/kaina pasikeitė/i)).toHaveCount(0);

  await test.step('a device that keeps the catalogue shows the table of goods that it never visited', async () => {
    const other = await findProduct(page, (one) => isBySack(one) && one.id !== product.id);
    await walkTo(page, '/sis-irenginys');
    await page.getByRole('checkbox', { name: 'Laikyti katalogą šiame įrenginyje' }).check();
    await expect(page.getByText(/Laikoma prekių: \d+/)).toBeVisible();
    await context.setOffline(true);
    await page.goto(pathOf(other));
    await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible();
    const [first] = tiersOf(other.variants[0] ?? {});
    await expect(table).toContainText(euros(first?.priceWithoutTax ?? 0));
  });
});
