/** A set is bought as one thing: at its price, with a connection and without. */
import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/running-shop.ts';
import { hasNoFinding } from './axe.ts';
import { keptOnDevice, orderTheCart, placedOrders, savedOrder } from './offline-steps.ts';
import { pathOf, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

test.use({ catalogueComes: true });

/** Offers that were switched off for the sums of a journey: the next one of this shop has them again. */
let switchedOff: unknown[] = [];
test.afterEach(async ({ shop }) => {
  await shop.query('update cart_promotion set enabled = true where id = any($1)', [switchedOff]);
  switchedOff = [];
});

const euros = (cents: number) => `${(cents / 100).toFixed(2).replace('.', ',')}\u00A0€`;
/** A set, with enough of each part; by default the one whose third part may be left out. */
async function openSet(page: Page, shop: RunningShop, code = 'RK1006') {
  await shop.query(
    `update stock set on_hand = 500 where variant_id in (select variant_id from bundle_item)`,
    [],
  );
  // Nothing else moves the sums.
  const before = await shop.query('update cart_promotion set enabled = false where enabled returning id');
  switchedOff.push(...before.map(({ id }) => id));
  const answer = await page.request.get(`/api/v2/shop/products/${code}`);
  const set = (await answer.json()) as {
    id: number;
    slug: string;
    name: string;
    bundle: { price: number; items: { productName: string; required: boolean }[] };
  };
  await installWorker(page);
  await page.goto(pathOf(set));
  const add = page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true });
  await whenHydrated(page, add);
  return { set, add, optional: set.bundle.items.find(({ required }) => !required)?.productName ?? '' };
}
const setsAtShop = async (page: Page, shop: RunningShop) =>
  shop.query(
    `select count(distinct i.bundle_group)::int as sets, sum(i.quantity / i.bundle_quantity)::int as parts, o.total
     from order_item i join "order" o on o.id = i.order_id
     where o.token = $1 and i.deleted_at is null and i.bundle_code = 'RK1006' group by o.total`,
    [await page.evaluate(() => localStorage.getItem('CART_TOKEN'))],
  );

test('R4.05 a set goes into the cart at the price of its page; it is changed, lightened and taken out as one', async ({
  page,
  shop,
}) => {
  const { set, add, optional } = await openSet(page, shop);
  const { price } = set.bundle;
  await add.click();
  await expect(page.getByText('Krepšelyje: 1')).toBeVisible();
  await expect.poll(() => setsAtShop(page, shop)).toEqual([{ sets: 1, parts: 3, total: price }]);
  await walkTo(page, '/krepselis');
  const main = page.getByRole('main');
  await expect(main.getByText(`Rinkinys: ${set.name}`)).toBeVisible();
  await expect(main.locator('[data-line=total] dd')).toHaveText(euros(price));
  await expect(main.getByText(`Rinkinio kaina: ${set.name}`)).toBeVisible();
  await hasNoFinding(page);
  await main.getByRole('button', { name: `Vienu daugiau: ${set.name}` }).press('Enter');
  await expect.poll(() => setsAtShop(page, shop)).toEqual([{ sets: 1, parts: 6, total: 2 * price }]);
  await main.getByRole('button', { name: `Pašalinti: ${optional}` }).click();
  await expect.poll(async () => (await setsAtShop(page, shop))[0]?.['parts']).toBe(4);
  await main.getByRole('button', { name: `Grąžinti: ${optional}` }).click();
  await expect.poll(() => setsAtShop(page, shop)).toEqual([{ sets: 1, parts: 6, total: 2 * price }]);
  await main.getByRole('button', { name: `Pašalinti rinkinį: ${set.name}` }).click();
  await expect.poll(() => setsAtShop(page, shop)).toEqual([]);
  // One way back, not one for each part.
  await expect(main.getByRole('button', { name: /^Grąžinti: / })).toHaveCount(1);
  await main.getByRole('button', { name: `Grąžinti: ${set.name}` }).click();
  await expect.poll(() => setsAtShop(page, shop)).toEqual([{ sets: 1, parts: 6, total: 2 * price }]);
});

test('put in and changed without a connection a set waits at its price and comes to the shop once', async ({
  page,
  context,
  shop,
}) => {
  const { set, add } = await openSet(page, shop);
  const { price } = set.bundle;
  await expect.poll(() => page.evaluate(() => localStorage.getItem('POCKET_KEPT'))).not.toBeNull();
  await context.setOffline(true);
  await add.click();
  await expect(page.getByText('Krepšelyje: 1')).toBeVisible();
  await add.click();
  await expect(page.getByText('Krepšelyje: 2')).toBeVisible();
  await keptOnDevice(page, '"groupId"');
  expect(await setsAtShop(page, shop)).toEqual([]);
  await page.close();
  const again = await context.newPage();
  await again.goto('/krepselis');
  const main = again.getByRole('main');
  await expect(main.getByText(/dar neišsiųsta/)).toHaveCount(1);
  await expect(main.locator('[data-line=total] dd')).toHaveText(euros(2 * price));
  await whenHydrated(again);
  await walkTo(again, '/laukia');
  await expect(again.getByText(`Įdėti į krepšelį: ${set.name} × 2`)).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => setsAtShop(again, shop)).toEqual([{ sets: 1, parts: 6, total: 2 * price }]);
});

test('CHK-19 an offline order with a set costs what was agreed, and is placed when the link is back', async ({
  page,
  context,
  shop,
}) => {
  const options = page.waitForResponse((answer) => answer.url().endsWith('/shop/checkout-options'));
  const { set, add } = await openSet(page, shop, 'RK1001');
  await options;
  await expect.poll(() => page.evaluate(() => localStorage.getItem('POCKET_KEPT'))).not.toBeNull();
  await context.setOffline(true);
  await add.click();
  await expect(page.getByText('Krepšelyje: 1')).toBeVisible();
  await orderTheCart(page);
  await expect(savedOrder(page)).toContainText(euros(set.bundle.price + 499));
  await context.setOffline(false);
  await expect
    .poll(async () => (await placedOrders(shop)).at(-1))
    .toMatchObject({ total: set.bundle.price + 499 });
});
