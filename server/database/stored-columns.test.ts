/** What is stored is read: a setting that nothing reads says that the shop does what it does not. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

/** Of what the shop does not have yet, or no longer reads until migrations may contract (decisions 23, 36). */
const notRead: readonly string[] = [
  'channel.skip_payment_step',
  'channel.skip_shipping_step',
  'channel.split_mode',
  'channel.withdrawal_function',
  'loyalty_membership.joined_at',
  'pickup_point.max_size',
];

test('every column of the database is read or written by the server', async () => {
  const server = path.join(import.meta.dirname, '..');
  const code = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^seed|database[\\/]schema/.test(file))
    .map((file) => readFileSync(path.join(server, file), 'utf8'))
    .join('\n');
  const words = new Set(code.match(/\w+/g));
  const { rows } = await database.pool.query<{ name: string; column: string }>(
    `select table_name || '.' || column_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' order by 1`,
  );
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.filter(({ column }) => !words.has(column)).map(({ name }) => name)).toEqual(notRead);
});
