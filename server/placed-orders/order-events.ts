/**
 * What happens to an order after it was placed: paid, completed, cancelled (contract 3.1, 3.3, 5.12); `ship-order.ts` sends it.
 * Each runs in the caller's transaction on a locked order row and writes mails and audit beside its effects.
 */
import { sql } from 'kysely';
import { orderTransition, paymentTransition } from '#domain/orders/order-states.ts';
import {
  loadItems,
  loadPayments,
  loadShipments,
  selectOrders,
  type Db,
  type OrderRow,
  type PaymentRow,
  type ShipmentRow,
} from '#server/order-store/order-store.ts';
import type { LaterOrderMailKind } from '#server/mail/mail-kinds.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { giveBackBalances } from '#server/order-terms/balances.ts';
import { earnPoints } from '#server/order-terms/points.ts';
import { blockCards, isMailed, issueCards } from './issued-cards.ts';
import { fillMissing, lockPieces } from './missing-pieces.ts';
import { issueCreditNote, issueInvoice } from './issue-papers.ts';
import { giveBackUses } from './uses.ts';
import { inviteReviews } from '#server/reviews/review-links.ts';

/** The order row, locked, whoever asks: for gateways, jobs and the shop's commands. */
export async function lockOrder(
  db: Db,
  by: { id: number } | { token: string },
): Promise<OrderRow | undefined> {
  const query = selectOrders(db).forUpdate('order');
  return (
    'id' in by ? query.where('order.id', '=', by.id) : query.where('order.token', '=', by.token)
  ).executeTakeFirst();
}

export async function note(
  db: Db,
  order: OrderRow,
  action: string,
  data: Record<string, unknown> = {},
): Promise<void> {
  await db
    .insertInto('audit')
    .values({ action, order_id: order.id, data: JSON.stringify(data) })
    .execute();
}

/** @param about what of the order it is about, where there may be more than one mail of its kind */
export async function queueOrderMail(
  db: Db,
  order: OrderRow,
  kind: LaterOrderMailKind,
  about?: string,
): Promise<void> {
  if (!order.email) return;
  await queueMail(db, {
    kind,
    order_id: order.id,
    recipient: order.email,
    locale: order.locale,
    occasion: [kind, order.id, about].filter((part) => part !== undefined).join(' '),
    payload: {},
  });
}

