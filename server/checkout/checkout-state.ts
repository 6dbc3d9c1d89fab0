/** Where a checkout stands, and what may follow (contract 3.2). */
import {
  checkoutTransition,
  possibleTransitions,
  type CheckoutTransition,
} from '#domain/orders/checkout-step.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';

/** 409 with what may be done instead (contract 3.2). */
export const wrongState = (order: OrderRow): ApiFailure =>
  new ApiFailure(409, 'checkout.wrong_state', {
    context: { current: order.checkout_state, possible: possibleTransitions(order.checkout_state) },
  });

/** @throws ApiFailure 409 */
export function requireTransition(order: OrderRow, transition: CheckoutTransition): void {
  if (checkoutTransition(order.checkout_state, transition) === null) throw wrongState(order);
}

export async function moveTo(db: Db, order: OrderRow, transition: CheckoutTransition): Promise<void> {
  const row = await db
    .selectFrom('order')
    .select(['checkout_state', 'total'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const next = checkoutTransition(row.checkout_state, transition);
  if (next === null) return;
  // Nothing to pay: no payment step (contract 5.5).
  const state = next === 'addressed' && row.total === 0 ? 'payment_skipped' : next;
  await db.updateTable('order').set({ checkout_state: state }).where('id', '=', order.id).execute();
}
