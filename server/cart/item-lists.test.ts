/** Many goods put into a cart by one command (contract CART-21). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { Order } from '#contract/orders/orders.ts';
import { cartWith, openTestShop, sellableVariants, type TestShop } from '#tests/server/test-shop.ts';

let shop: TestShop;
let codes: string[];
beforeAll(async () => {
  shop = await openTestShop();
  codes = [...new Set((await sellableVariants(shop, 40)).map(({ code }) => code))];
}, 60_000);
afterAll(() => shop.close());

const put = (token: string, items: unknown, key: string = randomUUID()) =>
  shop.call<Order & ApiErrorBody>(
    'POST',
    `/shop/orders/${token}/item-lists`,
    { items },
    { 'Idempotency-Key': key },
  );
const one = (productVariantCode: string, quantity = 1) => ({ productVariantCode, quantity });
const begun = async () => {
  const [first = ''] = codes;
  return cartWith(shop, first, 1);
};

test('a list is one change of the cart: one version, all its lines, a line that is there takes the pieces; twice is once', async () => {
  const cart = await begun();
  const key = randomUUID();
  const items = codes.map((code) => one(code));
  const { status, body } = await put(cart.tokenValue, items, key);
  expect(status).toBe(201);
  expect(body.version).toBe(cart.version + 1);
  expect(body.items).toHaveLength(codes.length);
  expect(body.items.map(({ quantity }) => quantity)).toEqual([2, ...codes.slice(1).map(() => 1)]);
  expect(body.appliedCommandIds).toContain(key);
  const again = await put(cart.tokenValue, items, key);
  expect(again).toMatchObject({ status: 201, body: { version: body.version, total: body.total } });
  expect((await put(cart.tokenValue, items.slice(1), key)).status).toBe(422);
});

test('every line that cannot come is named, and then none of the list comes', async () => {
  const cart = await begun();
  const [, second = '', third = ''] = codes;
  const { status, body } = await put(cart.tokenValue, [
    one(second),
    one('NERA-TOKIO'),
    one(third, 0),
    one('GIFT-CARD'),
    one(second, 2_000_000),
  ]);
  expect(status).toBe(422);
  expect(body.violations.map(({ propertyPath, code }) => [propertyPath, code])).toEqual([
    ['items[1].productVariantCode', 'cart.variant_unknown'],
    ['items[2].quantity', 'cart.quantity_range'],
    ['items[3].productVariantCode', 'gift_card.recipient_required'],
    ['items[4].quantity', 'cart.quantity_range'],
  ]);
  const { body: after } = await shop.call('GET', `/shop/orders/${cart.tokenValue}`);
  expect([after.version, after.items.length]).toEqual([cart.version, 1]);
});

test('what is no list is refused, and nothing of it is done', async () => {
  const cart = await begun();
  const [code = ''] = codes;
  for (const wrong of [
    [],
    null,
    'A',
    {},
    [one(code), null],
    [{ ...one(code), giftCard: {} }],
    [one(code, 1.5)],
    Array.from({ length: 251 }, () => one(code)),
  ])
    expect((await put(cart.tokenValue, wrong)).status).toBe(400);
  expect((await put('a'.repeat(32), [one(code)])).status).toBe(404);
});
