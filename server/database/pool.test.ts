import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';
import { isDatabaseAway, isDiskFull } from './pool.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';

let place: TestDatabase;
let database: OpenDatabase;
beforeAll(async () => {
  place = await createTestDatabase();
  database = await openDatabase({ dataDir: '', databaseUrl: place.url, connections: 2, statementTime: 500 });
}, 60_000);
afterAll(async () => {
  await database.close();
  await place.drop();
});

const work = () => database.pool.query('select pg_sleep(0.1)');

test('of a crowd as many get a connection as can be served in time, the others are refused at once', async () => {
  // The pace is known from here.
  for (let count = 0; count < 12; count += 1) await work();
  const began = performance.now();
  const crowd = Array.from({ length: 300 }, async () => {
    const error: unknown = await work().then(
      () => null,
      (fault: unknown) => fault,
    );
    return { error, took: performance.now() - began };
  });
  // Whoever asks whether the database answers stands in no line.
  await database.pool.ping();
  expect(performance.now() - began).toBeLessThan(600);
  const told = await Promise.all(crowd);
  const refused = told.filter(({ error }) => error !== null);
  expect(told.length - refused.length).toBeGreaterThan(10);
  expect(refused.length).toBeGreaterThan(200);
  for (const { error, took } of refused) {
    expect(error).toBeInstanceOf(ApiFailure);
    expect(error).toMatchObject({
      status: 503,
      options: { headers: { 'Retry-After': expect.any(String) as string } },
    });
    expect(took).toBeLessThan(1_000);
  }
  expect(Math.max(...told.map(({ took }) => took))).toBeLessThan(4_000);
  // All connections are free again.
  await Promise.all([work(), work(), work()]);
});

test('a statement that takes too long is ended by the database, which counts as away', async () => {
  const error: unknown = await database.pool.query('select pg_sleep(5)').catch((fault: unknown) => fault);
  expect(error).toMatchObject({ code: '57014' });
  expect(isDatabaseAway(error)).toBe(true);
  await work();
});

test('a full disk counts as away, and as ready again only once something could be written', async () => {
  const { pool } = database;
  const full = `raise exception 'could not extend file: No space left on device' using errcode = '53100'`;
  // As the disk would, whatever makes a table.
  await pool.query(
    `create function no_room() returns event_trigger language plpgsql as $$ begin ${full}; end $$;
     create event trigger no_room on ddl_command_start when tag in ('CREATE TABLE AS') execute function no_room()`,
  );
  await pool.ping();
  const error: unknown = await pool.query(`do $$ begin ${full}; end $$`).catch((fault: unknown) => fault);
  expect([isDatabaseAway(error), isDiskFull(error)]).toEqual([true, true]);
  await expect(pool.ping()).rejects.toThrow('No space left on device');
  await expect(pool.ping()).rejects.toThrow('No space left on device');
  await pool.query('drop event trigger no_room');
  await pool.ping();
  expect((await pool.query(`select to_regclass('room_probe') as left`)).rows).toEqual([{ left: null }]);
});
