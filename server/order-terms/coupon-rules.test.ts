/** Orders of a person are counted by their index, though calls plan for all values (`transaction.ts`). */
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { countPlacedOrders } from './coupon-rules.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('placed orders of an e-mail are found by the index of placed orders, whatever the e-mail is', async () => {
  const { db } = database;
  const query = vi.spyOn(Client.prototype, 'query');
  await countPlacedOrders(db, { channelId: 1, buyer: { email: 'a@b.lt', customerId: null } });
  const asked = query.mock.calls.map(([given]) => (given as unknown as { text: string }).text).at(-1) ?? '';
  query.mockRestore();
  expect(asked).toContain('lower(email)');
  const plan = await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql.raw<Record<string, string>>(`explain (generic_plan) ${asked}`).execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('order_email');
});
