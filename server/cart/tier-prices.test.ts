/** Prices by quantity (contract 5.4) in carts and in whole orders. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProductCard } from '#contract/catalogue.ts';
import type { Order } from '#contract/orders/orders.ts';
import { priceWithoutTax } from '#domain/money/price.ts';
import { offlineTotal } from '#domain/waiting/offline-amounts.ts';
import { shownItem } from '#domain/waiting/shown-goods.ts';
import { waitingCart } from '#domain/waiting/waiting-cart.ts';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { addPromotion } from '#server/jobs/promotion-commands.ts';
import { endTiers, setTiers } from '#server/jobs/tier-price-commands.ts';
import { complete, goods, openShopOfFile, placeIntent, shop } from '#tests/server/shop-of-file.ts';
import { cartWith, deviceToken, intentOf, readyToPay } from '#tests/server/test-shop.ts';

openShopOfFile();

const delivery = 499;
let tens: number;
let forties: number;
beforeAll(async () => {
  tens = goods.price - 10;
  forties = goods.price - 25;
  // Nothing else moves the sums.
  await shop.database.pool.query('update cart_promotion set enabled = false');
});
const set = (words: string) => setTiers(shop.orders.mail, goods.code, words.split(' '));
const euros = (cents: number) => (cents / 100).toFixed(2);
beforeEach(async () => {
  await set(`--from 10=${euros(tens)} --from 40:pallet=${euros(forties)} --channel retail`);
});

/** A press on "add" that waits on a device. */
const waitingAdd: WaitingCommand = {
  id: 'key-of-this-test-000',
  seq: 1,
  schemaVersion: 1,
  owner: 'guest',
  at: 1_000,
  state: 'queued',
  tries: 0,
  nextTryAt: 0,
  notBefore: 0,
  scope: '',
  locale: 'lt',
  channel: 'retail',
  kind: 'addItem',
  line: null,
  params: {},
  body: {},
};

const change = (cart: Order, quantity: number) =>
  shop.send('PATCH', `/shop/orders/${cart.tokenValue}/items/${String(cart.items[0]?.id)}`, { quantity });
const sums = ({ items, total, itemsTotal, taxTotal, warnings }: Order) => ({
  each: items.map(({ unitPrice }) => unitPrice),
  isSum:
    items.reduce((sum, item) => sum + item.unitPrice * item.quantity, 0) === itemsTotal &&
    total === itemsTotal &&
    items.reduce((sum, item) => sum + item.taxTotal, 0) === taxTotal,
  warnings,
});

test('the tenth piece makes all ten cheaper, one fewer makes them dearer again, and no price is said to have changed', async () => {
  const cart = await cartWith(shop, goods.code, 9);
  expect(sums(cart)).toEqual({ each: [goods.price], isSum: true, warnings: [] });
  expect(cart.items[0]?.variant.tierPrices).toEqual([
    { quantity: 10, price: tens, priceWithoutTax: priceWithoutTax(tens, 0.21) },
    { quantity: 40, price: forties, priceWithoutTax: priceWithoutTax(forties, 0.21), pack: 'pallet' },
  ]);
  const ten = await shop.send('POST', `/shop/orders/${cart.tokenValue}/items`, {
    productVariantCode: goods.code,
    quantity: 1,
  });
  expect(sums(ten.body)).toEqual({ each: [tens], isSum: true, warnings: [] });
  expect(ten.body.items[0]).toMatchObject({
    unitPriceWithoutTax: priceWithoutTax(tens, 0.21),
    originalUnitPrice: tens,
    subtotal: 10 * tens,
  });
  expect(sums((await change(cart, 40)).body)).toEqual({ each: [forties], isSum: true, warnings: [] });
  expect(sums((await change(cart, 39)).body)).toEqual({ each: [tens], isSum: true, warnings: [] });
  expect(sums((await change(cart, 1)).body)).toEqual({ each: [goods.price], isSum: true, warnings: [] });
});

