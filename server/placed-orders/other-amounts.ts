/**
 * Money of another amount than was due (contract CHK-18): it pays nothing and lies at the gateway, until the keeper takes it as payment
 * (`order NUMBER mark-paid`) or notes that it went back (`order NUMBER refund`).
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';
import { note } from './order-events.ts';

/** Amounts in cents, and when the gateway told them. */
export interface OtherAmount {
  paid: number;
  due: number;
  at: Date;
}

/** What came since the keeper last decided about money of this order. */
const undecided = (orderId: RawBuilder<unknown>) => sql<OtherAmount>`
  select (came.data->>'paid')::float8 as paid, (came.data->>'due')::float8 as due, came.at from audit came
  where came.order_id = ${orderId} and came.action = 'payment.wrong_amount'
    and came.id > coalesce((select max(decided.id) from audit decided where decided.order_id = ${orderId}
      and decided.action in ('command.mark-paid', 'command.refund')), 0)
  order by came.id`;

/** SQL over the "order" at hand: nobody has decided about such money of it. */
export const hasOtherAmount = sql<boolean>`exists (${undecided(sql.ref('order.id'))})`;

/** Such money of an order, the oldest first. */
export const otherAmounts = async (db: Db, orderId: number): Promise<OtherAmount[]> =>
  (await undecided(sql`${orderId}::int`).execute(db)).rows;

/**
 * Takes down that such money was sent back.
 * @returns the amounts, cents; none where there is no such money
 */
export async function sendBackOtherAmounts(db: Db, order: OrderRow): Promise<number[]> {
  const amounts = (await otherAmounts(db, order.id)).map(({ paid }) => paid);
  if (amounts.length > 0) await note(db, order, 'payment.sent_back', { amounts });
  return amounts;
}
