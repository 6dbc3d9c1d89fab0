import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { changeOrderState } from '#server/jobs/shop-commands.ts';
import {
  address,
  cartWith,
  consents,
  deviceToken,
  intentOf,
  jonas,
  openTestShop,
  readyToPay,
  type TestShop,
} from '#tests/server/test-shop.ts';
import { callsAs, people, signInPeople } from '#tests/server/test-people.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.database.pool.query('update stock set on_hand = 100000');
}, 60_000);
afterAll(() => shop.close());

/** Uses by code, promotions and coupons alike. */
async function uses(): Promise<Record<string, number>> {
  const { rows } = await shop.database.pool.query<{ code: string; used: number }>(
    'select code, used from coupon union all select code, used from cart_promotion',
  );
  return Object.fromEntries(rows.map((row) => [row.code, row.used]));
}
/** What changed while `work` ran. */
async function usesOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await uses();
  await work();
  const after = Object.entries(await uses());
  return Object.fromEntries(
    after.flatMap(([code, used]) => (used === before[code] ? [] : [[code, used - (before[code] ?? 0)]])),
  );
}

let buyers = 0;
const somebody = () => `buyer${(buyers += 1)}@example.lt`;
const path = (order: Order) => `/shop/orders/${order.tokenValue}`;

/** A cart at the payment step: goods, a code, an e-mail. */
async function cartAtPayment(given: {
  quantity: number;
  coupon?: string;
  email: string;
  goods?: string;
}): Promise<Order> {
  const cart = await cartWith(shop, given.goods ?? 'DS1001B', given.quantity);
  if (given.coupon) {
    const applied = await shop.send('PATCH', `${path(cart)}/apply-coupon`, { couponCode: given.coupon });
    if (applied.status !== 200) throw new Error(JSON.stringify(applied.body));
  }
  const ready = await readyToPay(shop, cart);
  await shop.send('PUT', path(cart), { email: given.email, contact: jonas });
  return (await shop.call('GET', path(ready))).body;
}

/** Codes of goods above 35 EUR, so that no lock of stock stands between those who buy them. */
async function differentGoods(count: number): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{ code: string }>(
    `select distinct v.code from product_variant v join product p on p.id = v.product_id
     join channel_price cp on cp.variant_id = v.id join channel c on c.id = cp.channel_id and c.code = 'retail'
     join stock s on s.variant_id = v.id join warehouse w on w.id = s.warehouse_id and w.ships
     where p.enabled and v.enabled and not p.is_gift and not p.is_chemical and not p.professional_use and not p.ammonium_nitrate16
       and p.type = 'simple' and v.weight between 1 and 9000 and cp.price between 3500 and 20000
     order by v.code limit $1`,
    [count],
  );
  return rows.map((row) => row.code);
}
const complete = (cart: Order, more: Record<string, unknown> = {}) =>
  shop.send('PATCH', `${path(cart)}/complete`, { ...consents, ...more });

test('an order uses its own code and promotions, a cancelled one gives them back, and no other code is touched', async () => {
  const cart = await cartAtPayment({ quantity: 12, coupon: 'PAVASARIS10', email: somebody() });
  const applied = cart.promotions.map((one) => one.code);
  expect(applied).toContain('COUPON_PAVASARIS');
  const expected = { PAVASARIS10: 1, ...Object.fromEntries(applied.map((code) => [code, 1])) };
  expect(await usesOf(async () => expect((await complete(cart)).status).toBe(200))).toEqual(expected);
  const back = await usesOf(() => changeOrderState(shop.orders.mail, cart.tokenValue, 'cancel'));
  expect(back).toEqual(Object.fromEntries(Object.keys(expected).map((code) => [code, -1])));
});

