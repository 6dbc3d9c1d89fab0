/** Orders of a person are counted by their index, though calls plan for all values (`transaction.ts`). */
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { countPlacedOrders } from '#server/order-terms/coupon-rules.ts';
import { loadOrder } from './order-parts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** How the last statement of `work` is done, whatever its values are. */
async function planOf(work: (db: TestDatabase['db']) => Promise<unknown>): Promise<string> {
  const { db } = database;
  const query = vi.spyOn(Client.prototype, 'query');
  await work(db);
  const asked = query.mock.calls.map(([given]) => (given as unknown as { text: string }).text).at(-1) ?? '';
  query.mockRestore();
  expect(asked).toContain('lower(p.email)');
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql.raw<Record<string, string>>(`explain (generic_plan) ${asked}`).execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

test('placed orders of an e-mail are found by the index of placed orders, whatever the e-mail is', async () => {
  const plan = await planOf((db) =>
    countPlacedOrders(db, { channelId: 1, buyer: { email: 'a@b.lt', customerId: null } }),
  );
  expect(plan).toContain('order_email');
});

test('whether the buyer of a cart has bought before is looked for among the orders of the address, not among all', async () => {
  const plan = await planOf((db) => loadOrder(db, { id: 1, channel_id: 1 }).catch(() => undefined));
  expect(plan).toContain('Index Cond: (lower(email) = lower(COALESCE(');
});
