/** The row of the order: what was found of it, its version and expiry, and the keys of the changes that it remembers. */
import { sql, type Updateable } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Db, OrderRow } from './order-store.ts';

/** Cart expiry of guests and of customers, ms (contract 5.9). */
export const cartLifetime = 30 * 24 * 60 * 60 * 1000;
const customerCartLifetime = 3 * cartLifetime;

interface OrderWrite {
  now: Date;
  /** Key of the change, which the order remembers. */
  command?: string | null;
  /** False where version and expiry are the caller's. */
  touch?: boolean;
}

/** Writes the row of the order: what was found, when, by which command, and unless it was only looked at the next version. */
export async function writeOrder(
  db: Db,
  order: OrderRow,
  { now, command, touch }: OrderWrite,
  found: Updateable<Database['order']>,
): Promise<OrderRow> {
  const lifetime = order.customer_id === null ? cartLifetime : customerCartLifetime;
  const next = {
    version: sql<number>`version + 1`,
    updated_at: now,
    expires_at: new Date(now.getTime() + lifetime),
  };
  const stored = await db
    .updateTable('order')
    .set({
      ...found,
      recalculated_at: now,
      ...(command ? { applied_command_ids: withCommand(command) } : {}),
      ...(touch === false ? {} : next),
    })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...stored, channel_code: order.channel_code };
}

/** Of a change that changed nothing: only its key is noted. */
export async function noteSame(
  db: Db,
  order: OrderRow,
  command: string | null | undefined,
): Promise<OrderRow> {
  if (!command || order.applied_command_ids.includes(command)) return order;
  const stored = await db
    .updateTable('order')
    .set({ applied_command_ids: withCommand(command) })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...stored, channel_code: order.channel_code };
}

/** Most keys that one order remembers; a cart with more has long been seen by its client. */
const rememberedCommands = 200;

/** The remembered keys with one more. */
export const withCommand = (key: string) =>
  sql<string[]>`case when ${key} = any(applied_command_ids) then applied_command_ids
    else (array_append(applied_command_ids, ${key}))[greatest(1, cardinality(applied_command_ids) + 2 - ${rememberedCommands}::int):]
    end`;