test('a code that gave nothing is not used, on a cart and in an intent: its buyer may use it once later', async () => {
  const email = somebody();
  const cart = await cartAtPayment({ quantity: 12, coupon: 'PAVASARIS10', email });
  const lowered = await shop.send('PATCH', `${path(cart)}/items/${cart.items[0]?.id}`, { quantity: 2 });
  expect(lowered.body.warnings.map((one) => one.errorCode)).toContain('coupon.not_eligible');
  const ready = await readyToPay(shop, lowered.body);
  await shop.send('PUT', path(cart), { email, contact: jonas });
  const used = await usesOf(async () => {
    const placed = await complete(ready);
    expect(placed.status).toBe(200);
    expect(placed.body.promotionCoupon).toBeUndefined();
  });
  expect(used['PAVASARIS10']).toBeUndefined();
  expect(used['COUPON_PAVASARIS']).toBeUndefined();

  const price = ready.items[0]?.unitPrice ?? 0;
  const none = await usesOf(async () => {
    const body = intentOf([{ productVariantCode: 'DS1001B', quantity: 2 }], price * 2 + 499, {
      email,
      couponCode: 'PAVASARIS10',
    });
    const placed = await shop.call('POST', '/shop/order-intents', body, { 'Idempotency-Key': deviceToken() });
    expect(placed.status).toBe(201);
  });
  expect(none['PAVASARIS10']).toBeUndefined();

  const later = await cartAtPayment({ quantity: 12, coupon: 'PAVASARIS10', email });
  expect((await usesOf(() => complete(later)))['PAVASARIS10']).toBe(1);
  const again = await shop.send(
    'PATCH',
    `${path(await cartAtPayment({ quantity: 12, email }))}/apply-coupon`,
    {
      couponCode: 'PAVASARIS10',
    },
  );
  expect(again.body).toMatchObject({ errorCode: 'coupon.used_up' });
});

test('a code that others used up meanwhile is told once, with the order as it is now, and the next press buys', async () => {
  const cart = await cartAtPayment({ quantity: 12, coupon: 'BEVEIK', email: somebody() });
  await shop.database.pool.query(`update coupon set used = usage_limit where code = 'BEVEIK'`);
  const told = await complete(cart, { expectedTotal: cart.total });
  expect(told).toMatchObject({ status: 409, body: { errorCode: 'order.promotion_changed' } });
  const now = (told.body as unknown as { context: { order: Order } }).context.order;
  expect(now.total).toBeGreaterThan(cart.total);
  expect(now.warnings.map((one) => one.errorCode)).toContain('coupon.not_eligible');
  const placed = await complete(cart, { expectedTotal: now.total });
  expect(placed).toMatchObject({ status: 200, body: { total: now.total } });
  expect((await uses())['BEVEIK']).toBe(100);
  await shop.database.pool.query(`update coupon set used = 99 where code = 'BEVEIK'`);
});

