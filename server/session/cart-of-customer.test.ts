/** What becomes of carts when somebody signs in (contract 1.11, 5.9), against a real database. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { endTiers, setTiers } from '#server/jobs/tier-price-commands.ts';
import { people, type Person } from '#tests/server/test-people.ts';
import {
  cartWith,
  deviceToken,
  intentOf,
  openTestShop,
  placedOrder,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let goods: { code: string; price: number };
let other: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop, { atLeast: 20 });
  other = await sellableVariant(shop, { atLeast: 20, except: goods.code });
}, 60_000);
beforeEach(() =>
  shop.database.pool.query(`delete from "order" where customer_id is not null and state = 'cart'`),
);
afterAll(() => shop.close());

/** Codes of new gift cards with a euro on each. */
async function newCards(start: string, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, (_, at) => `${start}-${String(at).padStart(4, '0')}`);
  await shop.database.pool.query(
    `insert into gift_card (code, currency_code, channels, initial_amount, balance)
     select code, 'EUR', '{retail}', 100, 100 from unnest($1::text[]) code`,
    [codes],
  );
  return codes;
}

/** A sign-in, and calls with its bearer. */
async function signIn(who: Person, orderToken?: string, exceptTokens?: readonly string[]) {
  const query = orderToken === undefined ? '' : `?orderToken=${encodeURIComponent(orderToken)}`;
  const answer = await shop.call<{ token: string }>('POST', `/shop/authentication-token${query}`, {
    ...people[who],
    ...(exceptTokens ? { exceptTokens } : {}),
  });
  expect(answer.status).toBe(200);
  const send = <T = Order>(method: string, path: string, body?: unknown) =>
    shop.call<T>(method, path, body, {
      Authorization: `Bearer ${answer.body.token}`,
      'Idempotency-Key': randomUUID(),
    });
  const orderTokenNow = async () =>
    (await send<{ data: { orderToken?: string }[] }>('GET', '/shop/customers/me')).body.data[0]?.orderToken;
  return { send, orderTokenNow };
}
type Line = readonly [string, number];
const byCode = ([a]: Line, [b]: Line) => (a < b ? -1 : 1);
const linesOf = (order: Order) =>
  order.items.map((item) => [item.variant.code, item.quantity] as const).toSorted(byCode);

test("a guest's cart goes along and is then nobody else's", async () => {
  const cart = await cartWith(shop, goods.code, 2);
  const rasa = await signIn('rasa', cart.tokenValue);
  expect(await rasa.orderTokenNow()).toBe(cart.tokenValue);
  expect((await rasa.send('GET', `/shop/orders/${cart.tokenValue}`)).body).toMatchObject({
    tokenValue: cart.tokenValue,
    items: [{ quantity: 2 }],
  });
  expect((await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).status).toBe(404);
  const ivan = await signIn('ivan', cart.tokenValue);
  expect((await ivan.send('GET', `/shop/orders/${cart.tokenValue}`)).status).toBe(404);
  expect(
    (
      await ivan.send('POST', `/shop/orders/${cart.tokenValue}/items`, {
        productVariantCode: goods.code,
        quantity: 1,
      })
    ).status,
  ).toBe(404);
  expect(await ivan.orderTokenNow()).toBeUndefined();
  expect(await rasa.orderTokenNow()).toBe(cart.tokenValue);
});

test('a customer who has a cart keeps it, and the lines of the other come into it', async () => {
  const first = await cartWith(shop, goods.code, 2);
  await signIn('rasa', first.tokenValue);
  const second = await cartWith(shop, goods.code, 3);
  await shop.send('POST', `/shop/orders/${second.tokenValue}/items`, {
    productVariantCode: other.code,
    quantity: 1,
  });
  const rasa = await signIn('rasa', second.tokenValue);
  expect(await rasa.orderTokenNow()).toBe(first.tokenValue);
  const merged = (await rasa.send('GET', `/shop/orders/${first.tokenValue}`)).body;
  expect(linesOf(merged)).toEqual([[goods.code, 5] as const, [other.code, 1] as const].toSorted(byCode));
  expect(merged.itemsSubtotal).toBe(5 * goods.price + other.price);
  // What waits on the device under the old token finds the cart, for her alone.
  const late = await rasa.send('POST', `/shop/orders/${second.tokenValue}/items`, {
    productVariantCode: other.code,
    quantity: 1,
  });
  expect(late).toMatchObject({ status: 201, body: { tokenValue: first.tokenValue } });
  expect(linesOf(late.body)).toEqual([[goods.code, 5] as const, [other.code, 2] as const].toSorted(byCode));
  expect((await shop.call('GET', `/shop/orders/${second.tokenValue}`)).status).toBe(404);
  expect((await (await signIn('ivan')).send('GET', `/shop/orders/${second.tokenValue}`)).status).toBe(404);
  expect(
    (await shop.database.pool.query('select 1 from "order" where token = $1', [second.tokenValue])).rowCount,
  ).toBe(0);
});

