/**
 * The last part of placing an order, after every check (contract 3.1 create, 5.12): stock held, uses counted, number
 * given, papers and mail written. A completed cart (CHK-12) and an intent (CHK-19) both end here, in their transaction.
 */
import { sql } from 'kysely';
import type { Placing } from '#contract/orders/order-requests.ts';
import type { CompletedOrder, NextAction } from '#contract/orders/orders.ts';
import { typedText } from '#domain/fields/typed-text.ts';
import type { StoredWarning } from '#server/database/schema-orders.ts';
import { afterCommit } from '#server/database/transaction-scope.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { askForLetters } from '#server/newsletter/ask-for-letters.ts';
import { emailKey } from '#server/text/email-key.ts';
import { keepCertificate, saveToBook } from '#server/order-terms/buyer-account.ts';
import type { OrderServices } from '#server/orders/change-order.ts';
import { issueInvoice, sellerNow } from './issue-papers.ts';
import { moveStock } from './order-events.ts';
import { etagOf, presentOrder } from '#server/orders/order-presenter.ts';
import { withCommand } from '#server/order-store/write-order.ts';
import type { DocumentRow, OrderView } from '#server/orders/order-to-present.ts';
import { spendBalances } from '#server/order-terms/balances.ts';
import { proofForOrder } from '#server/order-terms/restricted-goods-checks.ts';
import { gatewayKinds } from '#server/order-terms/channel-methods.ts';
import type { Db, OrderRow, PaymentRow } from '#server/order-store/order-store.ts';
import { holdStock } from './hold-stock.ts';
import { countUses } from './uses.ts';

export interface CheckedOrder {
  /** Recalculated, on locked rows of order and stock: what is placed is this, and nothing of it is read again. */
  view: OrderView;
  payment: Pick<PaymentRow, 'id' | 'method_kind'>;
  /** When the buyer accepted the terms. */
  agreedAt: Date;
  placing: Placing;
  /** What the buyer has to know of the order as it was placed. */
  warnings?: readonly StoredWarning[];
}

export interface PlacedOrder {
  body: CompletedOrder;
  headers: { ETag: string };
}

/** Places a checked order. What throws here undoes the whole transaction or savepoint of the caller. */
export async function placeOrder(
  { tell, letterSecret }: Pick<OrderServices, 'tell' | 'letterSecret'>,
  trx: Db,
  context: RequestContext,
  now: Date,
  checked: CheckedOrder,
): Promise<PlacedOrder> {
  const { view, payment, placing } = checked;
  const { order } = view;
  const items = view.items.filter((item) => item.deleted_at === null);
  const { shipments, facts } = await holdStock(trx, { ...view, items }, context.locale);
  // Nothing to pay: the goods are sold with the order (contract 5.12).
  const isPaid = order.total === 0;
  if (isPaid) await moveStock(trx, order, -1, -1);
  const { code: couponUsed, countRest } = await countUses(trx, order);
  const balances = await spendBalances(trx, order, view.balances);
  const proof = await proofForOrder(
    trx,
    order.customer_id,
    items.map((item) => facts.get(item.variant_id)),
  );
  if (items.length < view.items.length) await forgetDeleted(trx, order);
  const { placed, orderMail } = await writePlaced(trx, context, now, checked, { couponUsed, proof });
  const { number } = placed;
  const paid = await writePayment(trx, payment.id, isPaid ? now : null);
  const preInvoice = isPaid ? [] : [await issuePreInvoice(trx, placed)];
  await queueMail(trx, {
    kind: 'order_placed',
    order_id: order.id,
    recipient: order.email ?? '',
    locale: context.locale,
    occasion: `order_placed ${order.id}`,
    payload: { origin: context.linkOrigin },
  });
  if (orderMail) await tellKeeper(trx, order, orderMail, context.locale);
  await trx
    .insertInto('audit')
    .values({
      action: 'order.placed',
      order_id: order.id,
      data: JSON.stringify({ number, total: order.total, lines: items.length }),
    })
    .execute();
  afterCommit(() =>
    tell('order placed', {
      number: number ?? '',
      channel: order.channel_code,
      total: order.total,
      lines: items.length,
    }),
  );
  await saveToBook(trx, order);
  await keepCertificate(trx, order, now);
  // What was ticked when the order was placed counts, not what was on an earlier page.
  if ((placing.subscribedToNewsletter ?? order.subscribed_to_newsletter) && order.email !== null) {
    await askForLetters(trx, letterSecret, {
      email: order.email,
      isOwn: await isOwnAddress(trx, context, order.email),
      channelId: order.channel_id,
      locale: context.locale,
      origin: context.linkOrigin,
      consentedAt: checked.agreedAt,
      now,
    });
  }
  await countRest();
  // Cards are a means of payment: what they bought has an invoice like all that is sold. Its number is everybody's until the commit.
  const documents = isPaid ? [await issueInvoice(trx, order, now)] : preInvoice;
  const shown: OrderView = {
    ...view,
    order: placed,
    items,
    shipments,
    facts,
    payments: view.payments.map((one) => (one.id === payment.id ? { ...one, ...paid } : one)),
    coupon: couponUsed === null ? null : view.coupon,
    balances,
    // Nobody can have been sent to a bank before now.
    placed: { documents, isBeingConfirmed: false },
  };
  return {
    body: {
      ...presentOrder(shown, context.locale, now),
      nextAction: nextActionOf(isPaid ? null : payment.method_kind, payment.id),
    },
    headers: { ETag: etagOf(placed.version) },
  };
}

