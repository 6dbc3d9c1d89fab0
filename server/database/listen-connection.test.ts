import { afterAll, beforeAll, beforeEach, afterEach, expect, test, vi } from 'vitest';
import { ListenConnection } from './listen-connection.ts';
import { createPool, DatabaseAway, isDatabaseAway, type ShopPool } from './pool.ts';
import { openSilentProxy, type SilentProxy } from '#tests/server/silent-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';

// Long enough for a machine that others load too.
const times = { beat: 40, patience: 800, connect: 800, again: 40 };
let database: TestDatabase;
let proxy: SilentProxy;
let pool: ShopPool;
let connection: ListenConnection;

beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

const events = {
  away: vi.fn(() => pool.away()),
  back: vi.fn(() => pool.back()),
  silent: vi.fn(() => pool.drop()),
};

beforeEach(async () => {
  vi.clearAllMocks();
  proxy = await openSilentProxy(database.url);
  pool = createPool(proxy.url, 3);
  connection = await ListenConnection.open(proxy.url, events, times);
});
afterEach(async () => {
  await connection.close();
  await pool.end();
  await proxy.close();
});

test('a connection that went silent is made anew, and who listens is told that something may have been missed', async () => {
  const heard = vi.fn<(payload: string) => void>();
  await connection.listen('catalogue', heard);
  await database.pool.query("select pg_notify('catalogue', 'one')");
  await expect.poll(() => heard.mock.calls).toEqual([['one']]);
  proxy.silence();
  await database.pool.query("select pg_notify('catalogue', 'missed')");
  await expect.poll(() => heard.mock.calls).toEqual([['one'], ['*']]);
  await database.pool.query("select pg_notify('catalogue', 'two')");
  await expect.poll(() => heard.mock.calls).toEqual([['one'], ['*'], ['two']]);
  expect(events.silent).toHaveBeenCalledTimes(1);
  // A new connection was to be had at once: the database was there all the time.
  expect(events.away).not.toHaveBeenCalled();
});

test('a database that hangs is away: what is under way fails, what comes is refused at once, and after its return all is well', async () => {
  const underWay = pool.query('select pg_sleep(30)').then(
    () => null,
    (error: unknown) => error,
  );
  await pool.query('select 1');
  proxy.silence('new connections');
  expect(isDatabaseAway(await underWay)).toBe(true);
  await expect.poll(() => events.away.mock.calls.length).toBe(1);
  await expect(pool.query('select 1')).rejects.toBeInstanceOf(DatabaseAway);
  await expect(pool.connect()).rejects.toBeInstanceOf(DatabaseAway);
  proxy.heal();
  await expect.poll(() => events.back.mock.calls.length).toBe(1);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a connection that is ended, in the middle of a question too, is made anew and was not silent', async () => {
  const heard = vi.fn<(payload: string) => void>();
  await connection.listen('stock', heard);
  for (let round = 1; round <= 12; round += 1) {
    await database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await expect.poll(() => heard.mock.calls.length).toBe(round);
  }
  expect(events.silent).not.toHaveBeenCalled();
});

test('many who listen share one connection', async () => {
  const count = async () =>
    (
      await database.pool.query<{ count: number }>(
        "select count(*) from pg_stat_activity where datname = current_database() and (query like 'listen%' or query = 'select 1')",
      )
    ).rows[0]?.count;
  for (const channel of ['catalogue', 'stock', 'content']) await connection.listen(channel, () => {});
  await expect.poll(count).toBe(1);
});

test('a server with no place for one more connection is asked on those that are there', async () => {
  const name = `few_${process.pid}_${Date.now()}`;
  await database.pool.query(`create role ${name} login connection limit 2; grant ${name} to current_user`);
  const url = new URL(database.url);
  url.username = name;
  const few = createPool(url.href, 5);
  try {
    await few.query('select 1');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => few.query('select 1 as one from pg_sleep(0.02)')),
    );
    expect(answers.map(({ rows }) => rows[0] as unknown)).toEqual(
      Array.from({ length: 8 }, () => ({ one: 1 })),
    );
    // The database counts those that are just connecting: of several at once it may refuse every one.
    expect(few.totalCount).toBeLessThanOrEqual(2);
  } finally {
    await few.end();
    await database.pool.query(`drop role ${name}`);
  }
});

test('a server with no place for the connection does not end the connections that are there', async () => {
  const name = `full_${process.pid}_${Date.now()}`;
  await database.pool.query(`create role ${name} login connection limit 1`);
  const url = new URL(proxy.url);
  url.username = name;
  const told = { away: vi.fn<() => void>(), back: vi.fn<() => void>() };
  const own = await ListenConnection.open(url.href, told, times);
  try {
    const ofRole = 'select pid from pg_stat_activity where usename = $1';
    // Somebody else takes the place of the connection.
    await database.pool.query(`alter role ${name} connection limit 0`);
    await database.pool.query(`select pg_terminate_backend(pid) from (${ofRole}) as one`, [name]);
    const heard = vi.fn<(payload: string) => void>();
    await own.listen('stock', heard);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(told.away).not.toHaveBeenCalled();
    await database.pool.query(`alter role ${name} connection limit 1`);
    await expect.poll(() => heard.mock.calls).toEqual([['*']]);
  } finally {
    await own.close();
    await database.pool.query(`drop role ${name}`);
  }
});
