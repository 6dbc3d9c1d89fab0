import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ClientBase } from 'pg';
import { checkKeys, otherTables } from './whole-database.ts';
import { StartError } from '#server/errors/start-error.ts';

export type Migration = { name: string; sql: string; sha256: string };

/**
 * First line of a file whose schema versions before it cannot work with. All others only add (a table, a column with a
 * default): while a new version is rolled out, and when it is taken back, the older one runs beside them.
 */
const breaksOlder = /^-- breaks older versions\b/;

const folder = path.join(import.meta.dirname, 'migrations');
const migrationLock = 7410;

/** The numbered files of `migrations/`, in order. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Brings the database to the schema of this version: each file once, in a transaction of its own, one process at a
 * time. A file that changed after it was applied is refused, and so is a database that a newer version has changed in a
 * way that this one cannot work with.
 * @returns the names of the files applied now
 */
export async function migrate(client: ClientBase, migrations = readMigrations()): Promise<string[]> {
  const applied: string[] = [];
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    await client.query(
      'create table if not exists migration (name text primary key, sha256 text not null, at timestamptz not null default now())',
    );
    await client.query(
      'alter table migration add column if not exists breaks_older boolean not null default false',
    );
    const { rows } = await client.query<{ name: string; sha256: string; breaks_older: boolean }>(
      'select name, sha256, breaks_older from migration order by name',
    );
    const known = new Set(migrations.map(({ name }) => name));
    const unknown = rows.find(({ name, breaks_older }) => breaks_older && !known.has(name));
    if (unknown) {
      throw new StartError(
        `The database has a newer schema (${unknown.name}) than this version of the shop. Start the newer version or use another database.`,
      );
    }
    const done = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
    await checkKeys(
      client,
      migrations.filter(({ name }) => done.has(name)),
    );
    for (const { name, sql, sha256 } of migrations) {
      const before = done.get(name);
      if (before === sha256) continue;
      if (before !== undefined) {
        throw new StartError(
          `The migration ${name} was changed after this database had applied it. Add a new file instead.`,
        );
      }
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into migration (name, sha256, breaks_older) values ($1, $2, $3)', [
          name,
          sha256,
          breaksOlder.test(sql),
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new StartError(
          (done.size === 0 && applied.length === 0 ? otherTables(error) : undefined) ??
            `The migration ${name} failed: ${(error as Error).message}`,
        );
      }
      applied.push(name);
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
  return applied;
}
