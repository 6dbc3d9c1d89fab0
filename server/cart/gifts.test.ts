/** Gifts of a cart (contract CART-12, CART-13, 5.8), over HTTP. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shapes } from '#contract/calls/shapes.ts';
import type { GiftOption } from '#contract/orders/gifts.ts';
import type { Order } from '#contract/orders/orders.ts';
import {
  cartWith,
  intentOf,
  consents,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let goods: { code: string; price: number };
/** Of the two campaigns, by threshold. */
let gifts: { threshold: number; code: string }[];
/** Pieces of the goods that reach the first threshold and not the second. */
let enough: number;

const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<Record<string, unknown>>(text, values)).rows;

beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
  await query(`update cart_promotion set enabled = false`);
  enough = 4;
  await query(`update gift_campaign set threshold = $1 where code = 'GIFT_30'`, [goods.price * 3]);
  await query(`update gift_campaign set threshold = $1 where code = 'GIFT_60'`, [goods.price * 6]);
  await query(
    `insert into stock (variant_id, warehouse_id, on_hand) select distinct g.variant_id, w.id, 9 from gift_campaign_variant g
     join warehouse w on w.main on conflict (variant_id, warehouse_id) do update set on_hand = stock.on_hold + 9`,
  );
  gifts = (await query(
    `select g.threshold, v.code from gift_campaign g join gift_campaign_variant c on c.campaign_id = g.id
     join product_variant v on v.id = c.variant_id order by g.threshold, c.position`,
  )) as unknown as typeof gifts;
}, 60_000);
afterEach(() => query(`update gift_campaign set enabled = true, ends_at = null`));
afterAll(() => shop.close());

const pathOf = (cart: { tokenValue: string }) => `/shop/orders/${cart.tokenValue}`;
const choose = (cart: { tokenValue: string }, productVariantCode: unknown) =>
  shop.send('PUT', `${pathOf(cart)}/gift`, { productVariantCode });
const list = async (cart: { tokenValue: string }) =>
  (await shop.send<unknown>('GET', `${pathOf(cart)}/gifts`)).body as {
    data: GiftOption[];
    meta: Record<string, unknown>;
  };
/** No discount has ended: what is told is the gift, and why it went. */
const poorGift = 'The gift was removed because the cart total is too low.';
const endedGift = 'The gift was removed because its campaign has ended.';
const withdrawnGift = 'The gift was removed because it is not given any more.';
const orderOf = (answer: { body: unknown }) => answer.body as Order;
const nth = (at: number): string => gifts[at]?.code ?? '';
const last = () => gifts.at(-1)?.code ?? '';

test('R1.12 R3.50 above the threshold a gift is chosen at 0, marked, changed and taken out; nothing else costs more', async () => {
  const cart = await cartWith(shop, goods.code, enough);
  expect(cart.gift).toEqual({ eligible: true, threshold: goods.price * 6, missing: goods.price * 2 });
  const offered = await list(cart);
  expect(shapes.gifts.response.safeParse(offered).error?.issues ?? []).toEqual([]);
  expect(offered.data.map((one) => one.productVariantCode)).toEqual(gifts.map(({ code }) => code));
  expect(offered.meta).toMatchObject({ eligible: true, missing: goods.price * 2 });

  const answer = await choose(cart, nth(0));
  expect(answer.status).toBe(200);
  const chosen = orderOf(answer);
  expect(shapes.order.response.safeParse(chosen).error?.issues ?? []).toEqual([]);
  const line = chosen.items.find((item) => item.marker === 'gift-selected');
  expect(line).toMatchObject({ quantity: 1, total: 0, variant: { code: nth(0) } });
  expect(line?.unitPrice).toBeGreaterThan(0);
  expect(chosen.adjustments).toContainEqual(
    expect.objectContaining({ type: 'gift-selected', amount: -(line?.unitPrice ?? 0) }),
  );
  expect([chosen.total, chosen.itemsSubtotal, chosen.taxTotal]).toEqual([
    cart.total,
    cart.itemsSubtotal,
    cart.taxTotal,
  ]);
  expect(chosen.gift.selectedVariantCode).toBe(nth(0));
  expect(chosen.version).toBe(cart.version + 1);

  const changed = orderOf(await choose(cart, nth(1)));
  expect(changed.items.flatMap((item) => (item.marker ? [item.variant.code] : []))).toEqual([nth(1)]);
  expect((await list(cart)).meta['selectedVariantCode']).toBe(nth(1));
  const none = orderOf(await choose(cart, null));
  expect(none.items).toHaveLength(1);
  expect(none.gift.selectedVariantCode).toBeUndefined();
  expect((await choose(cart, null)).status).toBe(200);
});

