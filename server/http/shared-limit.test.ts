import { afterAll, beforeAll, expect, test } from 'vitest';
import { Kysely, PostgresDialect } from 'kysely';
import { createPool } from '#server/database/pool.ts';
import type { Database } from '#server/database/schema.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { countMail } from '#server/accounts/account-tokens.ts';
import { ApiFailure, busy } from '#server/errors/api-failure.ts';
import { createSharedLimit, forgetOldTries } from './shared-limit.ts';

let database: TestDatabase;
let at = new Date('2026-05-01T10:00:00Z').getTime();
const now = () => new Date(at);
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

/** One process of the shop. */
const process = (name: string) =>
  createSharedLimit(database.db, { name, amount: 10, periodMs: 15 * 60_000, now });
const outcome = (taking: Promise<void>) =>
  taking.then(
    () => 'taken',
    (error: unknown) =>
      error instanceof ApiFailure
        ? `${error.errorCode} ${String(new Headers(error.options.headers).get('Retry-After'))}`
        : 'fault',
  );

test('ten tries are ten, of two processes and at the same moment', async () => {
  const [one, two] = [process('a'), process('a')];
  const all = await Promise.all(
    Array.from({ length: 25 }, (_, index) => outcome((index % 2 === 0 ? one : two).take('jonas'))),
  );
  expect(all.filter((each) => each === 'taken')).toHaveLength(10);
  expect(new Set(all)).toEqual(new Set(['taken', 'rate.limited 90']));
  expect(await outcome(one.take('ona'))).toBe('taken');
  expect(await outcome(process('b').take('jonas'))).toBe('taken');
});

test('a try that is counted behind later ones is one of ten as well', async () => {
  const limit = process('e');
  const came = at;
  at = came + 20;
  for (let tries = 0; tries < 9; tries += 1) await limit.take('jonas');
  at = came;
  expect(await outcome(limit.take('jonas'))).toBe('taken');
  expect(await outcome(limit.take('jonas'))).toBe('rate.limited 91');
});

test('tries come back one by one, all of them after the whole time; what was no guess at once', async () => {
  const limit = process('c');
  for (let tries = 0; tries < 10; tries += 1) await limit.take('jonas');
  at += 90_000;
  expect(await outcome(limit.take('jonas'))).toBe('taken');
  expect(await outcome(limit.take('jonas'))).toBe('rate.limited 90');
  await limit.giveBack('jonas');
  expect(await outcome(limit.take('jonas'))).toBe('taken');
  at += 15 * 60_000;
  for (let tries = 0; tries < 10; tries += 1) expect(await outcome(limit.take('jonas'))).toBe('taken');
  expect(await outcome(limit.take('jonas'))).toBe('rate.limited 90');
});

test('who tried is not kept longer than it counts, nor in words', async () => {
  await process('d').take('jonas@example.com');
  const { rows } = await database.pool.query<{ key: string }>('select key from rate_limit');
  expect(rows.map(({ key }) => key).join()).not.toContain('jonas');
  at += 16 * 60_000;
  expect(await forgetOldTries(database.db, now())).toBe(rows.length);
});

test('a call that holds the last connection does not wait for one beside it: it is told to come again', async () => {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: createPool(database.url, 1) }) });
  const limit = createSharedLimit(db, { name: 'e', amount: 10, periodMs: 60_000, now, patienceMs: 50 });
  try {
    expect(await outcome(inScope(db, () => limit.take('jonas')))).toBe('server.busy 1');
    expect(await outcome(limit.take('jonas'))).toBe('taken');
  } finally {
    await db.destroy();
  }
});

test('a database that is busy is not told as too many mails', async () => {
  const limit = (failure: ApiFailure) => ({ take: () => Promise.reject(failure) });
  await expect(countMail(limit(busy(1)), 'ona')).rejects.toMatchObject({
    status: 503,
    errorCode: 'server.busy',
  });
  await expect(countMail(limit(new ApiFailure(429, 'rate.limited')), 'ona')).rejects.toMatchObject({
    status: 429,
    errorCode: 'mail.too_many',
  });
});