test('a set costs its own price: its parts have none by quantity, and make nothing else cheaper', async () => {
  const { rows } = await shop.database.pool.query<{ code: string; price: number; set: number }>(
    `select part.code, cp.price, own.price as set from product p
     join product_variant v on v.product_id = p.id join bundle_item b on b.product_id = p.id
     join product_variant part on part.id = b.variant_id
     join channel_price cp on cp.variant_id = part.id and cp.channel_id = 1
     join channel_price own on own.variant_id = v.id and own.channel_id = 1
     where p.code = 'RK1001' order by b.position limit 1`,
  );
  const part = rows[0] as (typeof rows)[number];
  const tiers = ['--from', `2=${euros(part.price - 10)}`, '--channel', 'retail'];
  await setTiers(shop.orders.mail, part.code, tiers);
  const path = `/shop/orders/${(await shop.send('POST', '/shop/orders', {})).body.tokenValue}`;
  const sets = await shop.send('POST', `${path}/product-bundle`, { productCode: 'RK1001', quantity: 2 });
  expect(sets.body.total).toBe(2 * part.set);
  const body = { productVariantCode: part.code, quantity: 1 };
  const one = (await shop.send('POST', `${path}/items`, body)).body;
  expect(one.total).toBe(2 * part.set + part.price);
  const two = (await shop.send('POST', `${path}/items`, body)).body;
  expect(two.total).toBe(2 * part.set + 2 * (part.price - 10));
  expect(two.warnings).toEqual([]);
});

test('a price that the shop changes is told, at one piece and at ten', async () => {
  const [one, ten] = [await cartWith(shop, goods.code, 1), await cartWith(shop, goods.code, 10)];
  await set(`--from 10=${euros(tens - 5)} --channel retail`);
  const touch = async (cart: Order) =>
    (await shop.send('PUT', `/shop/orders/${cart.tokenValue}`, { email: 'jonas@example.lt' })).body;
  expect((await touch(one)).warnings).toEqual([]);
  const told = await touch(ten);
  expect(told.items[0]?.unitPrice).toBe(tens - 5);
  expect(told.warnings).toMatchObject([{ errorCode: 'cart.price_changed' }]);
});

test('a reduction that goes below a tier is what is charged, and the tier is not shown', async () => {
  await shop.database.pool.query(
    `update tier_price set price = $2 where quantity = 10 and variant_id = (select id from product_variant where code = $1)`,
    [goods.code, goods.price + 100],
  );
  const cart = await cartWith(shop, goods.code, 10);
  expect(cart.items[0]).toMatchObject({
    unitPrice: goods.price,
    variant: { tierPrices: [{ quantity: 40 }] },
  });
});

test('CHK-19 an offline order is judged by the price of its pieces, and keeps it', async () => {
  const lines = [{ productVariantCode: goods.code, quantity: 12 }];
  const agreed = 12 * tens + delivery;
  const less = await placeIntent<{ errorCode: string; context: { order: Order } }>(
    intentOf(lines, agreed - 1),
  );
  expect(less.status).toBe(409);
  expect(less.body.context.order.total).toBe(agreed);
  const placed = await placeIntent(intentOf(lines, agreed));
  expect(placed).toMatchObject({
    status: 201,
    body: { total: agreed, items: [{ quantity: 12, unitPrice: tens, total: 12 * tens }] },
  });
  // What was placed stays, whatever the shop says later.
  await endTiers(shop.orders.mail, goods.code, ['--channel', 'retail']);
  const later = (await shop.call('GET', `/shop/orders/${placed.body.tokenValue}`)).body;
  expect([later.items[0]?.unitPrice, later.total]).toEqual([tens, agreed]);
});

test('CHK-19 what a device without a connection counted is what the shop asks for, at every number of pieces around a tier', async () => {
  const { variant } = (await cartWith(shop, goods.code)).items[0] as Order['items'][number];
  const shown = shownItem({ ...variant.product, variants: [variant] } as unknown as ProductCard, variant);
  for (const quantity of [1, 9, 10, 11]) {
    const token = deviceToken();
    const blank = { token, locale: 'lt', channel: 'retail', currencyCode: 'EUR' };
    const body = { productVariantCode: goods.code, quantity };
    const command = { ...waitingAdd, scope: `cart:${token}`, line: goods.code, body, shown };
    const cart = waitingCart(null, [command], blank);
    const message = intentOf([body], offlineTotal(cart, delivery), { tokenValue: token });
    const placed = await placeIntent(message);
    expect([placed.status, placed.body.total]).toEqual([201, message.expectedTotal]);
  }
});

