import { afterAll, beforeAll, expect, test } from 'vitest';
import { shapes } from '#contract/calls/shapes.ts';
import { pictureOf } from '#domain/cart/cart-lines.ts';
import {
  cartWith,
  openTestShop,
  readyToPay,
  sellableVariant,
  consents,
  type TestShop,
} from '#tests/server/test-shop.ts';

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

test('R1.13 R9.07 gift wrap costs what the channel says, is told before it is chosen, and moves the total by exactly that', async () => {
  const cart = await cartWith(shop, goods.code, 2);
  expect(cart.giftWrap).toMatchObject({ available: true, selected: false });
  expect(cart.giftWrap.price).toBeGreaterThan(0);
  const wrap = (selected: boolean) =>
    shop.send('PUT', `/shop/orders/${cart.tokenValue}/gift-wrap`, { selected });
  const wrapped = await wrap(true);
  expect(wrapped.status).toBe(200);
  const { price } = cart.giftWrap;
  expect(wrapped.body).toMatchObject({
    giftWrap: { selected: true },
    giftWrapTotal: price,
    total: cart.total + price,
    version: cart.version + 1,
  });
  expect((wrapped.body as unknown as typeof cart).adjustments).toContainEqual(
    expect.objectContaining({ type: 'gift_wrap', amount: price }),
  );
  expect((await wrap(false)).body).toMatchObject({
    giftWrap: { selected: false },
    giftWrapTotal: 0,
    total: cart.total,
  });
});

test('words on the wrap are text of lines: signs that are none are refused at their property', async () => {
  const cart = await cartWith(shop, goods.code, 1);
  const wrap = (message: string) =>
    shop.send('PUT', `/shop/orders/${cart.tokenValue}/gift-wrap`, { selected: true, message });
  for (const sign of ['\u0007', '\u001b', '\u202E'])
    expect(await wrap(`Su${sign}gimtadieniu`)).toMatchObject({
      status: 422,
      body: { errorCode: 'form.invalid', violations: [{ propertyPath: 'message', code: 'format' }] },
    });
  expect((await wrap('Su gimtadieniu\nOnai')).status).toBe(200);
});

test('goods that may not be sent cannot be wrapped: refused on its property, and dropped with a word when only such are left', async () => {
  const chemical = await sellableVariant(shop, { chemical: true });
  const cart = await cartWith(shop, chemical.code, 1);
  const wrap = (token: string) => shop.send('PUT', `/shop/orders/${token}/gift-wrap`, { selected: true });
  expect(cart.giftWrap.available).toBe(false);
  expect(await wrap(cart.tokenValue)).toMatchObject({
    status: 422,
    body: { errorCode: 'gift_wrap.unavailable', violations: [{ propertyPath: 'selected' }] },
  });
  const mixed = await cartWith(shop, goods.code, 1);
  await shop.send('POST', `/shop/orders/${mixed.tokenValue}/items`, {
    productVariantCode: chemical.code,
    quantity: 1,
  });
  await wrap(mixed.tokenValue);
  const left = await shop.send(
    'DELETE',
    `/shop/orders/${mixed.tokenValue}/items/${String(mixed.items[0]?.id)}`,
  );
  expect(left.body).toMatchObject({
    giftWrap: { available: false, selected: false },
    giftWrapTotal: 0,
    warnings: [expect.objectContaining({ errorCode: 'gift_wrap.unavailable' })],
  });
});

test('R9.39 a fee or a rate that is changed at the shop shows changed with the next change of the cart', async () => {
  const cart = await cartWith(shop, goods.code, 2);
  const path = `/shop/orders/${cart.tokenValue}`;
  await shop.send('PATCH', `${path}/shipments/${String(cart.shipments[0]?.id)}`, {
    shippingMethod: 'COURIER_HOME',
  });
  const wrapped = (await shop.send('PUT', `${path}/gift-wrap`, { selected: true })).body;
  const { pool } = shop.database;
  await pool.query('update channel set gift_wrap_price = gift_wrap_price + 111');
  await pool.query('update shipping_method_price set price = price + 222');
  await pool.query('update tax_rate set rate = 0');
  const changed = (await shop.send('PATCH', `${path}/items/${String(cart.items[0]?.id)}`, { quantity: 3 }))
    .body;
  expect(changed.giftWrapTotal).toBe(wrapped.giftWrapTotal + 111);
  expect(changed.shippingTotal).toBe(wrapped.shippingTotal + 222);
  expect([wrapped.taxTotal > 0, changed.taxTotal]).toEqual([true, 0]);
});

test('a line shows the pack that is bought, where the pictures of its product show another one', async () => {
  // 25 kg and 1000 kg of one seed: the product shows the small bag.
  const { items } = await cartWith(shop, 'DS1001B', 1);
  expect(items[0]?.variant.images).toMatchObject([
    { path: expect.stringMatching(/^goods\/DS1001B\/front-/), alt: items[0]?.productName },
    { path: expect.stringMatching(/^goods\/DS1001B\/back-/) },
  ]);
  expect(items[0] && pictureOf(items[0].variant)?.path).toMatch(/^goods\/DS1001B\/front-/);
  const plain = await cartWith(shop, 'DS1001A', 1);
  expect(plain.items[0]?.variant.images).toBeUndefined();
  expect(plain.items[0] && pictureOf(plain.items[0].variant)?.path).toMatch(/^goods\/DS1001A\/front-/);
});

test('CART-02 a cart whose reader asks for it is counted at the prices of this moment, another as it was until it is old', async () => {
  const cart = await cartWith(shop, goods.code, 2);
  const read = async (query = '') =>
    (await shop.call('GET', `/shop/orders/${cart.tokenValue}${query}`)).body as unknown as typeof cart;
  const dearer = (by: number) =>
    shop.database.pool.query(
      'update channel_price set price = price + $2 where variant_id = (select id from product_variant where code = $1)',
      [goods.code, by],
    );
  await dearer(50);
  try {
    expect((await read()).total).toBe(cart.total);
    expect((await read('?recalculate=true')).total).toBe(cart.total + 100);
    expect(await read()).toMatchObject({ total: cart.total + 100, version: cart.version + 1 });
  } finally {
    await dearer(-50);
  }
});