test('pieces that come together cost what so many cost, and no price is said to have changed', async () => {
  const tier = goods.price - 10;
  const tiers = ['--from', `6=${(tier / 100).toFixed(2)}`, '--channel', 'retail'];
  await setTiers(shop.orders.mail, goods.code, tiers);
  const first = await cartWith(shop, goods.code, 3);
  await signIn('rasa', first.tokenValue);
  const second = await cartWith(shop, goods.code, 3);
  const rasa = await signIn('rasa', second.tokenValue);
  const merged = (await rasa.send('GET', `/shop/orders/${first.tokenValue}`)).body;
  expect(merged).toMatchObject({ items: [{ quantity: 6, unitPrice: tier }], warnings: [] });
  await endTiers(shop.orders.mail, goods.code, []);
});

test('no more than there is comes together, and the cart says so', async () => {
  const first = await cartWith(shop, goods.code, 4);
  await signIn('rasa', first.tokenValue);
  const second = await cartWith(shop, goods.code, 4);
  await shop.database.pool.query(
    `update stock set on_hand = on_hold + case when warehouse_id = (select min(s.warehouse_id) from stock s join warehouse w on w.id = s.warehouse_id
       where s.variant_id = stock.variant_id and w.ships and 'retail' = any(w.channels)) then 6 else 0 end
     where variant_id = (select id from product_variant where code = $1)`,
    [goods.code],
  );
  const rasa = await signIn('rasa', second.tokenValue);
  const merged = (await rasa.send('GET', `/shop/orders/${first.tokenValue}`)).body;
  expect(linesOf(merged)).toEqual([[goods.code, 6]]);
  expect(merged.warnings).toMatchObject([{ errorCode: 'cart.quantity_capped' }]);
  await shop.database.pool.query(
    `update stock set on_hand = on_hold + 50 where variant_id = (select id from product_variant where code = $1)`,
    [goods.code],
  );
});

test('a token that names nothing, a placed order, or an empty cart changes nothing', async () => {
  const placed = await placedOrder(shop, goods.code);
  const empty = (await shop.send('POST', '/shop/orders', {})).body;
  const business = (
    await shop.call('POST', '/shop/orders', {}, { 's-channel': 'business', 'Idempotency-Key': randomUUID() })
  ).body as Order;
  for (const token of [placed.tokenValue, empty.tokenValue, business.tokenValue, 'x'.repeat(30), "';--"])
    expect(await (await signIn('rasa', token)).orderTokenNow()).toBeUndefined();
  expect((await shop.call('GET', `/shop/orders/${placed.tokenValue}`)).body.state).toBe('new');
  expect((await shop.call('GET', `/shop/orders/${empty.tokenValue}`)).status).toBe(404);
  expect(
    (await shop.call('GET', `/shop/orders/${business.tokenValue}`, undefined, { 's-channel': 'business' }))
      .status,
  ).toBe(200);
});

test('the first change of somebody who is signed in claims a cart; looking at it does not', async () => {
  const cart = await cartWith(shop, goods.code);
  const rasa = await signIn('rasa');
  expect((await rasa.send('GET', `/shop/orders/${cart.tokenValue}`)).status).toBe(200);
  expect((await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).status).toBe(200);
  const changed = await rasa.send('POST', `/shop/orders/${cart.tokenValue}/items`, {
    productVariantCode: goods.code,
    quantity: 1,
  });
  expect(changed).toMatchObject({ status: 201, body: { items: [{ quantity: 2 }] } });
  expect((await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).status).toBe(404);
  expect(await rasa.orderTokenNow()).toBe(cart.tokenValue);
});

