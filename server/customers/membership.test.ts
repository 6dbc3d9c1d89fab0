/** Joining the loyalty programme and leaving it (contract LOY-03, LOY-04). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Customer } from '#contract/customers.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { isGtin } from '#domain/fields/gtin.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { correctPoints } from '#server/jobs/keeper-points.ts';
import { cancelOrder } from '#server/placed-orders/order-events.ts';
import { callsAs, signInPeople } from '#tests/server/test-people.ts';
import { whileHeld } from '#tests/server/while-held.ts';
import {
  cartWith,
  consents,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let asIvan: ReturnType<typeof callsAs>;
let asRasa: ReturnType<typeof callsAs>;
let ivan: number;
beforeAll(async () => {
  shop = await openTestShop();
  const people = await signInPeople(shop);
  ivan = people.ivan.id;
  asIvan = callsAs(shop, people.ivan.bearer);
  asRasa = callsAs(shop, people.rasa.bearer);
}, 60_000);
afterAll(() => shop.close());
beforeEach(() => shop.database.pool.query('delete from loyalty_membership where customer_id = $1', [ivan]));

const code = 'KLUBAS';
const join = (more: object = {}, as = asIvan, key: string = randomUUID()) =>
  as<Customer>('POST', '/shop/customer-loyalty-rules', { loyaltyRuleCode: code, ...more }, key);
const leave = (id: number | string, as = asIvan, body: object = { loyaltyRuleCode: code }, key?: string) =>
  as<Customer>('PATCH', `/shop/customer-loyalty-rules/${id}/leave`, body, key);
const cardOf = ({ body }: { body: Customer }) => {
  const [card] = body.loyaltyRules;
  if (!card) throw new Error('No member');
  return card;
};
const give = (membership: number, points: number) =>
  shop.database.pool.query(
    "insert into loyalty_entry (membership_id, points, reason) values ($1, $2, 'given')",
    [membership, points],
  );

test('R1.29 R7.51 joining answers with the customer: a card of 13 digits with its check digit, no points; twice is one card', async () => {
  const key = randomUUID();
  const joined = await join({}, asIvan, key);
  expect(joined.status).toBe(201);
  const card = cardOf(joined);
  expect(card).toMatchObject({ loyaltyCard: { pointsTotal: 0 }, loyaltyRule: { code } });
  expect(card.loyaltyCard.number).toMatch(/^290\d{10}$/);
  expect(isGtin(card.loyaltyCard.number)).toBe(true);
  expect(await join({}, asIvan, key)).toMatchObject({ status: 201, body: { loyaltyRules: [card] } });
  expect(await join()).toMatchObject({ status: 409, body: { errorCode: 'loyalty.already_member' } });
  const { body } = await asIvan<{ data: Customer[] }>('GET', '/shop/customers/me');
  expect(body.data[0]?.loyaltyRules).toEqual([card]);
});

test('presses at the same moment make one card', async () => {
  const answers = await Promise.all([join(), join(), join()]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
});

test('joining and leaving hold the customer before their carts: who holds the customer, as a claim does, gets the carts', async () => {
  const { pool } = shop.database;
  const { body } = await asIvan('POST', '/shop/orders', {});
  const claims = (work: () => Promise<{ status: number; body: Customer }>) =>
    whileHeld(
      pool,
      ['select 1 from customer where id = $1 for no key update', [ivan]],
      ['select 1 from "order" where token = $1 for update nowait', [body.tokenValue]],
      work,
    );
  const joined = await claims(() => join());
  expect(joined.status).toBe(201);
  expect((await claims(() => leave(cardOf(joined).id))).status).toBe(200);
});

test('a plastic card keeps its number; one that is taken or no number is refused at its field', async () => {
  const number = '2900000000124';
  expect(isGtin(number)).toBe(true);
  const rasas = cardOf({
    body: (await asRasa<{ data: Customer[] }>('GET', '/shop/customers/me')).body.data[0] as Customer,
  });
  for (const [cardNumber, errorCode] of [
    [rasas.loyaltyCard.number, 'loyalty.card_taken'],
    ['2900000000125', 'form.invalid'],
    ['40170725', 'form.invalid'],
    ['<b>', 'form.invalid'],
  ] as const)
    expect(await join({ cardNumber })).toMatchObject({
      status: 422,
      body: { errorCode, violations: [{ propertyPath: 'cardNumber' }] },
    });
  expect(cardOf(await join({ cardNumber: number })).loyaltyCard.number).toBe(number);
});

test('R6.23 joining and leaving need a sign-in; what is no such call, programme or membership is refused in words', async () => {
  const key = { 'Idempotency-Key': randomUUID() };
  for (const [method, path] of [
    ['POST', '/shop/customer-loyalty-rules'],
    ['PATCH', '/shop/customer-loyalty-rules/1/leave'],
  ] as const)
    expect((await shop.call(method, path, { loyaltyRuleCode: code }, key)).status).toBe(401);
  expect(await join({ loyaltyRuleCode: 'NERA' })).toMatchObject({
    status: 422,
    body: { errorCode: 'loyalty.rule_unknown', violations: [{ propertyPath: 'loyaltyRuleCode' }] },
  });
  for (const wrong of [{ loyaltyRuleCode: 5 }, { more: 1 }, { cardNumber: null }])
    expect((await join(wrong)).status).toBe(400);
  for (const cardNumber of ['1'.repeat(99), '2900000000019', 'x'])
    expect(await join({ cardNumber })).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'cardNumber' }] },
    });
  const own = cardOf(await join());
  const rasas = cardOf({
    body: (await asRasa<{ data: Customer[] }>('GET', '/shop/customers/me')).body.data[0] as Customer,
  });
  for (const [id, body] of [
    [rasas.id, undefined],
    [own.id, { loyaltyRuleCode: 'NERA' }],
    [2_147_483_647, undefined],
  ] as const)
    expect(await leave(id, asIvan, body)).toMatchObject({
      status: 404,
      body: { errorCode: 'loyalty.not_member' },
    });
  for (const [id, body] of [
    ['x', undefined],
    [own.id, {}],
    [own.id, { loyaltyRuleCode: code, points: 1 }],
  ] as const)
    expect((await leave(id, asIvan, body)).status).toBeGreaterThanOrEqual(400);
  expect((await leave('x')).status).toBeLessThan(500);
});

test('R4.31 R7.52 leaving ends card and points at once; joined again there are none, nor of what an old order gives back', async () => {
  const first = cardOf(await join());
  await give(first.id, 300);
  const goods = await sellableVariant(shop);
  const cart = await readyToPay(shop, await cartWith(shop, goods.code, Math.ceil(2000 / goods.price)));
  await shop.database.pool.query('update "order" set customer_id = $2 where token = $1', [
    cart.tokenValue,
    ivan,
  ]);
  const pointed = await asIvan('PUT', `/shop/orders/${cart.tokenValue}/loyalty-points`, { points: 50 });
  const placed = await asIvan('PATCH', `/shop/orders/${cart.tokenValue}/complete`, {
    ...consents,
    expectedTotal: pointed.body.total,
  });
  expect(placed.status).toBe(200);
  const key = randomUUID();
  const left = await leave(first.id, asIvan, undefined, key);
  expect(left).toMatchObject({ status: 200, body: { loyaltyRules: [] } });
  expect((await leave(first.id, asIvan, undefined, key)).status).toBe(200);
  expect(await leave(first.id)).toMatchObject({ status: 404, body: { errorCode: 'loyalty.not_member' } });
  const again = cardOf(await join());
  expect(again.loyaltyCard.pointsTotal).toBe(0);
  expect(again.id).not.toBe(first.id);
  const { db } = shop.database;
  const order = await db
    .selectFrom('order')
    .innerJoin('channel', 'channel.id', 'order.channel_id')
    .selectAll('order')
    .select('channel.code as channel_code')
    .where('token', '=', cart.tokenValue)
    .executeTakeFirstOrThrow();
  await inTransaction(db, (trx) => cancelOrder(trx, order, 'test', new Date()));
  const { body } = await asIvan<{ data: Customer[] }>('GET', '/shop/customers/me');
  expect(body.data[0]?.loyaltyRules[0]?.loyaltyCard.pointsTotal).toBe(0);
});

test('points on an open cart are taken off it when their owner leaves', async () => {
  const card = cardOf(await join());
  await give(card.id, 300);
  const goods = await sellableVariant(shop);
  const { tokenValue } = await cartWith(shop, goods.code, Math.ceil(2000 / goods.price));
  await shop.database.pool.query('update "order" set customer_id = $2 where token = $1', [tokenValue, ivan]);
  const used = await asIvan('PUT', `/shop/orders/${tokenValue}/loyalty-points`, { points: 50 });
  expect(used.body.loyaltyDiscountTotal).toBe(-500);
  await leave(card.id);
  const { body } = await asIvan('GET', `/shop/orders/${tokenValue}`);
  expect(body).toMatchObject({
    loyaltyDiscountTotal: 0,
    loyalty: { available: false, pointsSpent: 0 },
    warnings: [],
  });
  expect(body.version).toBeGreaterThan(used.body.version);
});

test('a member reads what happened to the points, the last first, a correction with its words; nobody else does', async () => {
  const history = (as: typeof asIvan, query = '') =>
    as<{ data: unknown[]; meta: { totalItems: number } }>(
      'GET',
      `/shop/customers/me/loyalty-transactions${query}`,
    );
  expect((await history(asIvan)).body.data).toEqual([]);
  const { id } = cardOf(await join());
  const { pool } = shop.database;
  await pool.query(
    `insert into loyalty_entry (membership_id, points, reason, order_id, created_at)
     select $1, 7, 'earned', (select id from "order" where number is not null limit 1), '2026-01-01'`,
    [id],
  );
  await give(id, 3);
  await correctPoints(shop.orders.mail, 'ivan.demo@example.com', 'take', ['2', 'counted', 'twice']);
  const { body } = await history(asIvan);
  expect(shapes.pointsHistory.response.safeParse(body).error?.issues ?? []).toEqual([]);
  expect(body.data).toMatchObject([
    { points: -2, kind: 'corrected', note: 'counted twice' },
    { points: 3, kind: 'other' },
    { points: 7, kind: 'earned' },
  ]);
  expect((await history(asIvan, '?itemsPerPage=1&page=3')).body).toMatchObject({
    data: [{ points: 7 }],
    meta: { totalItems: 3 },
  });
  expect(JSON.stringify((await history(asRasa)).body)).not.toContain('counted twice');
  expect((await shop.call('GET', '/shop/customers/me/loyalty-transactions')).status).toBe(401);
});