test('R1.12 a gift that lies only where nothing is sent from names its places before it is chosen, and again on its line', async () => {
  const cart = await cartWith(shop, goods.code, enough);
  const offer = async () => (await list(cart)).data.find((one) => one.productVariantCode === nth(0));
  expect(await offer()).not.toHaveProperty('collectAt');
  const stock = (amount: string) =>
    query(
      `update stock s set on_hand = s.on_hold + ${amount} from warehouse w, product_variant v
       where w.id = s.warehouse_id and v.id = s.variant_id and v.code = $1`,
      [nth(0)],
    );
  const [place] = await query(
    `insert into stock (variant_id, warehouse_id, on_hand) select v.id, w.id, 0 from product_variant v, warehouse w
     where v.code = $1 and not w.ships on conflict (variant_id, warehouse_id) do update set on_hand = 0
     returning (select w.code from warehouse w where w.id = warehouse_id) as code`,
    [nth(0)],
  );
  await stock(`case when w.code = '${String(place?.['code'])}' then 3 else 0 end`);
  expect(await offer()).toMatchObject({ available: true, collectAt: [{ code: place?.['code'] }] });
  const chosen = orderOf(await choose(cart, nth(0)));
  expect(chosen.items.find((item) => item.marker === 'gift-selected')?.collectAt).toEqual(
    (await offer())?.collectAt,
  );
  await stock('9');
});

test('below the threshold it is refused; a chosen one goes with a warning when the cart falls below', async () => {
  const cart = await cartWith(shop, goods.code, 2);
  expect(cart.gift).toMatchObject({ eligible: false, threshold: goods.price * 3, missing: goods.price });
  expect(await choose(cart, nth(0))).toMatchObject({
    status: 422,
    body: { errorCode: 'gift.not_eligible', violations: [{ propertyPath: 'productVariantCode' }] },
  });
  const line = cart.items[0]?.id;
  const quantity = async (pieces: number) =>
    orderOf(await shop.send('PATCH', `${pathOf(cart)}/items/${line}`, { quantity: pieces }));
  await quantity(enough);
  expect(await choose(cart, last())).toMatchObject({ status: 422, body: { errorCode: 'gift.not_eligible' } });
  await choose(cart, nth(0));
  expect((await quantity(3)).items).toHaveLength(2);
  const fallen = await quantity(2);
  expect(fallen.items).toHaveLength(1);
  expect(fallen.deletedItems).toEqual([]);
  expect(fallen.warnings).toMatchObject([{ errorCode: 'gift.removed' }]);
  expect(fallen.warnings[0]?.detail).toBe(poorGift);
  expect(fallen.shipments.flatMap(({ items }) => items)).toHaveLength(1);
});