test('a cart picked up while signed in is the one that is open already, under the new token too', async () => {
  const cart = await cartWith(shop, goods.code);
  const rasa = await signIn('rasa', cart.tokenValue);
  const token = deviceToken();
  const picked = await rasa.send('POST', '/shop/orders', { tokenValue: token });
  expect(picked).toMatchObject({ status: 200, body: { tokenValue: cart.tokenValue } });
  const added = await rasa.send('POST', `/shop/orders/${token}/items`, {
    productVariantCode: other.code,
    quantity: 1,
  });
  expect(added).toMatchObject({ status: 201, body: { tokenValue: cart.tokenValue } });
  const ivan = await signIn('ivan');
  const own = await ivan.send('POST', '/shop/orders', { tokenValue: deviceToken() });
  expect(own.status).toBe(201);
  const { tokenValue } = own.body;
  expect((await shop.call('GET', `/shop/orders/${tokenValue}`)).status).toBe(404);
  // A token of somebody else's stays theirs, also to begin with anew.
  expect(await rasa.send('POST', '/shop/orders', { tokenValue })).toMatchObject({
    status: 409,
    body: { errorCode: 'cart.token_taken' },
  });
  expect((await ivan.send('DELETE', `/shop/orders/${tokenValue}`)).status).toBe(204);
  expect(await ivan.send('POST', '/shop/orders', { tokenValue })).toMatchObject({
    status: 201,
    body: { tokenValue },
  });
});

test('R0.44 a cart begun while an order of the customer waits on the device is another one, and both are bought whole', async () => {
  const rasa = await signIn('rasa');
  const first = await rasa.send('POST', '/shop/orders', { tokenValue: deviceToken() });
  const put = (token: string, productVariantCode: string) =>
    rasa.send('POST', `/shop/orders/${token}/items`, { productVariantCode, quantity: 1 });
  await put(first.body.tokenValue, goods.code);
  // The device knows the first cart by another name.
  const alias = deviceToken();
  await rasa.send('POST', '/shop/orders', { tokenValue: alias });
  const token = deviceToken();
  const next = await rasa.send('POST', '/shop/orders', { tokenValue: token, exceptTokens: [alias] });
  expect(next).toMatchObject({ status: 201, body: { tokenValue: token, items: [] } });
  await put(token, other.code);
  const order = async (tokenValue: string, code: string) =>
    rasa.send('POST', '/shop/order-intents', {
      ...intentOf([{ productVariantCode: code, quantity: 1 }], 100_000),
      tokenValue,
    });
  expect(await order(alias, goods.code)).toMatchObject({
    status: 201,
    body: { tokenValue: alias },
  });
  // What was ordered is in no cart any more.
  expect((await rasa.send('GET', `/shop/orders/${first.body.tokenValue}`)).body.items).toEqual([]);
  expect(await rasa.send('GET', `/shop/orders/${token}`)).toMatchObject({
    status: 200,
    body: { items: [{ variant: { code: other.code } }] },
  });
  expect(await order(token, other.code)).toMatchObject({ status: 201, body: { tokenValue: token } });
  const tooMany = Array.from({ length: 51 }, () => deviceToken());
  for (const exceptTokens of [tooMany, ['short'], [7], 'x'.repeat(32)])
    expect(await rasa.send('POST', '/shop/orders', { exceptTokens })).toMatchObject({ status: 400 });
});

test('R0.44 a cart filled as a guest does not go into the one whose order waits on the device, but into another that there is', async () => {
  const before = await signIn('rasa');
  const waits = (await before.send('POST', '/shop/orders', { tokenValue: deviceToken() })).body;
  await before.send('POST', `/shop/orders/${waits.tokenValue}/items`, {
    productVariantCode: goods.code,
    quantity: 1,
  });
  const next = await cartWith(shop, other.code, 2);
  const rasa = await signIn('rasa', next.tokenValue, [waits.tokenValue, 'no-such-cart', '']);
  // The latest of the two is the cart to go on with.
  expect(await rasa.orderTokenNow()).toBe(next.tokenValue);
  const read = async (token: string) => (await rasa.send('GET', `/shop/orders/${token}`)).body;
  expect(linesOf(await read(next.tokenValue))).toEqual([[other.code, 2]]);
  expect(linesOf(await read(waits.tokenValue))).toEqual([[goods.code, 1]]);
  const third = await cartWith(shop, other.code, 1);
  await signIn('rasa', third.tokenValue, [waits.tokenValue]);
  expect(await read(third.tokenValue)).toMatchObject({ tokenValue: next.tokenValue });
  expect(linesOf(await read(next.tokenValue))).toEqual([[other.code, 3]]);
  expect(linesOf(await read(waits.tokenValue))).toEqual([[goods.code, 1]]);
});

