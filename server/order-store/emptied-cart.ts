/** Carts that were emptied (CART-18): who holds a copy is told so, and does not take them for expired. */
import { sql } from 'kysely';
import type { Db } from './order-store.ts';

/** ms: longer than a device keeps what it has of the shop (R0.27). */
const toldFor = 400 * 24 * 60 * 60 * 1000;

/** Keeps the token of a cart that is about to go, and those of the carts that went into it. */
export async function noteEmptied(db: Db, orderId: number, now: Date): Promise<void> {
  const until = new Date(now.getTime() + toldFor);
  await sql`
    insert into emptied_cart (token, expires_at, customer_id)
    select token, ${until}::timestamptz, customer_id from "order" where id = ${orderId}
    union all
    select token, ${until}::timestamptz, customer_id from order_alias where order_id = ${orderId}
    on conflict (token) do update set expires_at = excluded.expires_at, customer_id = excluded.customer_id`.execute(
    db,
  );
}

/** Whether the cart of this token was emptied. */
export async function wasEmptied(db: Db, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('emptied_cart')
    .select('token')
    .where('token', '=', token)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * SQL: whether it was the cart of a customer who is not the one that asks: whoever knows its token from before, when it was a guest's,
 * would lay theirs into the owner's hands.
 */
export const isEmptiedByOther = (token: string, customerId: number | null) => sql<boolean>`exists (
  select 1 from emptied_cart where token = ${token} and customer_id <> coalesce(${customerId}::int, 0))`;

export async function wasEmptiedByOther(db: Db, token: string, customerId: number): Promise<boolean> {
  const { isOthers } = await db
    .selectNoFrom(isEmptiedByOther(token, customerId).as('isOthers'))
    .executeTakeFirstOrThrow();
  return isOthers;
}

/** The token names another cart from now on: once that one expires it is not the emptied one. */
export const forgetEmptying = (db: Pick<Db, 'deleteFrom'>, token: string) =>
  db.deleteFrom('emptied_cart').where('token', '=', token);

/** Forgets those of which no device is thought to hold a copy. */
export async function forgetEmptied(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('emptied_cart').where('expires_at', '<', now).execute();
}