test('R1.12 goods for what a cart with a code is told to be missing do reach the gift', async () => {
  await query(
    `insert into cart_promotion (code, name, enabled, priority, exclusive, coupon_based, channels, rules, actions)
     values ('TENTH', '{"en": "A tenth"}', true, 1, false, true, '{retail}', '[]', $1)`,
    [JSON.stringify([{ type: 'order_percentage_discount', percentage: 10 }])],
  );
  await query(
    `insert into coupon (code, promotion_id) select 'TENTH', id from cart_promotion where code = 'TENTH'`,
  );
  const cart = await cartWith(shop, goods.code, 1);
  const coded = orderOf(await shop.send('PATCH', `${pathOf(cart)}/apply-coupon`, { couponCode: 'TENTH' }));
  // Three pieces would come to the threshold, were nothing taken off them.
  const missing = coded.gift.missing ?? 0;
  expect(missing).toBeGreaterThan(goods.price * 2);
  expect((await list(cart)).meta['missing']).toBe(missing);
  const setThreshold = (sum: number) =>
    query(`update gift_campaign set threshold = $1 where code = 'GIFT_30'`, [sum]);
  const line = coded.items[0]?.id;
  const withOneMore = async () =>
    orderOf(await shop.send('PATCH', `${pathOf(cart)}/items/${line}`, { quantity: 2 })).gift;
  try {
    // One more piece is exactly what is missing, and a threshold one cent higher asks for more than it.
    const base = coded.itemsTotal;
    const two = base * 2;
    await setThreshold(two);
    expect(orderOf(await shop.send('GET', pathOf(cart))).gift.missing).toBeLessThanOrEqual(goods.price);
    await setThreshold(two + 1);
    expect(orderOf(await shop.send('GET', pathOf(cart))).gift.missing).toBeGreaterThan(goods.price);
    await setThreshold(two);
    expect(await withOneMore()).toMatchObject({ eligible: true });
  } finally {
    await setThreshold(goods.price * 3);
    await query(`update cart_promotion set enabled = false where code = 'TENTH'`);
  }
});

test('a gift of nobody, of another day, sold out or no gift at all is refused and changes nothing; a sold-out one is listed as such', async () => {
  const cart = await cartWith(shop, goods.code, enough);
  for (const code of ['NOT-THERE', goods.code])
    expect(await choose(cart, code)).toMatchObject({ status: 422, body: { errorCode: 'gift.unavailable' } });
  for (const value of [7, '', ['A'], undefined, 'x'.repeat(65)])
    expect(await choose(cart, value)).toMatchObject({ status: 400, body: { code: 400 } });
  await choose(cart, nth(0));
  await query(
    `update stock set on_hand = on_hold where variant_id = (select id from product_variant where code = $1)`,
    [nth(1)],
  );
  expect((await list(cart)).data.find((one) => one.productVariantCode === nth(1))).toMatchObject({
    available: false,
  });
  expect(await choose(cart, nth(1))).toMatchObject({ status: 422, body: { errorCode: 'gift.unavailable' } });
  await query(
    `update stock set on_hand = on_hold + 9 where variant_id = (select id from product_variant where code = $1)`,
    [nth(1)],
  );
  expect(orderOf(await shop.send('GET', pathOf(cart))).gift.selectedVariantCode).toBe(nth(0));
  await query(`update gift_campaign set ends_at = now() - interval '1 minute'`);
  expect((await list(cart)).data).toEqual([]);
  expect(await choose(cart, nth(1))).toMatchObject({ status: 422, body: { errorCode: 'gift.unavailable' } });
  const wrapped = orderOf(await shop.send('PUT', `${pathOf(cart)}/gift-wrap`, { selected: true }));
  expect(wrapped.warnings).toEqual([{ errorCode: 'gift.ended', detail: endedGift }]);
});

test('a gift is one piece; taken out as a line it cannot be brought back beside another', async () => {
  const cart = await cartWith(shop, goods.code, enough);
  const chosen = orderOf(await choose(cart, nth(0)));
  const line = chosen.items.find((item) => item.marker !== undefined)?.id;
  expect(await shop.send('PATCH', `${pathOf(cart)}/items/${line}`, { quantity: 2 })).toMatchObject({
    status: 422,
    body: { errorCode: 'cart.quantity_range' },
  });
  const without = orderOf(await shop.send('DELETE', `${pathOf(cart)}/items/${line}`));
  expect([without.items.length, without.deletedItems]).toEqual([1, []]);
  expect((await shop.send('POST', `${pathOf(cart)}/items/${line}/restore`)).status).toBe(404);
});

/** The goods are given too, from the first threshold on. */
const giveGoods = () =>
  query(
    `insert into gift_campaign_variant (campaign_id, variant_id, position)
     select g.id, v.id, 9 from gift_campaign g, product_variant v where g.code = 'GIFT_30' and v.code = $1`,
    [goods.code],
  );
const giveGoodsNoMore = () =>
  query(
    `delete from gift_campaign_variant where variant_id = (select id from product_variant where code = $1)`,
    [goods.code],
  );

