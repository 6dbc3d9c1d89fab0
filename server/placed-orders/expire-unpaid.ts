/** The end of the hold on orders that nobody paid (contract 5.9): asked for by what is due, `server/jobs/run-due.ts`. */
import { payBy, shortestToPay } from '#domain/orders/order-states.ts';
import { alone } from '#server/database/alone.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { cancelOrder, lockOrder } from './order-events.ts';

/** Orders that nobody paid give their stock back. One that fails is reported, and stops none of the others. */
export async function expireUnpaidOrders(services: MailServices): Promise<number> {
  const now = services.now().getTime();
  const candidates = await services.db
    .selectFrom('order')
    .select(['id', 'checkout_completed_at'])
    .where('payment_state', '=', 'awaiting_payment')
    .where('state', '=', 'new')
    .where('checkout_completed_at', '<', new Date(now - shortestToPay))
    // What is paid at the door waits for ever: hundreds of those would stand before all that lapse.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment')
            .select('payment.id')
            .whereRef('payment.order_id', '=', 'order.id')
            .where('payment.state', 'in', ['new', 'processing'])
            .where('payment.method_kind', '=', 'cash_on_delivery'),
        ),
      ),
    )
    .orderBy('id')
    .execute();
  let cancelled = 0;
  for (const { id } of candidates)
    cancelled += await alone(services, `order ${id} was not cancelled`, () =>
      expireUnpaid(services, id, now),
    );
  return cancelled;
}

/** @returns 1 for an order that is cancelled now, else 0 */
const expireUnpaid = (services: MailServices, id: number, now: number): Promise<number> =>
  inScope(services.db, async (trx) => {
    const order = await lockOrder(trx, { id });
    if (!order || order.payment_state !== 'awaiting_payment' || order.state !== 'new') return 0;
    const payment = await trx
      .selectFrom('payment')
      .select(['method_kind as kind', 'method_code as code'])
      .where('order_id', '=', order.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const until = order.checkout_completed_at && payBy(order.checkout_completed_at, payment);
    if (!until || now < until.getTime()) return 0;
    return (await cancelOrder(trx, order, 'unpaid', new Date(now))) ? 1 : 0;
  });
