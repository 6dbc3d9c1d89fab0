/** Calls that find a cart as they want it (contract 1.8, 1.9), over HTTP: another device's version of it stays valid. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import {
  address,
  cartWith,
  jonas,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let code = '';
const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<Record<string, unknown>>(text, values)).rows;

beforeAll(async () => {
  shop = await openTestShop();
  ({ code } = await sellableVariant(shop));
  await query(
    `insert into gift_card (code, currency_code, channels, initial_amount, balance) values ('SAME-CARD', 'EUR', '{retail}', 100, 100)`,
  );
  await query(
    `insert into cart_promotion (code, name, enabled, priority, exclusive, coupon_based, channels, rules, actions)
     values ('SAME', '{"en": "Same"}', true, 1, false, true, '{retail}', '[]', $1)`,
    [JSON.stringify([{ type: 'order_percentage_discount', percentage: 10 }])],
  );
  await query(
    `insert into coupon (code, promotion_id) select 'SAME', id from cart_promotion where code = 'SAME'`,
  );
}, 60_000);
afterAll(() => shop.close());

test('a call that changes nothing leaves version, moment and step of the cart as they were, and its key is noted', async () => {
  const cart = await cartWith(shop, code, 2);
  const path = `/shop/orders/${cart.tokenValue}`;
  const line = cart.items[0]?.id ?? 0;
  const calls: [string, string, unknown?][] = [
    ['PATCH', `${path}/items/${line}`, { quantity: 3 }],
    ['PATCH', `${path}/apply-coupon`, { couponCode: 'SAME' }],
    ['POST', `${path}/gift-cards`, { code: 'SAME-CARD' }],
    ['PUT', `${path}/gift-wrap`, { selected: true, message: 'Su gimtadieniu' }],
    ['PUT', path, { email: 'jonas@example.lt', contact: jonas }],
    ['PUT', `${path}/shipping-plan`, { code: 'courier' }],
    ['PATCH', `${path}/shipments/ID`, { shippingMethod: 'COURIER_HOME' }],
    ['PUT', path, { shippingAddress: address }],
    ['PATCH', `${path}/payments/${cart.payments.at(-1)?.id}`, { paymentMethod: 'TRANSFER' }],
  ];
  let before: Order = cart;
  for (const [method, to, body] of calls) {
    const at = to.replace('ID', String(before.shipments[0]?.id));
    await shop.send(method, at, body);
    const once = await shop.send('GET', path);
    before = once.body;
    const key = randomUUID();
    const again = await shop.call(method, at, body, { 'Idempotency-Key': key });
    const what = `${method} ${at} ${JSON.stringify(body)}`;
    expect([what, again.status]).toEqual([what, 200]);
    const { appliedCommandIds, ...rest } = again.body;
    const { appliedCommandIds: applied, ...was } = before;
    expect([what, rest]).toEqual([what, was]);
    expect(appliedCommandIds).toEqual([...applied, key]);
    expect(again.headers.get('ETag')).toBe(once.headers.get('ETag'));
  }
  const emptied: [string, string, unknown?][] = [
    ['PATCH', `${path}/apply-coupon`, { couponCode: null }],
    ['DELETE', `${path}/gift-cards/SAME-CARD`],
    ['PUT', `${path}/gift-wrap`, { selected: false }],
    ['PUT', `${path}/gift`, { productVariantCode: null }],
    ['DELETE', `${path}/items/${line}`],
  ];
  for (const [method, at, body] of emptied) {
    await shop.send(method, at, body);
    const { version } = (await shop.send('GET', path)).body;
    const again = await shop.send(method, at, body);
    expect([method, at, again.status, again.body.version]).toEqual([method, at, 200, version]);
  }
});

test('the same quantity does not throw a checkout back, and what did change while nothing was asked for is told', async () => {
  const ready = await readyToPay(shop, await cartWith(shop, code, 2));
  const path = `/shop/orders/${ready.tokenValue}`;
  const same = () => shop.send('PATCH', `${path}/items/${ready.items[0]?.id}`, { quantity: 2 });
  expect((await same()).body).toMatchObject({ version: ready.version, checkoutState: 'payment_selected' });
  await query(
    `update channel_price set price = price + 100 where variant_id = (select id from product_variant where code = $1)`,
    [code],
  );
  const dearer = (await same()).body;
  expect(dearer.total).toBe(ready.total + 200);
  expect(dearer.version).toBe(ready.version + 1);
  expect(dearer.warnings).toMatchObject([{ errorCode: 'cart.price_changed' }]);
});
