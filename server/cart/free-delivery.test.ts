/** From which sum delivery costs a cart nothing (contract 5.2, 2.4), over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shapes } from '#contract/calls/shapes.ts';
import type { Order } from '#contract/orders/orders.ts';
import { cartWith, openTestShop, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';

let shop: TestShop;
let goods: { code: string; price: number };
const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<Record<string, unknown>>(text, values)).rows;
const weigh = (grams: number) =>
  query(`update product_variant set weight = $1 where code = $2`, [grams, goods.code]);
const setProduct = (columns: string) =>
  query(`update product set ${columns} where id = (select product_id from product_variant where code = $1)`, [
    goods.code,
  ]);
const told = async (): Promise<Order['freeDelivery']> => {
  const cart = await cartWith(shop, goods.code, 1);
  expect(shapes.order.response.safeParse(cart).error?.issues ?? []).toEqual([]);
  return cart.freeDelivery;
};

beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
  await query(`update cart_promotion set enabled = code = 'FREE_SHIPPING_50'`);
}, 60_000);
afterAll(() => shop.close());

test('a cart is told from which sum delivery is free by the ways that its goods can go, and by no other', async () => {
  await weigh(500);
  const [both] = (await told()) ?? [];
  expect(both?.from).toBe(5000);
  expect(both?.methods.length).toBe(3);
  // Too heavy for one of the lockers, then for all that is not freight, whose price is paid at any sum.
  await weigh(20_001);
  const [fewer] = (await told()) ?? [];
  expect(both?.methods).toEqual(expect.arrayContaining(fewer?.methods ?? []));
  expect(fewer?.methods).toHaveLength(2);
  await weigh(30_001);
  expect(await told()).toBeUndefined();
  await weigh(500);
  await setProduct(`is_chemical = true`);
  expect(await told()).toBeUndefined();
  await setProduct(`is_chemical = false`);
});

test('of free delivery that a promotion which stands alone keeps from the cart nothing is told', async () => {
  await query(
    `insert into cart_promotion (code, name, enabled, priority, exclusive, coupon_based, channels, rules, actions)
     values ('ALONE', '{"en": "Alone"}', true, 1, true, false, '{retail}', '[]', $1)`,
    [JSON.stringify([{ type: 'order_percentage_discount', percentage: 50 }])],
  );
  expect(await told()).toBeUndefined();
  await query(`update cart_promotion set enabled = false where code = 'ALONE'`);
  expect(await told()).toHaveLength(1);
});
