/** What an order holds is its own, whatever the catalogue says of counting after it was placed (contract 5.12). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { setStock } from '#server/catalogue/set-stock.ts';
import { changeOrderState } from '#server/jobs/shop-commands.ts';
import {
  openTestShop,
  piecesOf,
  placedOrder,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let code: string;
beforeAll(async () => {
  shop = await openTestShop();
  ({ code } = await sellableVariant(shop));
}, 60_000);
afterAll(() => shop.close());

const rows = async <T = unknown>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await shop.database.pool.query(text, [...values])).rows as T[];
const stock = () => piecesOf(shop, code);
/** As a feed says it; null: the goods are not counted. */
async function feedSays(pieces: number | null): Promise<void> {
  const [variant] = await rows<{ id: number }>('select id from product_variant where code = $1', [code]);
  const [main] = await rows<{ id: number }>(
    `select id from warehouse where main and 'retail' = any(channels)`,
  );
  await setStock(rows, [{ variantId: variant?.id ?? 0, pieces }], main?.id ?? 0);
}
const place = (quantity: number) => placedOrder(shop, code, { quantity });
const does = (order: Order, action: 'mark-paid' | 'cancel' | 'ship') =>
  changeOrderState(shop.orders.mail, order.tokenValue, action, {
    unpaid: true,
    parcel: null,
    tracking: null,
  });

test('goods that are counted only after they were ordered: such orders are paid and cancelled, and take no piece', async () => {
  await feedSays(null);
  const [paid, dropped] = [await place(2), await place(3)];
  await feedSays(5);
  const before = await stock();
  expect(await does(paid, 'mark-paid')).toContain('paid');
  expect(await does(dropped, 'cancel')).toContain('cancelled');
  expect(await does(paid, 'cancel')).toContain('cancelled');
  expect(await stock()).toEqual(before);
});

test('goods that are no longer counted after they were ordered: what the orders held is free or sold again', async () => {
  await feedSays(20);
  const before = await stock();
  const [paid, dropped] = [await place(2), await place(3)];
  expect((await stock())?.hold).toBe((before?.hold ?? 0) + 5);
  await feedSays(null);
  await does(paid, 'mark-paid');
  await does(dropped, 'cancel');
  expect(await stock()).toEqual({ hand: (before?.hand ?? 0) - 2, hold: before?.hold });
});

test('an order of before pieces were noted takes no more than is held, and does not get stuck', async () => {
  await feedSays(null);
  const order = await place(4);
  await feedSays(5);
  await rows('update shipment set held = null where order_id = (select id from "order" where token = $1)', [
    order.tokenValue,
  ]);
  const before = await stock();
  expect(await does(order, 'mark-paid')).toContain('paid');
  expect(await stock()).toEqual(before);
});

test('pieces leave the stock with the parcel where it is sent before it is paid, and no second time with the money', async () => {
  await feedSays(20);
  const order = await place(3);
  const before = await stock();
  await does(order, 'ship');
  const after = { hand: before.hand - 3, hold: before.hold - 3 };
  expect(await stock()).toEqual(after);
  await does(order, 'mark-paid');
  expect(await stock()).toEqual(after);
});
