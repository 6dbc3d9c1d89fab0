import { oneVisit, orderInTheField, placedOrders, savedOrder } from './field-steps.ts';
import { expect, test } from './shop-fixture.ts';

test('R0.44 visited once, then without a connection: a whole purchase, kept over closing, sent once, seen on another device', async ({
  page,
  context,
  browser,
  shop,
}) => {
  const before = (await placedOrders(shop)).length;
  await oneVisit(page);
  await context.setOffline(true);
  await orderInTheField(page);
  await expect(savedOrder(page)).toBeVisible();
  expect(await placedOrders(shop)).toHaveLength(before);
  await expect(page.getByText('Dar nieko neužsakyta.')).toBeVisible();
  await page.close();
  const again = await context.newPage();
  await again.goto('/laukia');
  await expect(savedOrder(again)).toBeVisible();
  await context.setOffline(false);
  const placed = again.getByRole('article', { name: /^Užsakyta, numeris / });
  await expect(placed).toBeVisible();
  const all = await placedOrders(shop);
  expect(all).toHaveLength(before + 1);
  const { token, number } = all.at(-1) as { token: string; number: string };
  await expect(placed).toContainText(number);
  const device = await browser.newContext();
  const other = await device.newPage();
  await other.goto(`${shop.url}/orders/${token}`);
  await expect(other.getByRole('heading', { name: new RegExp(number) })).toBeVisible();
  await device.close();
});

test('an answer that is lost after the shop has ordered: asked again with the same key, one order', async ({
  page,
  context,
  shop,
}) => {
  const before = (await placedOrders(shop)).length;
  await oneVisit(page);
  await context.setOffline(true);
  await orderInTheField(page);
  await expect(savedOrder(page)).toBeVisible();
  let lost = 0;
  const keys: (string | undefined)[] = [];
  await context.route('**/shop/order-intents', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const answer = await route.fetch();
    if (lost > 0) {
      await route.fulfill({ response: answer });
      return;
    }
    lost += 1;
    await route.abort('connectionreset');
  });
  await context.setOffline(false);
  await expect(page.getByRole('article', { name: /^Užsakyta, numeris / })).toBeVisible();
  expect(lost).toBe(1);
  expect(new Set(keys).size).toBe(1);
  expect(await placedOrders(shop)).toHaveLength(before + 1);
});

test('dearer than agreed: nothing is ordered, old and new stand side by side, and the shopper decides', async ({
  page,
  context,
  shop,
}) => {
  const before = (await placedOrders(shop)).length;
  const { code } = await oneVisit(page);
  await context.setOffline(true);
  await orderInTheField(page);
  await expect(savedOrder(page)).toBeVisible();
  // More than what a first purchase is given off: dearer for whoever buys.
  await shop.query(
    `update channel_price set price = price + 2000 where variant_id = (select id from product_variant where code = $1)`,
    [code],
  );
  await context.setOffline(false);
  const card = page.getByRole('article', { name: 'Reikia jūsų sprendimo' });
  await expect(card).toBeVisible();
  await expect(card.getByRole('columnheader', { name: 'Sutarėte dėl' })).toBeVisible();
  expect(await placedOrders(shop)).toHaveLength(before);
  await card.getByRole('button', { name: /^Užsakyti už/ }).click();
  await expect(page.getByRole('article', { name: /^Užsakyta, numeris / })).toBeVisible();
  const all = await placedOrders(shop);
  expect(all).toHaveLength(before + 1);
  await shop.query(
    `update channel_price set price = price - 2000 where variant_id = (select id from product_variant where code = $1)`,
    [code],
  );
});

test('a waiting order is taken back, changed, and stands as text that the shop reads', async ({
  page,
  context,
  shop,
}) => {
  const before = (await placedOrders(shop)).length;
  await oneVisit(page);
  await context.setOffline(true);
  await orderInTheField(page);
  await expect(savedOrder(page)).toBeVisible();
  await page.getByText('Perduoti užsakymą tekstu').click();
  await expect(page.getByText(/^ARIMAS1:/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Užsakymas kaip QR kodas' })).toBeVisible();
  await page.getByRole('button', { name: 'Keisti užsakymą' }).click();
  await expect(page.getByRole('heading', { name: 'Užsakymas be ryšio' })).toBeVisible();
  await page.goto('/laukia');
  await expect(page.getByRole('article')).toHaveCount(0);
  await context.setOffline(false);
  await expect
    .poll(
      async () =>
        (
          await shop.query(`select count(*)::int as n from "order" where state = 'cart' and token = $1`, [
            await page.evaluate(() => localStorage.getItem('CART_TOKEN')),
          ])
        )[0]?.['n'],
    )
    .toBe(1);
  expect(await placedOrders(shop)).toHaveLength(before);
});
