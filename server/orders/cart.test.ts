import { afterAll, beforeAll, expect, test } from 'vitest';
import { shapes } from '#contract/shapes.ts';
import { cartWith, openTestShop, readyToPay, sellableVariant, consents, type TestShop } from './test-shop.ts';

let shop: TestShop;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
}, 60_000);
afterAll(() => shop.close());

test('a cart is picked up, filled, and answers with the whole order', async () => {
  const cart = await cartWith(shop, goods.code, 2);
  expect(shapes.order.response.safeParse(cart).error?.issues ?? []).toEqual([]);
  expect(cart.items[0]).toMatchObject({ quantity: 2, unitPrice: goods.price, subtotal: goods.price * 2 });
  expect(cart.shipments).toHaveLength(1);
  const placed = await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/complete`, {
    ...consents,
    expectedTotal: (await readyToPay(shop, cart)).total,
  });
  expect(placed.status).toBe(200);
  expect(placed.body).toMatchObject({
    state: 'new',
    checkoutState: 'completed',
    paymentState: 'awaiting_payment',
  });
});
