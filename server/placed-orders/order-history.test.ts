/** A customer's orders and buying one again (contract ORD-01, CART-16), against a real database. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderAgainAnswer, OrderedAgain, OrderSummary } from '#contract/orders/order-history.ts';
import type { Order } from '#contract/orders/orders.ts';
import { callsAs, type Person, signInPeople } from '#tests/server/test-people.ts';
import { cartWith, intentOf, openTestShop, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';

let shop: TestShop;
let goods: { code: string; price: number };
let other: { code: string; price: number };
let signedIn: Awaited<ReturnType<typeof signInPeople>>;

beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop, { atLeast: 20 });
  other = await sellableVariant(shop, { atLeast: 20, except: goods.code });
  signedIn = await signInPeople(shop);
}, 60_000);
beforeEach(async () => {
  await shop.database.pool.query(`delete from "order" where customer_id is not null and state = 'cart'`);
  await shop.database.pool.query('update "order" set customer_id = null');
  await setStock(goods.code, 100);
});
afterAll(() => shop.close());

const as = <T = OrderAgainAnswer>(who: Person, method: string, path: string, body?: unknown, key?: string) =>
  callsAs(shop, signedIn[who].bearer)<T>(method, path, body, key);

/** An order that this person has placed. */
async function ordered(
  who: Person,
  lines: Record<string, number>,
): Promise<{ token: string; number: string }> {
  const wanted = Object.entries(lines).map(([productVariantCode, quantity]) => ({
    productVariantCode,
    quantity,
  }));
  const placed = await as<{ tokenValue: string; number: string }>(
    who,
    'POST',
    '/shop/order-intents',
    intentOf(wanted, 99_999_999),
  );
  expect(placed.status).toBe(201);
  return { token: placed.body.tokenValue, number: placed.body.number };
}
const setStock = (code: string, pieces: number) =>
  shop.database.pool.query(
    `update stock set on_hand = on_hold + case when warehouse_id = (select min(warehouse_id) from stock s where s.variant_id = stock.variant_id) then $2::int else 0 end
     where variant_id = (select id from product_variant where code = $1)`,
    [code, pieces],
  );
const linesOf = (order: Pick<Order, 'items'>) =>
  Object.fromEntries(order.items.map((item) => [item.variant.code, item.quantity]));
const again = (who: Person, body: unknown, key?: string) =>
  as<OrderAgainAnswer & { errorCode?: string; context?: { unavailable: OrderedAgain[] } }>(
    who,
    'POST',
    '/shop/orders/order-again',
    body,
    key,
  );

describe('the orders of a customer', () => {
  const history = (who: Person, query = '') =>
    as<{ data: OrderSummary[]; meta: { totalItems: number; pageCount: number } }>(
      who,
      'GET',
      `/shop/orders${query}`,
    );

  test('newest first, in pages, and nobody else is told of them', async () => {
    const first = await ordered('rasa', { [goods.code]: 2, [other.code]: 1 });
    const second = await ordered('rasa', { [goods.code]: 1 });
    await ordered('ivan', { [other.code]: 1 });
    const all = await history('rasa');
    expect(all.status).toBe(200);
    expect(all.body.data.map(({ number }) => number)).toEqual([second.number, first.number]);
    expect(all.body.data[1]).toMatchObject({
      tokenValue: first.token,
      state: 'new',
      paymentState: 'awaiting_payment',
      itemCount: 3,
      currencyCode: 'EUR',
      canPay: true,
      shipments: [{}],
    });
    const page = await history('rasa', '?page=2&itemsPerPage=1&order[checkoutCompletedAt]=asc');
    expect(page.body.data.map(({ number }) => number)).toEqual([second.number]);
    expect(page.body.meta).toMatchObject({ totalItems: 2, pageCount: 2 });
    expect((await history('rasa', '?page=3&itemsPerPage=1')).body.data).toEqual([]);
    expect((await history('rasa', '?itemsPerPage=0')).body).toMatchObject({
      data: [],
      meta: { totalItems: 2 },
    });
  });

  test('of some states; a cart is none, whatever is asked', async () => {
    const { token } = await ordered('rasa', { [goods.code]: 1 });
    await shop.database.pool.query(`update "order" set state = 'cancelled' where token = $1`, [token]);
    await ordered('rasa', { [goods.code]: 1 });
    const cart = await cartWith(shop, goods.code);
    await as('rasa', 'POST', `/shop/orders/${cart.tokenValue}/items`, {
      productVariantCode: other.code,
      quantity: 1,
    });
    expect((await history('rasa')).body.meta.totalItems).toBe(2);
    expect((await history('rasa', '?state[]=cancelled')).body.data.map((one) => one.tokenValue)).toEqual([
      token,
    ]);
    expect((await history('rasa', '?state[]=cart')).body.data).toEqual([]);
  });

  test('a guest is refused, and what is no page, state or order of the list', async () => {
    expect((await shop.call('GET', '/shop/orders')).status).toBe(401);
    for (const query of [
      '?page=0',
      '?page=x',
      '?itemsPerPage=101',
      '?state[]=lost',
      '?order[checkoutCompletedAt]=up',
    ])
      expect([query, (await history('rasa', query)).status]).toEqual([query, 400]);
    expect((await history('rasa', '?order[total]=asc')).body).toMatchObject({
      errorCode: 'query.invalid_sort',
    });
  });
});

