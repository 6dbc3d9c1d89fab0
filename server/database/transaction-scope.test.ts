import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { inScope } from './transaction-scope.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a call waits five seconds for a row that somebody else holds, other transactions as long as they may run', async () => {
  const { db } = database;
  const read = async (trx: typeof db) => {
    const { rows } = await sql<{
      wait: string;
      level: string;
    }>`select current_setting('lock_timeout') as wait, current_setting('transaction_isolation') as level`.execute(
      trx,
    );
    return rows[0];
  };
  const level = 'read committed';
  expect(await inScope(db, read)).toEqual({ wait: '5s', level });
  expect(await inTransaction(db, read)).toEqual({ wait: '0', level });
  // One that begins beside a call's, on a connection of its own.
  expect(await inScope(db, () => inTransaction(db, read))).toEqual({ wait: '0', level });
});

test('who waits in a circle again and again is asked to come back: that is no fault of the shop', async () => {
  const circle = async () => {
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  };
  await expect(inScope(database.db, circle)).rejects.toMatchObject({ status: 503, errorCode: 'server.busy' });
});
