import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Client } from 'pg';
import { migrate, readMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { StartError } from '#server/errors/start-error.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { inTransaction } from './transaction.ts';
import { removeData } from './postgres-place.ts';
import { isAlive } from './postgres-process.ts';

describe('the embedded database', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'arimas-db-'));
  afterAll(() => removeData(dataDir));

  test('serves one shop per data folder and keeps what was written', { timeout: 60_000 }, async () => {
    const first = await openDatabase({ dataDir });
    await first.pool.query("insert into zone (code, name, countries) values ('LT', '{}', '{LT}')");
    await expect(openDatabase({ dataDir })).rejects.toThrow(/already served by another process/);
    const command = await openDatabase({ dataDir, role: 'command' });
    await first.close();
    // The command came second and still works: the last one out stops the server.
    expect((await command.pool.query('select code from zone')).rows).toEqual([{ code: 'LT' }]);
    await command.close();
    const again = await openDatabase({ dataDir });
    expect((await again.pool.query('select code from zone')).rows).toEqual([{ code: 'LT' }]);
    await again.close();
  });

  test('a server that dies is started again, and the same pool goes on', { timeout: 60_000 }, async () => {
    const shop = await openDatabase({ dataDir });
    const pidNow = () => readFileSync(path.join(shop.where, 'postmaster.pid'), 'utf8').split('\n')[0];
    const before = pidNow();
    process.kill(Number(before), 'SIGKILL');
    await expect.poll(pidNow, { timeout: 30_000 }).not.toBe(before);
    await expect
      .poll(async () => (await shop.pool.query('select 1 as one').catch(() => null))?.rows, {
        timeout: 30_000,
      })
      .toEqual([{ one: 1 }]);
    await shop.close();
  });

  test('nobody gets a server that has been told to stop', { timeout: 60_000 }, async () => {
    const shop = await openDatabase({ dataDir });
    const [pid, , , , host] = readFileSync(path.join(shop.where, 'postmaster.pid'), 'utf8').split('\n');
    const [next, watcher] = [1, 2].map(() => new Client({ host, user: 'postgres', database: 'postgres' }));
    if (!next || !watcher) throw new Error('no clients');
    for (const client of [next, watcher]) {
      client.on('error', () => {});
      await client.connect();
    }
    // It cannot act on the word yet, as on a machine that is busy.
    process.kill(Number(pid), 'SIGSTOP');
    onTestFinished(() => void (isAlive(Number(pid)) && process.kill(Number(pid), 'SIGCONT')));
    const closed = shop.close();
    const locks = async () =>
      (
        await watcher.query<{ held: string }>(
          "select mode || granted as held from pg_locks where locktype = 'advisory' and objid = 7412",
        )
      ).rows;
    await expect.poll(locks).toEqual([{ held: 'ExclusiveLocktrue' }]);
    const asked = next.query('select pg_advisory_lock_shared(7412)').then(
      () => 'got it',
      () => 'ended',
    );
    await expect.poll(locks).toContainEqual({ held: 'ShareLockfalse' });
    process.kill(Number(pid), 'SIGCONT');
    expect(await asked).toBe('ended');
    await closed;
  });

  test('a folder too deep for a socket is served all the same', { timeout: 60_000 }, async () => {
    const deep = path.join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
    onTestFinished(() => removeData(deep));
    const shop = await openDatabase({ dataDir: deep });
    expect((await shop.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await shop.close();
  });

  test('says in one line that the data folder cannot be written', async () => {
    const file = path.join(dataDir, 'file');
    writeFileSync(file, '');
    const refused = await openDatabase({ dataDir: path.join(file, 'data') }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartError);
    expect((refused as Error).message).toMatch(/^The data folder .* cannot be written \(ENOTDIR\).*$/);
  });

  test('says in one line that a copy was put back in part, and leaves no database server behind', async () => {
    const copy = path.join(dataDir, 'copy');
    onTestFinished(() => removeData(copy));
    const whole = await openDatabase({ dataDir: copy });
    const data = whole.where;
    await whole.close();
    const refused = async () =>
      await openDatabase({ dataDir: copy }).then(
        () => 'opened',
        (error: unknown) => [(error as Error).name, (error as Error).message],
      );
    const word = (why: string) => [
      'StartError',
      expect.stringContaining(`The database in ${data} is not whole (${why})`),
    ];
    renameSync(path.join(data, 'base'), path.join(copy, 'kept'));
    expect(await refused()).toEqual(word('database "postgres" does not exist'));
    await expect.poll(() => existsSync(path.join(data, 'postmaster.pid'))).toBe(false);
    renameSync(path.join(copy, 'kept'), path.join(data, 'base'));
    renameSync(path.join(data, 'pg_wal'), path.join(copy, 'kept'));
    expect(await refused()).toEqual([
      'StartError',
      expect.stringMatching(/ended at once: .*FATAL: .*pg_wal/),
    ]);
    rmSync(path.join(data, 'PG_VERSION'));
    expect(await refused()).toEqual(word('PG_VERSION is missing'));
  });

  test('says in one line that DATABASE_URL cannot be reached, without its password', async () => {
    const refused = await openDatabase({
      dataDir,
      databaseUrl: 'postgres://shop:secret@127.0.0.1:1/shop',
    }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartError);
    expect((refused as Error).message).toContain('postgres://shop:***@127.0.0.1:1/shop');
    expect((refused as Error).message).not.toContain('secret');
  });
});