test('a tier that ends between cart and completion is shown before anything is placed', async () => {
  const cart = await readyToPay(shop, await cartWith(shop, goods.code, 10));
  expect(cart.total).toBe(10 * tens + delivery);
  await endTiers(shop.orders.mail, goods.code, ['--channel', 'retail']);
  const refused = await complete<{ errorCode: string; context?: { order?: Order } }>(cart);
  expect(refused.status).toBe(409);
  const now = (await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).body;
  expect(now.total).toBe(10 * goods.price + delivery);
  expect((await complete(now)).body.total).toBe(10 * goods.price + delivery);
});

test('the minimum of a promo code is measured at what the pieces cost together', async () => {
  const minimum = euros(10 * goods.price);
  const promotion = `--off 1.00 --coupon TIERED --minimum ${minimum} --channel retail`;
  await addPromotion(shop.orders.mail, 'TIERED', promotion.split(' '));
  const cart = await cartWith(shop, goods.code, 10);
  const refused = await shop.call<{ errorCode: string }>(
    'PATCH',
    `/shop/orders/${cart.tokenValue}/apply-coupon`,
    { couponCode: 'TIERED' },
    { 'Idempotency-Key': randomUUID() },
  );
  expect(refused.body.errorCode).toBe('coupon.not_eligible');
});

test('R1.15 a code of a cart that has come below its minimum says that minimum, as when it is typed', async () => {
  const minimum = euros(3 * goods.price);
  await addPromotion(
    shop.orders.mail,
    'BELOW',
    `--off 1.00 --coupon BELOW --minimum ${minimum} --channel retail`.split(' '),
  );
  const cart = await cartWith(shop, goods.code, 3);
  const send = (path: string, body: object) =>
    shop.call<Order & { detail?: string }>('PATCH', `/shop/orders/${cart.tokenValue}/${path}`, body, {
      'Idempotency-Key': randomUUID(),
    });
  expect((await send('apply-coupon', { couponCode: 'BELOW' })).status).toBe(200);
  const fewer = await send(`items/${cart.items[0]?.id}`, { quantity: 2 });
  const [warning] = fewer.body.warnings;
  expect(warning?.errorCode).toBe('coupon.not_eligible');
  await send('apply-coupon', { couponCode: null });
  const typed = await send('apply-coupon', { couponCode: 'BELOW' });
  expect(typed.status).toBe(422);
  expect(warning?.detail).toBe(typed.body.detail);
});

test('CHK-19 a cart with a code and a fixed discount whose pieces change on the device is ordered at the sum that was shown', async () => {
  const { mail } = shop.orders;
  await addPromotion(mail, 'TENTH', '--off 10% --coupon TENTH --channel retail'.split(' '));
  await addPromotion(mail, 'FIXED', '--off 0.50 --channel retail'.split(' '));
  for (const quantity of [2, 6, 12]) {
    const cart = await cartWith(shop, goods.code, 3);
    const { tokenValue: token } = cart;
    const coded = (await shop.send('PATCH', `/shop/orders/${token}/apply-coupon`, { couponCode: 'TENTH' }))
      .body;
    expect(coded.promotions).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ code: 'TENTH', percentage: 10 })]),
    );
    const [item] = coded.items;
    const command: WaitingCommand = {
      ...waitingAdd,
      scope: `cart:${token}`,
      kind: 'changeQuantity',
      line: goods.code,
      params: { token, id: String(item?.id) },
      body: { quantity },
    };
    const shown = waitingCart(coded, [command], {
      token,
      locale: 'lt',
      channel: 'retail',
      currencyCode: 'EUR',
    });
    const line = { productVariantCode: goods.code, quantity };
    const more = { tokenValue: token, couponCode: 'TENTH', couponRequired: true };
    const placed = await placeIntent(intentOf([line], offlineTotal(shown, delivery), more));
    expect([placed.status, placed.body.total]).toEqual([201, offlineTotal(shown, delivery)]);
  }
});