export const setOrder = (db: Db, order: OrderRow, values: Record<string, unknown>) =>
  db
    .updateTable('order')
    .set({ ...values, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` } as never)
    .where('id', '=', order.id)
    .execute();

/** Pieces that these shipments of the order hold or have taken, in the fixed order of locking. */
async function heldPieces(db: Db, order: OrderRow, isMeant: (shipment: ShipmentRow) => boolean) {
  const shipments = (await loadShipments(db, order.id)).filter(isMeant);
  const older = shipments.filter(({ held }) => held === null);
  const countedToday = older.length === 0 ? [] : await countedPieces(db, order, older);
  return shipments
    .flatMap(({ warehouse_id: warehouseId, held }) =>
      (held ?? []).map((piece) => ({ ...piece, warehouseId })),
    )
    .concat(countedToday)
    .sort((a, b) => a.variantId - b.variantId || a.warehouseId - b.warehouseId);
}

/** Of shipments that do not say what they hold: their variants that are counted today. */
async function countedPieces(db: Db, order: OrderRow, shipments: readonly ShipmentRow[]) {
  const items = await loadItems(db, order.id);
  const rows = await db
    .selectFrom('product_variant')
    .select('id')
    .where(
      'id',
      'in',
      items.map((item) => item.variant_id),
    )
    .where('tracked', '=', true)
    .execute();
  const tracked = new Set(rows.map((row) => row.id));
  return shipments.flatMap((shipment) =>
    shipment.items.flatMap((part) => {
      const item = items.find((one) => one.id === part.itemId);
      return item && tracked.has(item.variant_id)
        ? [{ variantId: item.variant_id, warehouseId: shipment.warehouse_id, quantity: part.quantity }]
        : [];
    }),
  );
}

/**
 * Moves what the order holds: sold (-1, -1), released (0, -1), or given back after it was sold (1, 0). No more is taken
 * than is held there: an order of before pieces were noted may name some that it never held, and must not get stuck.
 * @param isMeant which of its shipments; without it all
 */
export async function moveStock(
  db: Db,
  order: OrderRow,
  onHand: -1 | 0 | 1,
  onHold: -1 | 0,
  isMeant: (shipment: ShipmentRow) => boolean = () => true,
): Promise<void> {
  for (const { variantId, warehouseId, quantity } of await heldPieces(db, order, isMeant)) {
    const moved =
      onHold === 0 ? sql<number>`${quantity}::int` : sql<number>`least(on_hold, ${quantity}::int)`;
    await db
      .updateTable('stock')
      .set({
        on_hand: sql<number>`on_hand + ${onHand}::int * ${moved}`,
        on_hold: sql<number>`on_hold + ${onHold}::int * ${moved}`,
      })
      .where('variant_id', '=', variantId)
      .where('warehouse_id', '=', warehouseId)
      .execute();
  }
}

/** Notes that its money has come. */
export const completePayment = (db: Db, payment: PaymentRow, now: Date) =>
  db
    .updateTable('payment')
    .set({ state: 'completed', completed_at: now })
    .where('id', '=', payment.id)
    .execute();

/** Money for the whole order has come: goods are sold, the invoice is issued. Paying twice changes nothing. */
export async function markPaid(db: Db, order: OrderRow, payment: PaymentRow, now: Date): Promise<boolean> {
  if (order.payment_state !== 'awaiting_payment') return false;
  const next = paymentTransition(payment.state, 'complete') ?? paymentTransition(payment.state, 'arrive');
  if (next === null) return false;
  await completePayment(db, payment, now);
  // What was sent unpaid lies in no warehouse any more (ship-order.ts).
  await moveStock(db, order, -1, -1, ({ state }) => state !== 'shipped');
  await setOrder(db, order, {
    payment_state: 'paid',
    state: orderTransition(order.state, 'process') ?? order.state,
    ...((await isMailed(db, order)) ? { shipping_state: 'shipped' } : {}),
  });
  await issueInvoice(db, order, now);
  await issueCards(db, order, now);
  await queueOrderMail(db, order, 'order_paid');
  await note(db, order, 'order.paid', { paymentId: payment.id, amount: payment.amount });
  return true;
}

/** A payment that did not come through: a fresh one with the same method stands ready (contract 3.3). */
export async function endPayment(
  db: Db,
  order: OrderRow,
  payment: PaymentRow,
  how: 'fail' | 'cancel',
  options: { fresh: boolean } = { fresh: true },
): Promise<void> {
  const next = paymentTransition(payment.state, how);
  if (next === null) return;
  await db.updateTable('payment').set({ state: next }).where('id', '=', payment.id).execute();
  await db
    .updateTable('payment_request')
    .set({ state: how === 'fail' ? 'failed' : 'cancelled', updated_at: sql<Date>`now()` })
    .where('payment_id', '=', payment.id)
    .where('state', 'in', ['new', 'processing'])
    .execute();
  if (options.fresh && order.state !== 'cancelled') {
    await db
      .insertInto('payment')
      .values({
        order_id: order.id,
        state: 'new',
        amount: payment.amount,
        currency_code: payment.currency_code,
        method_code: payment.method_code,
        method_kind: payment.method_kind,
        method_name: payment.method_name ? JSON.stringify(payment.method_name) : null,
        instructions: payment.instructions ? JSON.stringify(payment.instructions) : null,
      })
      .execute();
  }
  await setOrder(db, order, {});
  await note(db, order, `payment.${next}`, { paymentId: payment.id });
}

/** Paid and handed over (contract 3.1 fulfil): its buyer may say what they think. */
export async function markComplete(db: Db, order: OrderRow, now: Date): Promise<boolean> {
  const next = orderTransition(order.state, 'fulfil');
  if (next === null || order.payment_state !== 'paid' || order.shipping_state !== 'shipped') return false;
  await setOrder(db, order, { state: next });
  await earnPoints(db, order);
  await inviteReviews(db, order, now);
  await note(db, order, 'order.fulfilled');
  return true;
}

/**
 * Stock, coupon and promotions go back; open payments and shipments are cancelled (contract 3.1 cancel). What was paid stays
 * paid, with a credit note, until the money was sent back (`markRefunded`).
 */
export async function cancelOrder(db: Db, order: OrderRow, reason: string, now: Date): Promise<boolean> {
  // A parcel that is gone cannot be called back, nor money of a card that was spent; a letter with a card can.
  if (order.shipping_state !== 'ready' && !(await isMailed(db, order))) return false;
  return endOrder(db, order, reason, now);
}

/** Its buyer has not taken what was sent before it was paid: the parcels have come back (contract 3.1 cancel, 3.4). */
export async function takeBackUnpaid(db: Db, order: OrderRow, now: Date): Promise<boolean> {
  const { payment_state: payment, shipping_state: shipping } = order;
  const hasLeft = shipping === 'shipped' || shipping === 'partially_shipped';
  return payment === 'awaiting_payment' && hasLeft && (await endOrder(db, order, 'returned', now));
}

async function endOrder(db: Db, order: OrderRow, reason: string, now: Date): Promise<boolean> {
  const next = orderTransition(order.state, 'cancel');
  if (next === null || !(await blockCards(db, order))) return false;
  const isSold = ({ state }: ShipmentRow) => order.payment_state === 'paid' || state === 'shipped';
  await lockPieces(db, order);
  await moveStock(db, order, 1, 0, isSold);
  await moveStock(db, order, 0, -1, (shipment) => !isSold(shipment));
  await fillMissing(db, order);
  const giveBackRest = await giveBackUses(db, order);
  await giveBackBalances(db, order);
  await giveBackRest();
  for (const payment of await loadPayments(db, order.id))
    await endPayment(db, { ...order, state: next }, payment, 'cancel', { fresh: false });
  await db
    .updateTable('shipment')
    .set({ state: 'cancelled' })
    .where('order_id', '=', order.id)
    .where('state', 'in', ['ready', 'shipped'])
    .execute();
  await setOrder(db, order, {
    state: next,
    shipping_state: 'cancelled',
    // Of a free order there is nothing to send back.
    ...(order.payment_state === 'awaiting_payment' || order.total === 0
      ? { payment_state: 'cancelled' }
      : {}),
  });
  if (order.payment_state === 'paid') await issueCreditNote(db, order, now);
  await queueOrderMail(db, order, 'order_cancelled');
  await note(db, order, 'order.cancelled', { reason });
  return true;
}
