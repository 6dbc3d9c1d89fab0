/** Money that came beside what was due, or for an order that was cancelled, and its way back (contract 3.3 arrive, refund). */
import { paymentTransition } from '#domain/orders/order-states.ts';
import { loadPayments, type Db, type OrderRow, type PaymentRow } from '#server/order-store/order-store.ts';
import { completePayment, endPayment, markPaid, note, queueOrderMail, setOrder } from './order-events.ts';

/**
 * Money of a payment that had ended has come all the same (contract 3.3 arrive): it pays the order if that is open and unpaid, else it
 * is noted as money that is to be sent back.
 * @returns whether it is to be sent back
 */
export async function takeLateMoney(
  db: Db,
  order: OrderRow,
  payment: PaymentRow,
  now: Date,
): Promise<boolean> {
  if (paymentTransition(payment.state, 'arrive') === null) return false;
  const isOpen = order.state === 'new' || order.state === 'processing';
  if (isOpen && order.payment_state === 'awaiting_payment') {
    for (const other of await loadPayments(db, order.id))
      await endPayment(db, order, other, 'cancel', { fresh: false });
    await markPaid(db, order, payment, now);
    return false;
  }
  await completePayment(db, payment, now);
  // Of an order that was cancelled, unpaid or with its money sent back: this money is here, and goes back like that of a paid one.
  await setOrder(db, order, order.state === 'cancelled' ? { payment_state: 'paid' } : {});
  await note(db, order, 'payment.to_be_sent_back', { paymentId: payment.id, amount: payment.amount });
  return true;
}

/**
 * Payments whose money goes back: all of an order that was cancelled, of any other what came beside the first.
 * @param payments of one order, the oldest first
 */
const paymentsToSendBack = <P extends Pick<PaymentRow, 'state' | 'completed_at'>>(
  order: Pick<OrderRow, 'state' | 'payment_state'>,
  payments: readonly P[],
): P[] => {
  if (order.payment_state !== 'paid') return [];
  const paid = payments
    .filter((one) => one.state === 'completed')
    .sort((one, other) => (one.completed_at?.getTime() ?? 0) - (other.completed_at?.getTime() ?? 0));
  return order.state === 'cancelled' ? paid : paid.slice(1);
};

/** The money of a cancelled order was sent back, or what an order was paid a second time (contract 3.3 refund). */
export async function markRefunded(db: Db, order: OrderRow): Promise<boolean> {
  const paid = paymentsToSendBack(order, await loadPayments(db, order.id));
  // Of a cancelled order paid with cards and points alone nothing is left to note.
  if (order.payment_state !== 'paid' || (order.state !== 'cancelled' && paid.length === 0)) return false;
  for (const payment of paid)
    await db
      .updateTable('payment')
      .set({ state: paymentTransition(payment.state, 'refund') ?? payment.state })
      .where('id', '=', payment.id)
      .execute();
  if (order.state !== 'cancelled') {
    await setOrder(db, order, {});
    await note(db, order, 'payment.sent_back', { paymentIds: paid.map(({ id }) => id) });
    return true;
  }
  await setOrder(db, order, { payment_state: 'refunded' });
  await queueOrderMail(db, order, 'order_refunded');
  await note(db, order, 'order.refunded', { amount: order.total });
  return true;
}
