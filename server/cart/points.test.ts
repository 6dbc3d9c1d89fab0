/** Loyalty points on a cart (contract CART-15, 5.3). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { cancelOrder, markComplete } from '#server/placed-orders/order-events.ts';
import { expirePoints } from '#server/order-terms/points.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { callsAs, signInPeople } from '#tests/server/test-people.ts';
import { whileHeld } from '#tests/server/while-held.ts';
import {
  cartWith,
  consents,
  intentOf,
  openTestShop,
  readyToPay,
  sellableVariant,
  sellableVariants,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let goods: { code: string; price: number };
let asRasa: ReturnType<typeof callsAs>;
let asIvan: ReturnType<typeof callsAs>;
let member: number;
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
  const { rasa, ivan } = await signInPeople(shop);
  asRasa = callsAs(shop, rasa.bearer);
  asIvan = callsAs(shop, ivan.bearer);
  const { rows } = await shop.database.pool.query<{ id: number }>(
    'select id from loyalty_membership where customer_id = $1',
    [rasa.id],
  );
  member = rows[0]?.id ?? 0;
  await shop.database.pool.query('delete from loyalty_membership where customer_id = $1', [ivan.id]);
}, 60_000);
afterAll(() => shop.close());

const has = async (points: number) => {
  await shop.database.pool.query('delete from loyalty_entry where membership_id = $1', [member]);
  await shop.database.pool.query(
    "insert into loyalty_entry (membership_id, points, reason) values ($1, $2, 'given')",
    [member, points],
  );
};
const left = async () => {
  const { rows } = await shop.database.pool.query<{ sum: string }>(
    'select coalesce(sum(points), 0) as sum from loyalty_entry where membership_id = $1',
    [member],
  );
  return Number(rows[0]?.sum);
};
const take = (token: string, points: unknown, as = asRasa) =>
  as('PUT', `/shop/orders/${token}/loyalty-points`, { points });
const pieces = () => Math.ceil(2000 / goods.price);
/** A cart of rasa with some 20 euros of goods, at its last step. A customer has one open cart: others are made by hand. */
const rasasCart = async (of = goods) => {
  const cart = await readyToPay(shop, await cartWith(shop, of.code, Math.ceil(2000 / of.price)));
  await shop.database.pool.query(
    'update "order" set customer_id = (select customer_id from loyalty_membership where id = $2) where token = $1',
    [cart.tokenValue, member],
  );
  return (await asRasa('GET', `/shop/orders/${cart.tokenValue}`)).body;
};
const complete = (order: Pick<Order, 'tokenValue' | 'total'>) =>
  asRasa('PATCH', `/shop/orders/${order.tokenValue}/complete`, { ...consents, expectedTotal: order.total });

test('R1.16 a member spends points: a line of -5,00 for 50, and as much less to pay', async () => {
  await has(320);
  const cart = await rasasCart();
  expect(cart.loyalty).toMatchObject({ available: true, balance: 320, pointsSpent: 0 });
  expect(cart.loyalty.maxPoints).toBe(Math.min(320, Math.floor(cart.itemsTotal / 10)));
  const { status, body } = await take(cart.tokenValue, 50);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    loyaltyDiscountTotal: -500,
    total: cart.total - 500,
    loyalty: { pointsSpent: 50, balance: 320 },
  });
  const spent = body.adjustments.filter(({ type }) => type === 'loyalty_points_spent');
  expect(spent.reduce((sum, { amount }) => sum + amount, 0)).toBe(-500);
  expect((await take(cart.tokenValue, 0)).body).toMatchObject({
    loyaltyDiscountTotal: 0,
    total: cart.total,
    loyalty: { pointsSpent: 0 },
  });
});

test('points that cannot be used are refused in words, and the cart stays as it was', async () => {
  await has(320);
  const cart = await rasasCart();
  const most = Math.floor(cart.itemsTotal / 10);
  for (const [points, errorCode] of [
    [321, 'loyalty.insufficient_points'],
    [most + 1, 'loyalty.over_limit'],
  ] as const)
    expect(await take(cart.tokenValue, points)).toMatchObject({
      status: 422,
      body: { errorCode, violations: [{ propertyPath: 'points', code: errorCode }] },
    });
  for (const wrong of [-1, 1.5, '5', null, 2_000_000_000])
    expect((await take(cart.tokenValue, wrong)).status).toBe(400);
  // Who has not joined, and a guest.
  const asGuest = (method: string, path: string, body: unknown) => shop.send(method, path, body);
  for (const as of [asIvan, asGuest]) {
    const { tokenValue } = await cartWith(shop, goods.code);
    expect(await as('PUT', `/shop/orders/${tokenValue}/loyalty-points`, { points: 1 })).toMatchObject({
      status: 422,
      body: { errorCode: 'loyalty.not_member' },
    });
  }
  expect((await asRasa('GET', `/shop/orders/${cart.tokenValue}`)).body.total).toBe(cart.total);
});

