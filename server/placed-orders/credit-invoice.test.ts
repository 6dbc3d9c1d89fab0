import { afterAll, beforeAll, expect, test } from 'vitest';
import { payBy } from '#domain/order-states.ts';
import { acceptCertificate } from '#server/jobs/account-commands.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { isPaymentEligible } from '#server/order-store/checkout-eligibility.ts';
import { loadPaymentMethods } from '#server/order-store/order-store.ts';
import { rightsOf } from '#server/order-store/restricted-goods.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the invoice of 14 days is offered to a farm with an accepted and valid certificate, and to nobody else', async () => {
  const method = (await loadPaymentMethods(database.db, 'business')).find(
    (one) => one.code === 'CREDIT_INVOICE',
  );
  if (!method) throw new Error('The seed has no invoice on credit.');
  const { rows } = await database.pool.query<{ id: number }>('select id from customer order by id limit 1');
  const id = rows[0]?.id ?? 0;
  const offered = async (certificate: object | null, now: string) => {
    await database.pool.query('update customer set certificate = $2 where id = $1', [
      id,
      certificate && JSON.stringify({ number: 'A-1', holder: 'Jonas', ...certificate }),
    ]);
    const rights = await rightsOf(database.db, id, new Date(now));
    return isPaymentEligible(method, 10_000, ['courier'], rights);
  };
  const accepted = { state: 'accepted', validUntil: '2031-05-10' };
  expect(await offered(accepted, '2031-04-01T09:00:00Z')).toBe(true);
  // Through the whole of its last day, which ends at 21.00 UTC in summer.
  expect(await offered(accepted, '2031-05-10T20:59:00Z')).toBe(true);
  expect(await offered(accepted, '2031-05-10T21:01:00Z')).toBe(false);
  expect(await offered({ ...accepted, state: 'pending' }, '2031-04-01T09:00:00Z')).toBe(false);
  expect(await offered(null, '2031-04-01T09:00:00Z')).toBe(false);
  expect(isPaymentEligible(method, 10_000, ['courier'], await rightsOf(database.db, null, new Date()))).toBe(
    false,
  );
  const { rows: accounts } = await database.pool.query<{ email: string }>(
    'select email from customer where id = $1',
    [id],
  );
  const email = accounts[0]?.email ?? '';
  const mayPay = async () =>
    isPaymentEligible(
      method,
      10_000,
      ['courier'],
      await rightsOf(database.db, id, new Date('2031-04-01T09:00:00Z')),
    );
  // The shop's own hand opens it and takes it back.
  const seen = { number: 'A-1', validUntil: '2031-05-10', holder: 'Jonas' };
  const hands = { db: database.db, now: () => new Date('2031-04-01T09:00:00Z') };
  await acceptCertificate(hands, email.toUpperCase(), seen);
  expect(await mayPay()).toBe(true);
  await acceptCertificate(hands, email, null);
  expect(await mayPay()).toBe(false);
  for (const [who, what] of [
    ['nobody@example.com', seen],
    [email, { ...seen, validUntil: 'soon' }],
    [email, { ...seen, validUntil: '2031-02-30' }],
    [email, { ...seen, validUntil: '2031-03-31' }],
    [email, { ...seen, holder: ' ' }],
  ] as const)
    await expect(acceptCertificate(hands, who, what)).rejects.toThrow(
      /no account|should be one like|is over since|a number and a holder/,
    );
  expect(await mayPay()).toBe(false);
  expect(payBy(new Date('2031-05-01T09:00:00Z'), method)?.toISOString()).toBe('2031-05-15T09:00:00.000Z');
});
