import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import { encodeIntent } from '#domain/waiting/intent-text.ts';
import { callsAs, signInPeople } from '#tests/server/test-people.ts';
import { intentOf, openTestShop, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';
import { placeIntentText, readIntentText } from './place-intent-text.ts';

let shop: TestShop;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
}, 60_000);
afterAll(() => shop.close());

const good = (): OrderIntentBody =>
  intentOf([{ productVariantCode: goods.code, quantity: 2 }], goods.price * 2 + 499);
const textOf = (body: OrderIntentBody, key: string) =>
  encodeIntent({ key, channel: 'retail', locale: 'en', body });
const orders = async () =>
  (
    await shop.database.pool.query<{ n: number }>(
      `select count(*)::int as n from "order" where state <> 'cart'`,
    )
  ).rows[0]?.n ?? 0;

test('a text read at the shop, read again, and the phone that sends it after all make one order', async () => {
  const [body, key, before] = [good(), randomUUID(), await orders()];
  const first = await placeIntentText(shop.app, `Užsakymas: ${textOf(body, key)} Ačiū`);
  expect(first).toMatch(/^Order \d+: 2 pieces in 1 line, [\d.]+ EUR, for jonas@example\.lt\.$/);
  const number = /Order (\d+)/.exec(first)?.[1];
  expect(await placeIntentText(shop.app, textOf(body, key))).toMatch(
    new RegExp(`^Order ${number}: .* nothing was bought again`),
  );
  const sent = await shop.call('POST', '/shop/order-intents', body, { 'Idempotency-Key': key });
  expect(sent).toMatchObject({ status: 201, body: { number } });
  expect(sent.headers.get('idempotency-replayed')).toBe('true');
  expect(await orders()).toBe(before + 1);
});

test('CHK-19 what an order says of the cart alone does not stand in its text, and text and phone make one order all the same', async () => {
  const [body, key, before] = [good(), randomUUID(), await orders()];
  const addedHere = [{ productVariantCode: goods.code, quantity: 1 }];
  const whole = { ...body, addedHere, exceptTokens: [body.tokenValue] };
  expect(textOf(whole, key)).toBe(textOf(body, key));
  await placeIntentText(shop.app, textOf(whole, key));
  const send = (sent: OrderIntentBody) =>
    shop.call('POST', '/shop/order-intents', sent, { 'Idempotency-Key': key });
  expect((await send(whole)).headers.get('idempotency-replayed')).toBe('true');
  expect(await orders()).toBe(before + 1);
  expect((await send({ ...whole, takenOut: addedHere })).status).toBe(422);
});

test('the phone first and the text at the same moment or after it make one order as well', async () => {
  const [body, key, before] = [good(), randomUUID(), await orders()];
  const send = () => shop.call('POST', '/shop/order-intents', body, { 'Idempotency-Key': key });
  const results = await Promise.allSettled([send(), placeIntentText(shop.app, textOf(body, key)), send()]);
  // Whoever met a twin at work was told to come back; then it gets the same order.
  expect(results.some((one) => one.status === 'fulfilled')).toBe(true);
  const told = await placeIntentText(shop.app, textOf(body, key));
  expect(told).toContain('nothing was bought again');
  expect(await orders()).toBe(before + 1);
});

test('what the shop refuses is said in a line for each reason, and nothing is bought', async () => {
  const before = await orders();
  const dear = textOf({ ...good(), expectedTotal: 100 }, randomUUID());
  await expect(placeIntentText(shop.app, dear)).rejects.toThrow(
    /^Not ordered: order\.total_changed\.[^]*The buyer agreed to 1\.00 EUR; today it would be [\d.]+ EUR\.$/,
  );
  await expect(placeIntentText(shop.app, textOf({ ...good(), email: 'x' }, randomUUID()))).rejects.toThrow(
    /address\.invalid[^]*email: /,
  );
  await expect(placeIntentText(shop.app, 'Laba diena')).rejects.toThrow(/There is no order in this text/);
  const whole = textOf(good(), randomUUID());
  await expect(placeIntentText(shop.app, whole.slice(0, -9))).rejects.toThrow(/damaged or cut off/);
  await expect(placeIntentText(shop.app, whole.replace('ARIMAS1', 'ARIMAS9'))).rejects.toThrow(
    /newer version/,
  );
  expect(await orders()).toBe(before);
});

test('a text that spends points is refused, for nobody is signed in, and the member who sends it after all is not told that refusal', async () => {
  const { rasa } = await signInPeople(shop);
  await shop.database.pool.query(
    `insert into loyalty_entry (membership_id, points, reason)
     select id, 50, 'given' from loyalty_membership where customer_id = $1`,
    [rasa.id],
  );
  const [whole, key, before] = [good(), randomUUID(), await orders()];
  const body = { ...whole, points: 50, expectedTotal: whole.expectedTotal - 500 };
  const asRasa = callsAs(shop, rasa.bearer);
  await expect(placeIntentText(shop.app, textOf(body, key))).rejects.toThrow(/loyalty\.not_member/);
  await expect(placeIntentText(shop.app, textOf(body, key))).rejects.toThrow(/loyalty\.not_member/);
  // What became of it is not said by a refusal that is not theirs.
  expect(await asRasa('GET', `/shop/order-intents/${key}`)).toMatchObject({ status: 404 });
  expect(await asRasa('POST', '/shop/order-intents', { ...body, notes: 'another' }, key)).toMatchObject({
    status: 422,
    body: { errorCode: 'idempotency.key_reused' },
  });
  expect(await asRasa('POST', '/shop/order-intents', body, key)).toMatchObject({
    status: 201,
    body: { total: body.expectedTotal, loyalty: { pointsSpent: 50 } },
  });
  expect(await orders()).toBe(before + 1);
  await expect(placeIntentText(shop.app, textOf(body, key))).rejects.toThrow(/order\.not_found/);
  expect(await orders()).toBe(before + 1);
});

test('the text may stand in the command, or in a file', () => {
  const text = textOf(good(), randomUUID());
  expect(readIntentText([text])).toBe(text);
  expect(readIntentText(text.split(/(?<=^.{40})/))).toContain(text.slice(40));
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'arimas-intent-')), 'sms.txt');
  writeFileSync(file, `${text}\n`);
  expect(readIntentText([file])).toBe(`${text}\n`);
  expect(() => readIntentText(['no-such-file.txt'])).toThrow(/no file of this name/);
});