test('the last use of a code goes to one of those who press at the same moment', async () => {
  const carts = await Promise.all(
    Array.from({ length: 4 }, () => cartAtPayment({ quantity: 12, coupon: 'BEVEIK', email: somebody() })),
  );
  const answers = await Promise.all(carts.map((cart) => complete(cart, { expectedTotal: cart.total })));
  expect(answers.map((one) => one.status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  for (const one of answers)
    if (one.status === 409)
      expect(one.body).toMatchObject({ errorCode: 'order.promotion_changed', context: { order: {} } });
  expect((await uses())['BEVEIK']).toBe(100);
});

test('a promotion with a limit is given so often, also to those who press at the same moment', async () => {
  await shop.database.pool.query(
    `insert into cart_promotion (code, name, priority, channels, actions, usage_limit)
     values ('FIRST_TWO', '{"en": "The first two"}', 5, '{retail}',
       '[{"type": "order_fixed_discount", "amount": 100}]', 2)`,
  );
  const carts = await Promise.all(
    (await differentGoods(4)).map((goods) => cartAtPayment({ goods, quantity: 1, email: somebody() })),
  );
  expect(carts.every((cart) => cart.promotions.some((one) => one.code === 'FIRST_TWO'))).toBe(true);
  const answers = await Promise.all(carts.map((cart) => complete(cart, { expectedTotal: cart.total })));
  expect(answers.map((one) => one.status).sort((a, b) => a - b)).toEqual([200, 200, 409, 409]);
  expect((await uses())['FIRST_TWO']).toBe(2);
  const next = await cartAtPayment({ quantity: 2, email: somebody() });
  expect(next.promotions.map((one) => one.code)).not.toContain('FIRST_TWO');
  const placed = answers.find((one) => one.status === 200);
  await changeOrderState(shop.orders.mail, placed?.body.tokenValue ?? '', 'cancel');
  expect((await uses())['FIRST_TWO']).toBe(1);
  await shop.database.pool.query(`delete from cart_promotion where code = 'FIRST_TWO'`);
});

test('the discount of a first purchase is given once to an e-mail, however it is written and how many press at once', async () => {
  const spelt = ['Pirmas@Example.LT', ' pirmas@example.lt', 'PIRMAS@EXAMPLE.LT', 'pirmas@example.lt'];
  const goods = await differentGoods(5);
  const intent = goods.pop();
  const carts = await Promise.all(
    goods.map((code, at) => cartAtPayment({ goods: code, quantity: 1, email: spelt[at] ?? '' })),
  );
  const isFirst = (order: Order) => order.promotions.some((one) => one.code === 'FIRST_ORDER');
  expect(carts).toHaveLength(4);
  expect(carts.every(isFirst)).toBe(true);
  const answers = await Promise.all([
    ...carts.map((cart) => complete(cart, { expectedTotal: cart.total })),
    shop.call(
      'POST',
      '/shop/order-intents',
      intentOf([{ productVariantCode: intent ?? '', quantity: 1 }], 1_000_000, {
        email: 'pirmas@example.LT',
        shippingAddress: address,
      }),
      { 'Idempotency-Key': deviceToken() },
    ),
  ]);
  const placed = answers.filter((answer) => answer.status < 300);
  expect(placed.filter((answer) => isFirst(answer.body))).toHaveLength(1);
  for (const answer of answers.slice(0, 4))
    if (answer.status !== 200)
      expect(answer.body).toMatchObject({ errorCode: 'order.promotion_changed', context: { order: {} } });
});

test("a member's cart has the discount of a first purchase from its first line on, as its order will, whatever its contacts were", async () => {
  const { ivan } = await signInPeople(shop);
  const asIvan = callsAs(shop, ivan.bearer);
  const isFirst = (order: Order) => order.promotions.some((one) => one.code === 'FIRST_ORDER');
  // What stands of theirs in the demo shop they never got.
  await shop.database.pool.query(`update "order" set state = 'cancelled' where customer_id = $1`, [ivan.id]);
  const goods = await differentGoods(2);
  const cartOf = async (productVariantCode = '') => {
    const { body } = await asIvan('POST', '/shop/orders', {});
    return (await asIvan('POST', `${path(body)}/items`, { productVariantCode, quantity: 1 })).body;
  };
  const cart = await cartOf(goods[0]);
  expect(cart.customer).toBeUndefined();
  expect(isFirst(cart)).toBe(true);
  const withContacts = (await asIvan('PUT', path(cart), { contact: jonas })).body;
  expect(withContacts).toMatchObject({ customer: { email: people.ivan.email }, total: cart.total });

  // Whoever shares this address has bought: it was typed before the sign-in, and is not the one of Ivan's order.
  const shared = somebody();
  expect((await complete(await cartAtPayment({ quantity: 2, email: shared }))).status).toBe(200);
  const asGuest = await cartAtPayment({ goods: goods[1] ?? '', quantity: 1, email: shared });
  expect(isFirst(asGuest)).toBe(false);
  await shop.call('POST', `/shop/authentication-token?orderToken=${asGuest.tokenValue}`, people.ivan);
  expect(isFirst((await asIvan('GET', path(cart))).body)).toBe(true);

  // Bought as a guest with the address of the account: no cart of it is a first one any more.
  expect((await complete(await cartAtPayment({ quantity: 2, email: 'IVAN.demo@example.com' }))).status).toBe(
    200,
  );
  expect(isFirst(await cartOf(goods[0]))).toBe(false);
});

test('a cancellation waits for the code before it holds a promotion, as a completion does', async () => {
  const cart = await cartAtPayment({ quantity: 12, coupon: 'PAVASARIS10', email: somebody() });
  const placed = await complete(cart);
  const codes = placed.body.promotions.map((one) => one.code);
  expect(codes).toContain('COUPON_PAVASARIS');
  const other = await shop.database.pool.connect();
  let cancelling: Promise<unknown> = Promise.resolve();
  try {
    await other.query(`begin; select 1 from coupon where code = 'PAVASARIS10' for update`);
    cancelling = changeOrderState(shop.orders.mail, cart.tokenValue, 'cancel');
    await vi.waitFor(async () => {
      const waiting = await shop.database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting.rows).toHaveLength(1);
    });
    const free = await other.query(
      'select 1 from cart_promotion where code = any($1) for update skip locked',
      [codes],
    );
    expect(free.rows).toHaveLength(codes.length);
  } finally {
    await other.query('rollback');
    other.release();
    await cancelling;
  }
});

test('nobody waits for a promotion with a limit that only codes give which are not theirs', async () => {
  await shop.database.pool.query(
    `insert into cart_promotion (code, name, priority, coupon_based, channels, actions, usage_limit)
     values ('OTHER_CODES', '{"en": "Of other codes"}', 5, true, '{retail}',
       '[{"type": "order_fixed_discount", "amount": 100}]', 2)`,
  );
  const cart = await cartAtPayment({ quantity: 1, email: somebody() });
  const other = await shop.database.pool.connect();
  try {
    await other.query(`begin; select 1 from cart_promotion where code = 'OTHER_CODES' for update`);
    expect((await complete(cart)).status).toBe(200);
  } finally {
    await other.query('rollback');
    other.release();
  }
});
