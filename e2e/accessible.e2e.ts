import { hasNoFinding } from './axe.ts';
import {
  addToCart,
  openCheckout,
  fillAddress,
  fillContacts,
  findProduct,
  isOrdinary,
  pathOf,
  placeOrder,
  toAddress,
  toPayment,
} from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

// A reading of a whole page in one theme takes seconds on a slow machine, and a journey has up to sixteen of them.
test.describe.configure({ timeout: 240_000 });

for (const path of ['/', '/c/seklos-1', '/p/paieska?query=morkos', '/pristatymas']) {
  test(`${path} has no finding`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await hasNoFinding(page, path === '/' || path.startsWith('/c/') ? ['light', 'dark', 'field'] : ['light']);
  });
}

test('products, ordinary and chemical, have no finding', async ({ page }) => {
  for (const fits of [isOrdinary, (product: { isChemical: boolean }) => product.isChemical]) {
    await page.goto(pathOf(await findProduct(page, fits)));
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await hasNoFinding(page);
  }
});

test('cart, its dialog, menus and the not-found page have no finding', async ({ page }) => {
  await addToCart(page, await findProduct(page, isOrdinary));
  await page.getByRole('button', { name: /^Krepšelis/ }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Pirkti' })).toBeVisible();
  await hasNoFinding(page);
  await page.goto('/krepselis');
  await expect(page.getByRole('link', { name: 'Pirkti' })).toBeVisible();
  await hasNoFinding(page);
  await page
    .getByRole('navigation', { name: 'Prekės' })
    .getByRole('button', { name: 'Visos prekės' })
    .click();
  await expect(page.getByRole('link', { name: 'Daržovių sėklos' }).first()).toBeVisible();
  await hasNoFinding(page, ['light']);
  await page.goto('/nera-tokio');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await hasNoFinding(page, ['light']);
});

test('every step of the checkout, the thanks and the order have no finding', async ({ page }) => {
  await openCheckout(page, await findProduct(page, isOrdinary));
  await expect(page.getByRole('radio', { name: /Kurjeris į namus/ })).toBeVisible();
  await hasNoFinding(page);
  await toAddress(page);
  await page.getByRole('button', { name: 'Toliau: mokėjimas' }).click();
  await expect(page.getByText('Pataisykite šiuos laukus:')).toBeVisible();
  await hasNoFinding(page);
  await fillContacts(page);
  await fillAddress(page);
  await toPayment(page);
  await expect(page.getByRole('radio', { name: 'Banko pavedimas' })).toBeVisible();
  await hasNoFinding(page);
  await placeOrder(page, 'Banko pavedimas');
  await expect(page.getByText(/Užsakymo numeris/)).toBeVisible();
  await hasNoFinding(page);
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('PLACED_ORDER') ?? '""') as string);
  await page.goto(`/orders/${token}`);
  await expect(page.getByRole('heading', { level: 1, name: /Užsakymas/ })).toBeVisible();
  await hasNoFinding(page, ['light']);
});