test("an order made while signed in is the customer's, also one sent whole", async () => {
  const rasa = await signIn('rasa');
  const body = intentOf([{ productVariantCode: goods.code, quantity: 1 }], 100_000);
  const placed = await rasa.send('POST', '/shop/order-intents', body);
  expect(placed.status).toBe(201);
  expect((await rasa.send('GET', `/shop/orders/${placed.body.tokenValue}`)).status).toBe(200);
  expect((await shop.call('GET', `/shop/orders/${placed.body.tokenValue}`)).status).toBe(404);
  expect((await (await signIn('ivan')).send('GET', `/shop/orders/${placed.body.tokenValue}`)).status).toBe(
    404,
  );
});

test('two devices that sign in at once with carts of their own end with one cart that holds all', async () => {
  const carts = await Promise.all([
    cartWith(shop, goods.code, 1),
    cartWith(shop, goods.code, 2),
    cartWith(shop, other.code, 1),
  ]);
  await Promise.all(carts.map((cart) => signIn('rasa', cart.tokenValue)));
  const rasa = await signIn('rasa');
  const { rows } = await shop.database.pool.query<{ carts: number; quantity: number }>(
    `select count(distinct o.id) as carts, sum(i.quantity) as quantity from order_item i join "order" o on o.id = i.order_id
     where o.state = 'cart' and o.customer_id = (select id from customer where email = $1) and i.deleted_at is null`,
    [people.rasa.email],
  );
  expect(rows[0]?.carts).toBe(1);
  expect(rows[0]?.quantity).toBe(4);
  expect(await rasa.orderTokenNow()).toBeDefined();
});

test('cards of both carts pay, no more of them than lie on one cart: the others stay as they are', async () => {
  const [mine, theirs] = [await newCards('MINE', 12), await newCards('THEIRS', 12)];
  const layAll = async (cart: Order, codes: readonly string[]) => {
    for (const code of codes) await shop.send('POST', `/shop/orders/${cart.tokenValue}/gift-cards`, { code });
  };
  const first = await cartWith(shop, goods.code, 2);
  await layAll(first, mine);
  await signIn('rasa', first.tokenValue);
  const second = await cartWith(shop, goods.code, 1);
  await layAll(second, theirs);
  const rasa = await signIn('rasa', second.tokenValue);
  const { giftCards } = (await rasa.send('GET', `/shop/orders/${first.tokenValue}`)).body;
  expect(giftCards.map(({ code }) => code)).toEqual([...mine, ...theirs.slice(0, 8)]);
});

test('CHK-19 an order made on a device that never saw the cart its customer has elsewhere leaves that cart as it is', async () => {
  const { send, orderTokenNow } = await signIn('rasa');
  const elsewhere = deviceToken();
  await send('POST', '/shop/orders', { tokenValue: elsewhere });
  const put = (productVariantCode: string, quantity: number) =>
    send('POST', `/shop/orders/${elsewhere}/items`, { productVariantCode, quantity });
  await put(other.code, 3);
  await put(goods.code, 2);
  // Begun here without a connection; the shop's answer, which names the other cart, is lost.
  const here = deviceToken();
  expect((await send('POST', '/shop/orders', { tokenValue: here })).body.tokenValue).toBe(elsewhere);
  const intent = intentOf([{ productVariantCode: goods.code, quantity: 1 }], goods.price + 499, {
    tokenValue: here,
  });
  const place = () => send('POST', '/shop/order-intents', intent);
  const placed = await place();
  expect(placed.status).toBe(201);
  expect(placed.body.tokenValue).toBe(here);
  expect(linesOf(placed.body)).toEqual([[goods.code, 1]]);
  expect(await orderTokenNow()).toBe(elsewhere);
  // But for the piece that was ordered, which might be bought again.
  expect(linesOf((await send('GET', `/shop/orders/${elsewhere}`)).body)).toEqual(
    [[other.code, 3] as const, [goods.code, 1] as const].toSorted(byCode),
  );
  // The token names the order from now on, and none is placed a second time.
  expect((await send('GET', `/shop/orders/${here}`)).body.state).toBe('new');
  expect((await place()).status).toBe(409);
});