test('points go with the order, come back with its cancellation once, and are earned when it is handed over', async () => {
  await has(60);
  const cart = await rasasCart();
  const placed = await complete((await take(cart.tokenValue, 50)).body);
  expect(placed).toMatchObject({
    status: 200,
    body: { loyalty: { available: false, balance: 0, pointsSpent: 50 } },
  });
  expect(await left()).toBe(10);
  const { db, pool } = shop.database;
  const row = () =>
    db
      .selectFrom('order')
      .innerJoin('channel', 'channel.id', 'order.channel_id')
      .selectAll('order')
      .select('channel.code as channel_code')
      .where('token', '=', cart.tokenValue)
      .executeTakeFirstOrThrow();
  const order = await row();
  await inTransaction(db, (trx) => cancelOrder(trx, order, 'test', new Date()));
  await inTransaction(db, (trx) => cancelOrder(trx, order, 'test', new Date())).catch(() => undefined);
  expect(await left()).toBe(60);

  const next = await complete(await rasasCart());
  await pool.query(
    `update "order" set payment_state = 'paid', shipping_state = 'shipped', state = 'processing' where token = $1`,
    [next.body.tokenValue],
  );
  const handed = {
    ...(await row()),
    ...(await db
      .selectFrom('order')
      .selectAll()
      .where('token', '=', next.body.tokenValue)
      .executeTakeFirstOrThrow()),
  };
  expect(await inTransaction(db, (trx) => markComplete(trx, handed, new Date()))).toBe(true);
  await inTransaction(db, (trx) => markComplete(trx, handed, new Date())).catch(() => undefined);
  expect(await left()).toBe(60 + Math.floor(next.body.itemsTotal / 1000));
});

test('an order waits for whoever spends its points, and counts what they left', async () => {
  await has(50);
  const cart = await rasasCart();
  const { body } = await take(cart.tokenValue, 50);
  const answer = await whileHeld(
    shop.database.pool,
    ['select 1 from loyalty_membership where id = $1 for update', [member]],
    ["insert into loyalty_entry (membership_id, points, reason) values ($1, -50, 'spent')", [member]],
    () => complete(body),
  );
  expect(answer).toMatchObject({ status: 409, body: { errorCode: 'order.total_changed' } });
  expect(await left()).toBe(0);
});

test('what is spent elsewhere meanwhile is told with the cart as it is now: points are never spent twice', async () => {
  await has(50);
  // Neither the same goods nor a promotion with a limit makes one wait for another.
  await shop.database.pool.query('update cart_promotion set usage_limit = null');
  const carts = [];
  for (const one of await sellableVariants(shop, 10)) {
    const { tokenValue } = await rasasCart(one);
    const { body } = await take(tokenValue, 50);
    carts.push({ tokenValue, total: body.total });
  }
  const answers = await Promise.all(carts.map(complete));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const lost = answers.find(({ status }) => status === 409)?.body as unknown as {
    errorCode: string;
    context: { order: Order };
  };
  expect(lost.errorCode).toBe('order.total_changed');
  expect(lost.context.order.loyalty).toMatchObject({ balance: 0, pointsSpent: 0 });
  expect(await left()).toBe(0);
});

test('fewer goods lower the points, with a warning', async () => {
  await has(320);
  const cart = await rasasCart();
  const most = Math.min(320, Math.floor(cart.itemsTotal / 10));
  await take(cart.tokenValue, most);
  const { body } = await asRasa('PATCH', `/shop/orders/${cart.tokenValue}/items/${cart.items[0]?.id}`, {
    quantity: 1,
  });
  const lowered = Math.floor(goods.price / 10);
  expect(body.loyalty.pointsSpent).toBe(lowered);
  expect(body.warnings.map(({ errorCode }) => errorCode)).toContain('loyalty.lowered');
  expect(body.itemsTotal).toBeGreaterThanOrEqual(0);
});

test('an order in one message takes the points that its total counts on, or is asked about again', async () => {
  await has(50);
  const { total } = await rasasCart();
  const place = (points: number, expectedTotal: number, as = asRasa) =>
    as('POST', '/shop/order-intents', {
      ...intentOf([{ productVariantCode: goods.code, quantity: pieces() }], expectedTotal),
      points,
    });
  expect(await place(50, total - 500, asIvan)).toMatchObject({
    status: 422,
    body: { errorCode: 'loyalty.not_member' },
  });
  expect(await place(51, total - 510)).toMatchObject({
    status: 409,
    body: { errorCode: 'order.total_changed' },
  });
  expect(await left()).toBe(50);
  // Points pay no more of what became dearer: the message names how many they are.
  expect(await place(40, total - 401)).toMatchObject({ status: 409 });
  expect(await place(50, total - 500)).toMatchObject({
    status: 201,
    body: { total: total - 500, loyaltyDiscountTotal: -500 },
  });
  expect(await left()).toBe(0);
});

test('points end 24 months after they were earned, the oldest first, once, and no sooner', async () => {
  const at = (months: string) => `now() - interval '${months}'`;
  await has(0);
  await shop.database.pool.query(
    `insert into loyalty_entry (membership_id, points, reason, created_at)
     values ($1, 100, 'earned', ${at('25 months')}), ($1, 40, 'earned', ${at('23 months')}), ($1, -30, 'spent', ${at('1 month')})`,
    [member],
  );
  // Two rounds at once write off once.
  const [one, other] = await Promise.all([1, 2].map(() => expirePoints(shop.database.db, new Date())));
  expect(Number(one) + Number(other)).toBe(1);
  expect(await left()).toBe(40);
  const soon = new Date();
  soon.setMonth(soon.getMonth() + 2);
  expect(await expirePoints(shop.database.db, soon)).toBeGreaterThanOrEqual(1);
  expect(await left()).toBe(0);
});
