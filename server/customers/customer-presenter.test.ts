import { afterAll, beforeAll, expect, test } from 'vitest';
import { customer } from '#contract/customers.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { presentCustomer } from './customer-presenter.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('every customer of the demo shop is in the shape of the contract, companies too', async () => {
  const { rows } = await database.pool.query<{ id: number; is_company: boolean }>(
    'select id, is_company from customer',
  );
  expect(rows.some((row) => row.is_company)).toBe(true);
  for (const { id } of rows)
    expect(
      customer.safeParse(await presentCustomer(database.db, id, 'retail', new Date())).error,
    ).toBeUndefined();
});