test('pieces that are bought and brought back never come free with a gift of the same goods', async () => {
  await giveGoods();
  const other = await sellableVariant(shop, { except: goods.code });
  const cart = await cartWith(shop, other.code, Math.ceil((goods.price * 3) / other.price));
  const path = `${pathOf(cart)}/items`;
  await shop.send('POST', path, { productVariantCode: goods.code, quantity: 5 });
  const whole = orderOf(await choose(cart, goods.code));
  const bought = whole.items.find((item) => item.quantity === 5)?.id;
  await shop.send('DELETE', `${path}/${bought}`);
  const again = orderOf(await shop.send('POST', `${path}/${bought}/restore`));
  const linesOf = ({ items }: Order) =>
    items.map(({ variant, quantity, marker, total }) => [variant.code, quantity, marker, total]);
  expect(linesOf(again)).toEqual(linesOf(whole));
  expect(again.total).toBe(whole.total);

  // Whatever else were to write a gift of more pieces.
  await query(`update order_item set quantity = 5 where marker = 'gift-selected' and order_id = $1`, [
    whole.id,
  ]);
  const one = orderOf(await shop.send('PUT', `${pathOf(cart)}/gift-wrap`, { selected: false }));
  expect(linesOf(one)).toEqual(linesOf(whole));
  await giveGoodsNoMore();
});

test('it is bought at nothing and takes a piece from the stock; one whose campaign ended meanwhile is told of, and nothing is placed', async () => {
  const held = async () =>
    (
      await query(
        `select coalesce(sum(on_hold), 0)::int as held from stock where variant_id = (select id from product_variant where code = $1)`,
        [nth(0)],
      )
    )[0]?.['held'] as number;
  const buy = async (cart: Order, expectedTotal: number) =>
    shop.send('PATCH', `${pathOf(cart)}/complete`, { ...consents, expectedTotal });
  const cart = await cartWith(shop, goods.code, enough);
  const ready = await readyToPay(shop, orderOf(await choose(cart, nth(0))));
  expect(ready.items.some((item) => item.marker === 'gift-selected')).toBe(true);
  await query(`update gift_campaign set enabled = false`);
  const refused = await buy(cart, ready.total);
  expect(refused).toMatchObject({
    status: 409,
    body: { errorCode: 'order.promotion_changed', detail: endedGift },
  });
  const { context } = refused.body as unknown as { context: { order: Order } };
  expect(context.order.warnings).toEqual([{ errorCode: 'gift.ended', detail: endedGift }]);
  await query(`update gift_campaign set enabled = true`);
  await choose(cart, nth(0));
  const before = await held();
  const placed = await buy(cart, ready.total);
  expect(placed.status).toBe(200);
  expect(orderOf(placed).items.find((item) => item.marker !== undefined)).toMatchObject({ total: 0 });
  expect(await held()).toBe(before + 1);
  expect((await shop.send('GET', `${pathOf(cart)}/gifts`)).status).toBe(409);
});

test('a gift of goods that are not given to everybody any more goes with its warning, and the order can be placed without it', async () => {
  const product = `product set %s where id = (select product_id from product_variant where code = '${nth(0)}')`;
  const change = (columns: string) => query(`update ${product.replace('%s', columns)}`);
  const cart = await cartWith(shop, goods.code, enough);
  const ready = await readyToPay(shop, orderOf(await choose(cart, nth(0))));
  await change('professional_use = true');
  const buy = () =>
    shop.send('PATCH', `${pathOf(cart)}/complete`, { ...consents, expectedTotal: ready.total });
  expect(await buy()).toMatchObject({
    status: 409,
    body: { errorCode: 'order.promotion_changed', detail: withdrawnGift },
  });
  expect(orderOf(await shop.send('GET', pathOf(cart))).items).toHaveLength(1);
  expect((await buy()).status).toBe(200);
  await change('professional_use = false');

  const open = await cartWith(shop, goods.code, enough);
  await choose(open, nth(0));
  await change('enabled = false');
  const wrapped = orderOf(await shop.send('PUT', `${pathOf(open)}/gift-wrap`, { selected: true }));
  expect(wrapped.warnings).toEqual([{ errorCode: 'gift.withdrawn', detail: withdrawnGift }]);
  expect(wrapped.items).toHaveLength(1);
  await change('enabled = true');
});

