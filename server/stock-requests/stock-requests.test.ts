/** Requests to hear when goods are back, against a real database. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shapes } from '#contract/calls/shapes.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { writeStockLetters } from './stock-request-commands.ts';

interface Answer {
  id: number;
  state: string;
  errorCode: string;
  detail: string;
  violations: { propertyPath: string }[];
  data: { productVariantCode: string }[];
}
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
const setStock = (pieces: number) =>
  shop.database.pool.query(
    `update stock set on_hand = $1, on_hold = 0 where variant_id = (select id from product_variant where code = 'DS1001A')`,
    [pieces],
  );
beforeEach(async () => {
  await shop.database.pool.query('delete from stock_request; delete from mail_outbox');
  await setStock(0);
});
afterAll(() => shop.close());

const ask = (body: unknown, headers: Record<string, string> = {}) =>
  shop.call<Answer>('POST', '/shop/stock-requests', body, { 'Idempotency-Key': randomUUID(), ...headers });
const whole = { productVariantCode: 'DS1001A', email: 'ruta@example.com', acceptedPrivacyPolicy: true };
const count = async (table: string) =>
  Number((await shop.database.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

test('R1.38 a guest asks for goods that are sold out; asking twice is asking once', async () => {
  const first = await ask(whole);
  expect(first.status).toBe(201);
  expect(shapes.requestStock.response.parse(first.body)).toEqual({
    productVariantCode: 'DS1001A',
    state: 'pending',
  });
  // Whoever types an address learns nothing of it.
  const again = await ask({ ...whole, email: ' RUTA@example.com ' });
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(again.body).not.toHaveProperty('id');
  expect(await count('stock_request')).toBe(1);
  // Another address and another language are another request.
  expect((await ask({ ...whole, email: 'jonas@example.com' }, { 's-locale': 'lt' })).status).toBe(201);
});

test('R1.38 goods in stock, unknown goods and a form that is not whole are refused with a reason', async () => {
  await setStock(1);
  expect(await ask(whole)).toMatchObject({
    status: 409,
    body: { errorCode: 'stock_request.in_stock', detail: 'This product is in stock.' },
  });
  expect(await ask({ ...whole, productVariantCode: 'NOTHING' })).toMatchObject({
    status: 422,
    body: { errorCode: 'stock_request.variant_unknown' },
  });
  await setStock(0);
  const refused = await ask({ productVariantCode: 'DS1001A', email: 'not an address' });
  expect(refused.status).toBe(422);
  expect(refused.body.violations.map((one) => one.propertyPath)).toEqual(['email', 'acceptedPrivacyPolicy']);
  for (const body of [
    {},
    { ...whole, productVariantCode: '' },
    { ...whole, extra: 1 },
    { ...whole, email: 5 },
    [],
    null,
    { ...whole, productVariantCode: "x' or 1=1" },
  ])
    expect((await ask(body)).status).toBeGreaterThanOrEqual(400);
  for (const body of [{}, { ...whole, email: 'x'.repeat(2000) }])
    expect((await ask(body)).status).toBeLessThan(500);
  expect(await count('stock_request')).toBe(0);
});

test('one letter goes out when the goods are back, in the language of the request, and nothing is kept of it', async () => {
  await ask(whole, { 's-locale': 'lt' });
  expect(await writeStockLetters(shop.orders.mail)).toBe(0);
  await shop.database.pool.query('delete from mail_outbox');
  await setStock(3);
  expect(await writeStockLetters(shop.orders.mail)).toBe(1);
  expect(await writeStockLetters(shop.orders.mail)).toBe(0);
  expect(await count('stock_request')).toBe(0);
  const sent: { to: string; subject: string; text: string }[] = [];
  const { transport } = shop.orders.mail;
  await sendDueMails({
    ...shop.orders.mail,
    transport: {
      ...transport,
      send: async (mail: Parameters<typeof transport.send>[0]) => void sent.push(mail),
    },
  });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    to: 'ruta@example.com',
    subject: expect.stringMatching(/^Vėl yra: Morkų sėklos/) as string,
  });
  expect(sent[0]?.text).toMatch(/http:\/\/localhost\/p\/[\w-]+-\d+\?variant=DS1001A\n/);
});

test('who is signed in needs no address, and sees what is asked for', async () => {
  const { body } = await shop.call<{ token: string }>('POST', '/shop/authentication-token', {
    email: 'rasa.demo@example.com',
    password: 'Demo-Rasa-1',
  });
  const bearer = { Authorization: `Bearer ${body.token}` };
  expect((await ask({ productVariantCode: 'DS1001A' }, bearer)).status).toBe(201);
  const own = await shop.call<Answer>('GET', '/shop/stock-requests', undefined, bearer);
  expect(own.body.data.map((one) => one.productVariantCode)).toEqual(['DS1001A']);
  expect((await shop.call('GET', '/shop/stock-requests')).status).toBe(401);
});

test('a letter says what was asked for, and its link takes the request back (STK-03)', async () => {
  await ask(whole, { 's-locale': 'lt' });
  await ask(whole, { 's-locale': 'lt' });
  const sent: { to: string; subject: string; text: string }[] = [];
  const { transport } = shop.orders.mail;
  await sendDueMails({
    ...shop.orders.mail,
    transport: {
      ...transport,
      send: async (mail: Parameters<typeof transport.send>[0]) => void sent.push(mail),
    },
  });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    to: 'ruta@example.com',
    subject: expect.stringMatching(/^Pranešime, kai vėl bus: Morkų sėklos/) as string,
  });
  const hash = /http:\/\/localhost\/laukiama-preke\/(\S+)/.exec(sent[0]?.text ?? '')?.[1] ?? '';
  const kept = await shop.database.pool.query<{ payload: unknown }>('select payload from mail_outbox');
  expect(kept.rows).toEqual([{ payload: {} }]);
  const withdraw = (link: string) =>
    shop.call<Answer>('DELETE', `/shop/stock-requests/${encodeURIComponent(link)}`);
  for (const wrong of [
    `${hash}x`,
    hash.replace(/^\d+/, (id) => String(Number(id) + 1)),
    '1',
    'x'.repeat(300),
    '0_',
    '../x',
  ]) {
    const refused = await withdraw(wrong);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
  }
  expect(await count('stock_request')).toBe(1);
  expect((await withdraw(hash)).status).toBe(204);
  expect(await count('stock_request')).toBe(0);
  expect(await withdraw(hash)).toMatchObject({
    status: 404,
    body: { errorCode: 'stock_request.not_found', detail: 'There is no such request.' },
  });
  await setStock(3);
  expect(await writeStockLetters(shop.orders.mail)).toBe(0);
});