const forgetDeleted = (trx: Db, order: OrderRow) =>
  trx.deleteFrom('order_item').where('order_id', '=', order.id).where('deleted_at', 'is not', null).execute();

/** @returns what it now says */
async function writePayment(
  trx: Db,
  id: number,
  paidAt: Date | null,
): Promise<Pick<PaymentRow, 'state' | 'completed_at'>> {
  const paid = { state: paidAt ? ('completed' as const) : ('new' as const), completed_at: paidAt };
  await trx.updateTable('payment').set(paid).where('id', '=', id).execute();
  return paid;
}

/** What is not paid yet gets its pre-invoice. */
const issuePreInvoice = (trx: Db, order: OrderRow): Promise<DocumentRow> =>
  trx
    .insertInto('document')
    .values({
      order_id: order.id,
      kind: 'pre_invoice',
      number: `IS-${order.number}`,
      total: order.total,
      seller: sellerNow(order),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * The row of the order as one that was placed, with its number and the key that placed it.
 * @returns it, and to whom the channel tells its orders
 */
async function writePlaced(
  trx: Db,
  context: RequestContext,
  now: Date,
  { view, placing, agreedAt, warnings = [] }: CheckedOrder,
  { couponUsed, proof }: { couponUsed: string | null; proof: Awaited<ReturnType<typeof proofForOrder>> },
): Promise<{ placed: OrderRow; orderMail: string | null }> {
  const { order } = view;
  const isPaid = order.total === 0;
  const key = context.idempotencyKey;
  const { order_mail: orderMail, ...row } = await trx
    .updateTable('order')
    .set({
      number: sql<string>`nextval('order_number')::text`,
      state: isPaid ? 'processing' : 'new',
      checkout_state: 'completed',
      payment_state: isPaid ? 'paid' : 'awaiting_payment',
      shipping_state: 'ready',
      locale: context.locale,
      checkout_completed_at: now,
      updated_at: now,
      expires_at: null,
      // A code that gave nothing is not used: its buyer may have it another time.
      coupon_code: couponUsed,
      version: sql<number>`version + 1`,
      warnings: JSON.stringify(warnings),
      notes: typedText(placing.notes ?? '') || null,
      trade_proof: proof && JSON.stringify(proof),
      placed_by: context.caller?.actor ?? null,
      consents: JSON.stringify({
        termsAndConditionsAccepted: true,
        privacyPolicyAccepted: true,
        at: agreedAt.toISOString(),
      }),
      ...(key ? { applied_command_ids: withCommand(key) } : {}),
      ...(placing.subscribedToNewsletter === undefined
        ? {}
        : { subscribed_to_newsletter: placing.subscribedToNewsletter }),
    })
    .where('id', '=', order.id)
    .returningAll()
    .returning(sql<string | null>`(select order_mail from channel where id = channel_id)`.as('order_mail'))
    .executeTakeFirstOrThrow();
  return { placed: { ...row, channel_code: order.channel_code }, orderMail };
}

/**
 * Whether the buyer signed in with this address and it is known to be theirs. Whoever claims a cart holds the customer's row
 * and waits for that of the order, which is held here: it is not waited for, and the address gets a letter instead.
 */
async function isOwnAddress(trx: Db, { caller }: RequestContext, email: string): Promise<boolean> {
  if (caller === null) return false;
  const own = await trx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', caller.customerId)
    .where('email_key', '=', emailKey(email))
    .where('proven_at', 'is not', null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return own !== undefined;
}

/** What the browser does next: open the gateway, show how to pay, or nothing. */
export function nextActionOf(kind: PaymentRow['method_kind'], paymentId: number): NextAction {
  if (kind !== null && gatewayKinds.has(kind)) return { type: 'redirect', paymentId };
  if (kind === 'transfer') return { type: 'instructions', paymentId };
  return { type: 'none' };
}

/** A letter to the shop itself, where the channel says to whom (`order-mail CHANNEL ADDRESS`). */
const tellKeeper = (trx: Db, order: OrderRow, recipient: string, locale: string) =>
  queueMail(trx, {
    kind: 'order_notice',
    order_id: order.id,
    recipient,
    locale,
    occasion: `order_notice ${order.id}`,
    payload: {},
  });