test('the same choice sent twice is done once, and two at once leave one gift', async () => {
  const cart = await cartWith(shop, goods.code, enough);
  const answers = await Promise.all([0, 1, 0, 1].map((at) => choose(cart, nth(at))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const now = orderOf(await shop.send('GET', pathOf(cart)));
  expect(now.items.filter((item) => item.marker !== undefined)).toHaveLength(1);
});

test('an order of one message brings its gift, or is not placed at all', async () => {
  const { code, price } = goods;
  const intent = (gift: string, quantity = enough) =>
    shop.call<Record<string, unknown>>(
      'POST',
      '/shop/order-intents',
      { ...intentOf([{ productVariantCode: code, quantity }], 1_000_000), gift },
      { 'Idempotency-Key': randomUUID() },
    );
  expect(await intent('NOT-THERE')).toMatchObject({
    status: 422,
    body: { errorCode: 'gift.unavailable', violations: [{ propertyPath: 'gift' }] },
  });
  // Goods that are sold and of no campaign, before the delivery is judged, which would be heavier by them.
  expect(await intent(code)).toMatchObject({
    status: 422,
    body: { errorCode: 'gift.unavailable', violations: [{ propertyPath: 'gift' }] },
  });
  const below = await intent(nth(0), 2);
  expect(below).toMatchObject({
    status: 409,
    body: {
      errorCode: 'order.promotion_changed',
      detail: poorGift,
      violations: [{ propertyPath: 'gift' }],
    },
  });
  const placed = await intent(nth(0));
  expect(placed.status).toBe(201);
  const order = orderOf(placed);
  expect(order.items.find((item) => item.marker === 'gift-selected')).toMatchObject({
    quantity: 1,
    total: 0,
    variant: { code: nth(0) },
  });
  expect(order.itemsTotal).toBe(price * enough);
});

test('CHK-19 a gift of goods that the order buys too is asked about once its lines are settled', async () => {
  await giveGoods();
  const other = await sellableVariant(shop, { except: goods.code });
  await query(
    `update stock set on_hand = on_hold + case when warehouse_id = (select id from warehouse where main) then 5 else 0 end
     where variant_id = (select id from product_variant where code = $1)`,
    [goods.code],
  );
  const intent = (whenShort: 'wait' | 'reduce' | 'drop', quantity: number) => {
    const beside = { productVariantCode: other.code, quantity: Math.ceil((goods.price * 3) / other.price) };
    const lines = [{ productVariantCode: goods.code, quantity, whenShort }, beside];
    return shop.call<Record<string, unknown>>(
      'POST',
      '/shop/order-intents',
      { ...intentOf(lines, 1_000_000), gift: goods.code },
      { 'Idempotency-Key': randomUUID() },
    );
  };
  expect(await intent('wait', 8)).toMatchObject({ status: 422, body: { errorCode: 'order.out_of_stock' } });
  // With it or not at all, where its last pieces are bought.
  for (const rule of ['wait', 'drop'] as const)
    expect(await intent(rule, 5)).toMatchObject({
      status: 422,
      body: { errorCode: 'gift.unavailable', violations: [{ propertyPath: 'gift' }] },
    });
  const linesOf = (answer: { body: unknown }) =>
    orderOf(answer).items.map(({ variant, quantity, marker }) => [variant.code, quantity, marker]);
  const reduced = await intent('reduce', 5);
  expect(reduced).toMatchObject({ status: 201, body: { warnings: [{ errorCode: 'cart.quantity_capped' }] } });
  expect(linesOf(reduced)).toContainEqual([goods.code, 4, undefined]);
  expect(linesOf(reduced)).toContainEqual([goods.code, 1, 'gift-selected']);
  await query(
    `update stock set on_hand = on_hold + 5
     where variant_id = (select id from product_variant where code = $1) and warehouse_id = (select id from warehouse where main)`,
    [goods.code],
  );
  const dropped = await intent('drop', 8);
  expect(dropped).toMatchObject({ status: 201, body: { warnings: [{ errorCode: 'order.line_dropped' }] } });
  expect(linesOf(dropped)).toContainEqual([goods.code, 1, 'gift-selected']);
  await giveGoodsNoMore();
});
