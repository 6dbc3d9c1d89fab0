import type { ClientBase } from 'pg';
import type { Database } from '#server/database/schema.ts';

/**
 * Inserts many rows with one statement: they travel as one JSON text and Postgres gives each column its type.
 * Every row has the same columns.
 */
export async function insertRows<T extends keyof Database>(
  client: ClientBase,
  table: T,
  rows: readonly Partial<Record<keyof Database[T], unknown>>[],
): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = Object.keys(first).join(', ');
  for (let at = 0; at < rows.length; at += 5000) {
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows.slice(at, at + 5000))],
    );
  }
}

/** After ids were given by hand: the next one that the database gives comes after them. */
export async function continueIds(client: ClientBase, tables: readonly (keyof Database)[]): Promise<void> {
  for (const table of tables) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 1))`,
    );
  }
}