describe('migrations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  }, 60_000);
  afterAll(() => database.drop());

  test('are applied once', async () => {
    const client = await database.pool.connect();
    expect(await migrate(client)).toEqual([]);
    client.release();
  });

  test('refuse an old file that changed; a newer schema only where it says that older versions cannot use it', async () => {
    const client = await database.pool.connect();
    const [first, ...rest] = readMigrations();
    if (!first) throw new Error('no migrations');
    await expect(migrate(client, [{ ...first, sha256: 'other' }, ...rest])).rejects.toThrow(
      /was changed after/,
    );
    // An older version beside a newer one that only added something.
    expect(await migrate(client, [first])).toEqual([]);
    const breaking = {
      name: '9998_breaking.sql',
      sql: '-- breaks older versions\ncreate table never_used (a int)',
      sha256: 'y',
    };
    expect(await migrate(client, [...readMigrations(), breaking])).toEqual([breaking.name]);
    await expect(migrate(client)).rejects.toThrow(/newer schema \(9998_breaking.sql\)/);
    await client.query("delete from migration where name = '9998_breaking.sql'");
    client.release();
  });

  test('refuse a database that a copy was put into in part: some of its keys are missing, or none of its rows came', async () => {
    const client = await database.pool.connect();
    const refusal = () =>
      migrate(client).then(
        () => 'migrated',
        (error: unknown) => [(error as Error).name, (error as Error).message],
      );
    await client.query('begin');
    await client.query('alter table order_intent drop constraint order_intent_pkey cascade');
    expect(await refusal()).toEqual([
      'StartError',
      expect.stringMatching(/^The database is not whole: the key of its table order_intent is missing/),
    ]);
    await client.query('rollback');
    const { rows } = await client.query('select * from migration');
    await client.query('delete from migration');
    expect(await refusal()).toEqual([
      'StartError',
      expect.stringMatching(
        /^The database holds something else, or a shop that was restored in part \(.* already exists\)/,
      ),
    ]);
    for (const { name, sha256 } of rows as { name: string; sha256: string }[])
      await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256]);
    client.release();
  });

  test('a failing file leaves nothing behind', async () => {
    const client = await database.pool.connect();
    const broken = {
      name: '9999_broken.sql',
      sql: 'create table half (a int); select nonsense',
      sha256: 'x',
    };
    await expect(migrate(client, [...readMigrations(), broken])).rejects.toThrow(/9999_broken.sql failed/);
    const { rows } = await client.query<{ at: string | null }>("select to_regclass('half')::text as at");
    expect(rows[0]?.at).toBeNull();
    client.release();
  });

  test('stock can never be held beyond what is there', async () => {
    await expect(database.pool.query('update stock set on_hold = on_hand + 1')).rejects.toThrow(
      /check constraint/,
    );
    await expect(database.pool.query('update stock set on_hand = -1')).rejects.toThrow(/check constraint/);
  });

  test('a deadlock is run again and both writers get through', async () => {
    const [a, b] = await database.db.selectFrom('gift_card').select('id').orderBy('id').limit(2).execute();
    if (!a || !b) throw new Error('no gift cards');
    let meet: () => void = () => {};
    const bothHoldOne = new Promise<void>((resolve) => (meet = resolve));
    let holding = 0;
    const add = (first: number, second: number) =>
      inTransaction(database.db, async (trx) => {
        const touch = (id: number) =>
          trx
            .updateTable('gift_card')
            .set((eb) => ({ currency_code: eb('currency_code', '||', 'x') }))
            .where('id', '=', id)
            .execute();
        await touch(first);
        holding += 1;
        if (holding === 2) meet();
        await bothHoldOne;
        await touch(second);
      });
    await Promise.all([add(a.id, b.id), add(b.id, a.id)]);
    const cards = await database.db
      .selectFrom('gift_card')
      .select('currency_code')
      .where('id', 'in', [a.id, b.id])
      .execute();
    expect(cards.every((card) => card.currency_code.endsWith('xx'))).toBe(true);
  });
});
