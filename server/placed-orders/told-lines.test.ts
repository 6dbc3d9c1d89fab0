/** What the log says of orders and mails: what happened and when, and nothing of a person. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { afterCommit, inScope, withSavepoint } from '#server/database/transaction-scope.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import {
  cartWith,
  consents,
  intentOf,
  openTestShop,
  placedOrder,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
}, 60_000);
afterAll(() => shop.close());
beforeEach(() => void shop.told.splice(0));

test('an order is told once, when it is placed for good', async () => {
  const cart = await readyToPay(shop, await cartWith(shop, goods.code, 2));
  const key = { 'Idempotency-Key': randomUUID() };
  const at = `/shop/orders/${cart.tokenValue}/complete`;
  const refused = await shop.send('PATCH', at, { ...consents, expectedTotal: 1 });
  expect([refused.status, shop.told]).toEqual([409, []]);
  const placed = await shop.call<{ number: string; total: number }>('PATCH', at, consents, key);
  const line = {
    what: 'order placed',
    channel: 'retail',
    number: placed.body.number,
    total: placed.body.total,
    lines: 1,
  };
  expect(shop.told).toEqual([line]);
  // The same press again, and another one.
  await shop.call('PATCH', at, consents, key);
  await shop.send('PATCH', at, consents);
  expect(shop.told).toEqual([line]);
  const intent = intentOf([{ productVariantCode: goods.code, quantity: 1 }], goods.price + 499);
  await shop.send('POST', '/shop/order-intents', intent);
  expect(shop.told.map(({ what }) => what)).toEqual(['order placed', 'order placed']);
  expect(JSON.stringify(shop.told)).not.toMatch(/jonas|Žukauskas|\+370/i);
});

test('what was undone is not told', async () => {
  const told: string[] = [];
  await inScope(shop.database.db, async (trx) => {
    afterCommit(() => told.push('first'));
    await withSavepoint(trx, () => {
      afterCommit(() => told.push('undone'));
      return Promise.reject(new Error('no'));
    }).catch(() => {});
    expect(told).toEqual([]);
  });
  const failed = inScope(shop.database.db, () => {
    afterCommit(() => told.push('rolled back'));
    return Promise.reject(new Error('no'));
  });
  await expect(failed).rejects.toThrow('no');
  expect(told).toEqual(['first']);
});

test('a mail is told when it went, and with its fault when it did not', async () => {
  const { mail } = shop.orders;
  await sendDueMails(mail);
  shop.told.splice(0);
  await placedOrder(shop, goods.code);
  shop.told.splice(0);
  const faults: unknown[] = [];
  const failing = {
    ...mail,
    report: (error: unknown, what: string, facts = {}) =>
      faults.push([(error as Error).message, what, facts]),
    transport: { ...mail.transport, send: () => Promise.reject(new Error('550 refused')) },
  };
  expect(await sendDueMails(failing)).toBe(0);
  const facts = { mail: expect.any(Number) as number, kind: 'order_placed', attempts: 1 };
  expect([faults, shop.told]).toEqual([[['550 refused', 'mail was not sent', facts]], []]);
  shop.clock.at = new Date(Date.now() + 60 * 60 * 1000);
  expect(await sendDueMails(mail)).toBe(1);
  expect(shop.told).toEqual([{ ...facts, what: 'mail sent', attempts: 2 }]);
  shop.clock.at = null;
});
