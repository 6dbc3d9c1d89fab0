/**
 * What the database keeps of a customer, told by the database itself: a table or a column that comes later is forgotten with
 * the rest, and nobody has to remember it here (contract 3.6).
 */
import { sql, type Kysely } from 'kysely';
import { callsOnOneOrder } from '#server/http/idempotency.ts';
import type { Database } from '#server/database/schema.ts';

/** Columns of an ended account that say nothing of a person: its row stays, for the orders that name it. */
const kept: readonly string[] = ['id', 'channel_id', 'locale', 'created_at'];

/** Rows that hang on the account and on nothing else: their tables reference it with `on delete cascade`. */
const ownTables = async (trx: Kysely<Database>) =>
  (
    await sql<{ name: string; column: string }>`
      select owned.relname as name, a.attname as column
      from pg_constraint c
        join pg_class owned on owned.oid = c.conrelid
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'customer'::regclass and c.confdeltype = 'c'
      order by owned.relname`.execute(trx)
  ).rows;

/** Takes everything from an account that says whose it was; its orders stay, as a guest's are kept. */
export async function forgetCustomer(trx: Kysely<Database>, id: number, at: Date): Promise<void> {
  for (const { name, column } of await ownTables(trx))
    await sql`delete from ${sql.table(name)} where ${sql.ref(column)} = ${id}`.execute(trx);
  await trx.deleteFrom('order').where('customer_id', '=', id).where('state', '=', 'cart').execute();
  // Without an account the order's token is what opens it, as a guest's (contract 1.11).
  await trx.updateTable('order').set({ placed_as_guest: true }).where('customer_id', '=', id).execute();
  // Nor would anybody else get the answers that their keys have had; a refusal tells of addresses, and stays whose it was.
  await trx
    .updateTable('idempotency_key')
    .set({ customer_id: null })
    .where('customer_id', '=', id)
    .where('failure', 'is', null)
    .where('endpoint', 'in', callsOnOneOrder)
    .execute();
  const nobody = {
    email: `deleted-${String(id)}`,
    email_key: `deleted-${String(id)}`,
    enabled: false,
    updated_at: at,
  };
  const columns = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'customer'::regclass and attnum > 0 and not attisdropped`.execute(trx);
  const emptied = columns.rows
    .map(({ name }) => name)
    .filter((name) => !kept.includes(name) && !Object.hasOwn(nobody, name))
    .map((name) => sql`${sql.ref(name)} = default`);
  await trx.updateTable('customer').set(nobody).where('id', '=', id).execute();
  await sql`update customer set ${sql.join(emptied)} where id = ${id}`.execute(trx);
}