describe('ordering again', () => {
  test('its goods go into a cart of their own, or into the one that is open; gifts and coupon stay behind', async () => {
    const { token } = await ordered('rasa', { [goods.code]: 2, [other.code]: 1 });
    await shop.database.pool.query(
      `update order_item set marker = 'gift-selected' where variant_code = $1 and order_id = (select id from "order" where token = $2)`,
      [other.code, token],
    );
    const begun = await again('rasa', { orderId: token });
    expect(begun.status).toBe(201);
    expect(begun.body).toMatchObject({
      state: 'cart',
      added: [{ variantCode: goods.code, requested: 2, added: 2 }],
      skipped: [],
    });
    expect(begun.body.tokenValue).not.toBe(token);
    expect(linesOf(begun.body)).toEqual({ [goods.code]: 2 });
    const more = await again('rasa', { orderId: token });
    expect(more.body.tokenValue).toBe(begun.body.tokenValue);
    expect(linesOf(more.body)).toEqual({ [goods.code]: 4 });
  });

  test("by its id too, and into the named cart, a guest's that is claimed with it", async () => {
    const { token } = await ordered('rasa', { [goods.code]: 1 });
    const found = await as<{ data: OrderSummary[] }>('rasa', 'GET', '/shop/orders');
    const cart = await cartWith(shop, other.code, 3);
    const filled = await again('rasa', { orderId: found.body.data[0]?.id, orderToken: cart.tokenValue });
    expect(filled.body.tokenValue).toBe(cart.tokenValue);
    expect(linesOf(filled.body)).toEqual({ [goods.code]: 1, [other.code]: 3 });
    expect((await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).status).toBe(404);
    // A placed order takes nothing: the open cart does.
    const next = await again('rasa', { orderId: token, orderToken: token });
    expect(next.body.tokenValue).toBe(cart.tokenValue);
  });

  test("a named cart that is unknown or somebody else's is not found, and nothing goes into one's own in its place", async () => {
    const { token } = await ordered('rasa', { [goods.code]: 1 });
    const own = (await again('rasa', { orderId: token })).body;
    const cart = await cartWith(shop, other.code, 3);
    await as('ivan', 'POST', `/shop/orders/${cart.tokenValue}/items`, {
      productVariantCode: goods.code,
      quantity: 1,
    });
    for (const orderToken of [cart.tokenValue, 'no-such-cart'])
      expect(await again('rasa', { orderId: token, orderToken })).toMatchObject({
        status: 404,
        body: { errorCode: 'order.not_found' },
      });
    expect(linesOf((await as<Order>('rasa', 'GET', `/shop/orders/${own.tokenValue}`)).body)).toEqual(
      linesOf(own),
    );
    expect(linesOf((await as<Order>('ivan', 'GET', `/shop/orders/${cart.tokenValue}`)).body)).toEqual({
      [other.code]: 3,
      [goods.code]: 1,
    });
  });

  test('what cannot be had: all or nothing at first, then what there is, and never more', async () => {
    const { token } = await ordered('rasa', { [goods.code]: 5, [other.code]: 1 });
    await setStock(goods.code, 3);
    const refused = await again('rasa', { orderId: token });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errorCode: 'order_again.items_unavailable',
        context: {
          unavailable: [{ variantCode: goods.code, requested: 5, added: 3, reason: 'insufficient_stock' }],
        },
      },
    });
    const carts = await shop.database.pool.query(
      `select 1 from "order" where customer_id is not null and state = 'cart'`,
    );
    expect(carts.rowCount).toBe(0);
    const taken = await again('rasa', { orderId: token, skipCheck: true });
    expect(linesOf(taken.body)).toEqual({ [goods.code]: 3, [other.code]: 1 });
    expect(taken.body.skipped).toMatchObject([{ variantCode: goods.code, requested: 5, added: 3 }]);
    expect(taken.body.added).toHaveLength(2);
    // What the cart holds already counts.
    const full = await again('rasa', { orderId: token, skipCheck: true });
    expect(linesOf(full.body)).toEqual({ [goods.code]: 3, [other.code]: 2 });
  });

  test('what is sold no more is left out with its reason', async () => {
    const { token } = await ordered('rasa', { [goods.code]: 1, [other.code]: 1 });
    const enable = (isOn: boolean) =>
      shop.database.pool.query('update product_variant set enabled = $2 where code = $1', [other.code, isOn]);
    await enable(false);
    const taken = await again('rasa', { orderId: token, skipCheck: true });
    await enable(true);
    expect(taken.body.skipped).toMatchObject([{ variantCode: other.code, added: 0, reason: 'not_sold' }]);
    expect(linesOf(taken.body)).toEqual({ [goods.code]: 1 });
  });

  test('a bundle comes as a bundle, or not at all', async () => {
    const { rows } = await shop.database.pool.query<{ code: string; least: string }>(
      `select p.code, (select v.code from bundle_item b join product_variant v on v.id = b.variant_id where b.product_id = p.id limit 1) as least
       from product p where p.type = 'bundle' and p.enabled order by p.code limit 1`,
    );
    const { code = '', least = '' } = rows[0] ?? {};
    const cart = await cartWith(shop, goods.code);
    await as('rasa', 'POST', `/shop/orders/${cart.tokenValue}/product-bundle`, {
      productCode: code,
      quantity: 2,
    });
    // As if it had been placed: how is not what is asked here.
    await shop.database.pool.query(
      `update "order" set state = 'new', number = 'B-1', checkout_completed_at = now() where token = $1`,
      [cart.tokenValue],
    );
    const first = await again('rasa', { orderId: cart.tokenValue });
    expect(first.status).toBe(201);
    const groups = first.body.items.flatMap((one) => one.bundle ?? []);
    expect(new Set(groups.map((one) => one.code))).toEqual(new Set([code]));
    expect(new Set(groups.map((one) => one.groupId)).size).toBe(1);
    await shop.database.pool.query(`delete from "order" where token = $1`, [first.body.tokenValue]);
    const { rows: before } = await shop.database.pool.query<{
      warehouse_id: number;
      variant_id: number;
      on_hand: number;
    }>(
      'select s.warehouse_id, s.variant_id, s.on_hand from stock s join product_variant v on v.id = s.variant_id where v.code = $1',
      [least],
    );
    await setStock(least, 1);
    const short = await again('rasa', { orderId: cart.tokenValue, skipCheck: true });
    for (const row of before)
      await shop.database.pool.query(
        'update stock set on_hand = $3 where warehouse_id = $1 and variant_id = $2',
        [row.warehouse_id, row.variant_id, row.on_hand],
      );
    expect(short.body.items.flatMap((one) => one.bundle ?? [])).toEqual([]);
    expect(short.body.skipped?.every((one) => one.added === 0 && one.reason === 'insufficient_stock')).toBe(
      true,
    );
    expect(linesOf(short.body)).toEqual({ [goods.code]: 1 });
  });

  test('the same command twice, also at once, puts the goods in once', async () => {
    const { token } = await ordered('rasa', { [goods.code]: 2 });
    const key = randomUUID();
    const both = await Promise.all([
      again('rasa', { orderId: token }, key),
      again('rasa', { orderId: token }, key),
    ]);
    // The second is told that the first is at work, or is given its answer where that was quicker.
    const statuses = both.map(({ status }) => status);
    expect(statuses).toContain(201);
    for (const status of statuses) expect([201, 409]).toContain(status);
    const repeated = await again('rasa', { orderId: token }, key);
    expect(repeated.headers.get('Idempotency-Replayed')).toBe('true');
    expect(linesOf(repeated.body)).toEqual({ [goods.code]: 2 });
  });

  test("guests, strangers' orders, carts and what is no order get an answer of their own", async () => {
    const { token } = await ordered('rasa', { [goods.code]: 1 });
    expect((await shop.send('POST', '/shop/orders/order-again', { orderId: token })).status).toBe(401);
    const cart = await cartWith(shop, goods.code);
    for (const orderId of [token, cart.tokenValue, 'x'.repeat(32), 2_147_483_647])
      expect(await again('ivan', { orderId })).toMatchObject({
        status: 404,
        body: { errorCode: 'order.not_found' },
      });
    for (const body of [
      {},
      { orderId: 0 },
      { orderId: 1.5 },
      { orderId: 2_147_483_648 },
      { orderId: "' or 1=1" },
      { orderId: token, skipCheck: 'yes' },
      { orderId: token, orderToken: 'x'.repeat(257) },
      { orderId: token, more: 1 },
      [],
    ])
      expect([body, (await again('rasa', body)).status]).toEqual([body, 400]);
  });
});
