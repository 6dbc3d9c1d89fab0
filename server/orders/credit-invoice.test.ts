import { afterAll, beforeAll, expect, test } from 'vitest';
import { payWithin } from '#domain/order-states.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { isPaymentEligible } from './checkout-eligibility.ts';
import { loadPaymentMethods } from './order-store.ts';
import { rightsOf } from './restricted-goods.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the invoice of 14 days is offered to a farm with an accepted and valid certificate, and to nobody else', async () => {
  const { rows } = await database.pool.query<{
    id: number;
    certificate: { state: string; validUntil: string } | null;
  }>('select id, certificate from customer order by id');
  const method = (await loadPaymentMethods(database.db, 'business')).find(
    (one) => one.code === 'CREDIT_INVOICE',
  );
  if (!method) throw new Error('The seed has no invoice on credit.');
  const now = new Date();
  const offered = await Promise.all(
    rows.map(async ({ id }) =>
      isPaymentEligible(method, 10_000, ['courier'], await rightsOf(database.db, id, now)),
    ),
  );
  const holders = rows.map(
    ({ certificate }) =>
      certificate?.state === 'accepted' && Date.parse(certificate.validUntil) > now.getTime(),
  );
  expect(offered).toEqual(holders);
  expect(offered).toContain(true);
  expect(isPaymentEligible(method, 10_000, ['courier'], await rightsOf(database.db, null, now))).toBe(false);
  expect(payWithin({ kind: method.kind, code: method.code })).toBe(14 * 24 * 60 * 60 * 1000);
});
