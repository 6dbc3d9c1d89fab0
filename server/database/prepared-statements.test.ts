/** Statements that come often are prepared by name, and read again when their tables have changed meanwhile. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { StatementNames } from './prepared-statements.ts';
import { inTransaction } from './transaction.ts';
import { inScope } from './transaction-scope.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table thing (id integer primary key, name text)');
  await database.pool.query(`insert into thing select n, 'thing ' || n from generate_series(1, 50) n`);
});
afterAll(() => database.drop());

const readThing = (db: TestDatabase['db'], id: number) =>
  sql<Record<string, unknown>>`select * from thing where id = ${id}`.execute(db).then(({ rows }) => rows[0]);

const preparedNow = async () =>
  inTransaction(database.db, async (trx) => {
    for (let id = 1; id <= 25; id += 1) await readThing(trx, id);
    return (
      await sql<{
        n: number;
      }>`select count(*)::int as n from pg_prepared_statements where statement like '%from thing%'`.execute(
        trx,
      )
    ).rows[0]?.n;
  });

test('a statement that comes often has one name, those of one occasion have none', () => {
  const names = new StatementNames();
  const given = Array.from({ length: 30 }, () => names.nameOf('select $1'));
  expect(given.slice(0, 19)).toEqual(Array(19).fill(undefined));
  expect(new Set(given.slice(19))).toEqual(new Set(['shop_1']));
  for (let n = 0; n < 5_000; n += 1) expect(names.nameOf(`select $1, ${n}`)).toBeUndefined();
  names.forget();
  const anew = Array.from({ length: 30 }, () => names.nameOf('select $1')).at(-1);
  expect(anew).toBe('shop_2');
});

test('the connection keeps the statement, and answers with the row of each value', async () => {
  expect(await preparedNow()).toBe(1);
  expect(await readThing(database.db, 7)).toEqual({ id: 7, name: 'thing 7' });
});

test('tables that a newer version has widened meanwhile are read as they are, in the same call', async () => {
  await preparedNow();
  await database.pool.query('alter table thing add column colour text');
  const read = await inScope(database.db, async (trx) => readThing(trx, 3));
  expect(read).toEqual({ id: 3, name: 'thing 3', colour: null });
  for (let id = 1; id <= 25; id += 1) await readThing(database.db, id);
  await database.pool.query('alter table thing add column size integer');
  expect(await readThing(database.db, 4)).toEqual({ id: 4, name: 'thing 4', colour: null, size: null });
});

test('a call plans for all values, so that a plan is made once; what runs beside calls is left to the database', async () => {
  const mode = (db: TestDatabase['db']) =>
    sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`
      .execute(db)
      .then(({ rows }) => rows[0]?.mode);
  expect(await inScope(database.db, mode)).toBe('force_generic_plan');
  expect(await mode(database.db)).toBe('auto');
});
