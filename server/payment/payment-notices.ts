/** What a gateway says of a payment, signed (contract CHK-15, CHK-18): applied once, whenever it comes. */
import { afterCommit, inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { OrderServices } from '#server/orders/change-order.ts';
import { loadPayments, type Db } from '#server/order-store/order-store.ts';
import { takeLateMoney } from '#server/placed-orders/money-to-send-back.ts';
import { endPayment, lockOrder, markPaid, note } from '#server/placed-orders/order-events.ts';
import type { PaymentNotice, PaymentProvider } from './payment-provider.ts';

export interface NoticeServices extends Pick<OrderServices, 'db' | 'now' | 'tell'> {
  provider: PaymentProvider;
}

/** CHK-18: server to server. Unknown and repeated notices are answered like new ones. */
export async function receiveNotice(
  services: NoticeServices,
  providerCode: string,
  body: string,
  signature: string | null,
): Promise<void> {
  const notice =
    providerCode === services.provider.code ? services.provider.readNotice(body, signature) : null;
  if (!notice) throw new ApiFailure(422, 'payment.bad_signature');
  await inScope(services.db, (trx) => takeNotice(services, trx, notice));
}

/** Applies a signed notice once. The order row is locked first, then everything is read anew. */
export async function takeNotice(services: NoticeServices, db: Db, notice: PaymentNotice): Promise<void> {
  const request = await db
    .selectFrom('payment_request')
    .select(['id', 'order_id', 'payment_id', 'amount'])
    .where('hash', '=', notice.hash)
    .executeTakeFirst();
  if (!request) return;
  const order = await lockOrder(db, { id: request.order_id });
  if (!order) return;
  const first = await db
    .insertInto('payment_notice')
    .values({ provider: services.provider.code, notice_id: notice.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (first.numInsertedOrUpdatedRows === 0n) return;
  const fresh = await db
    .selectFrom('payment_request')
    .select('state')
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow();
  const isOpen = fresh.state === 'new' || fresh.state === 'processing';
  const tellOfMoney = (what: string, amount: number) =>
    afterCommit(() => services.tell(what, { number: order.number ?? '', amount }));
  if (!isOpen && fresh.state !== notice.outcome)
    await note(db, order, 'payment.late_notice', { outcome: notice.outcome, had: fresh.state });
  // After the end only money counts.
  if (!isOpen && notice.outcome !== 'completed') return;
  // Beside what was paid already too: of that it is no repeat.
  if (notice.outcome === 'completed' && notice.amount !== request.amount) {
    await note(db, order, 'payment.wrong_amount', { paid: notice.amount, due: request.amount });
    tellOfMoney('payment of another amount', notice.amount);
    return;
  }
  if (fresh.state === 'completed') return;
  const payment = (await loadPayments(db, order.id)).find((one) => one.id === request.payment_id);
  if (!payment) return;
  await db
    .updateTable('payment_request')
    .set({ state: notice.outcome, updated_at: services.now() })
    .where('id', '=', request.id)
    .execute();
  if (!isOpen) {
    if (await takeLateMoney(db, order, payment, services.now()))
      tellOfMoney('money to be sent back', payment.amount);
  } else if (notice.outcome === 'completed') await markPaid(db, order, payment, services.now());
  else await endPayment(db, order, payment, notice.outcome === 'failed' ? 'fail' : 'cancel');
}
