/** A database that a copy was put into in part opens like any other, and would take a second order for a key it has. */
import type { ClientBase } from 'pg';
import { StartError } from '#server/errors/start-error.ts';

const restoreWhole =
  'restore the copy whole, into an empty database (psql -1 -v ON_ERROR_STOP=1, pg_restore -1), or name another one';

/**
 * The keys of a copy come after all of its rows: where one is missing, so is what stood behind.
 * @param applied migrations that the database says it has
 */
export async function checkKeys(client: ClientBase, applied: readonly { sql: string }[]): Promise<void> {
  const tables = applied.flatMap(({ sql }) =>
    Array.from(sql.matchAll(/^create table (?:if not exists )?"?(\w+)/gim), ([, name]) => name),
  );
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
       and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')
     order by 1 limit 1`,
    [tables],
  );
  if (rows[0])
    throw new StartError(
      `The database is not whole: the key of its table ${rows[0].name} is missing. To put it right, ${restoreWhole}.`,
    );
}

/** What stands in the way of the first tables of a shop, in words; undefined where it is something else. */
export const otherTables = (error: unknown): string | undefined =>
  ['42P07', '42710', '42723'].includes((error as { code?: string }).code ?? '')
    ? `The database holds something else, or a shop that was restored in part (${(error as Error).message}): ${restoreWhole}.`
    : undefined;
