/**
 * The last part of placing an order, after every check (contract 3.1 create, 5.12): stock held, uses counted, number
 * given, papers and mail written. A completed cart (CHK-12) and an intent (CHK-19) both end here, in their transaction.
 */
import { sql } from 'kysely';
import type { Placing } from '#contract/order-requests.ts';
import type { CompletedOrder, NextAction } from '#contract/orders.ts';
import { typedText } from '#domain/fields/typed-text.ts';
import type { StoredWarning } from '#server/database/schema-orders.ts';
import { afterCommit } from '#server/database/transaction-scope.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { askForLetters } from '#server/newsletter/ask-for-letters.ts';
import { emailKey } from '#server/text/email-key.ts';
import { keepCertificate, saveToBook } from '#server/order-store/buyer-account.ts';
import { noteCommand, reread, type OrderServices } from '#server/order-store/change-order.ts';
import { outOfStock } from './sold-out.ts';
import { issueInvoice, sellerNow } from './issue-papers.ts';
import { moveStock } from './order-events.ts';
import { etagOf, presentOrder } from '#server/order-store/order-presenter.ts';
import { loadOrderView } from '#server/order-store/order-view.ts';
import { spendCards } from '#server/order-store/gift-cards.ts';
import { spendPoints } from '#server/order-store/points.ts';
import { proofForOrder } from '#server/order-store/restricted-goods.ts';
import { gatewayKinds } from '#server/order-store/channel-methods.ts';
import type { Db, ItemRow, OrderRow, PaymentRow, ShipmentRow } from '#server/order-store/order-store.ts';
import type { VariantFacts } from '#server/order-store/variant-facts.ts';
import { countUses } from './uses.ts';

export interface CheckedOrder {
  /** Recalculated, on a locked row. */
  order: OrderRow;
  /** Live lines. */
  items: readonly ItemRow[];
  shipments: readonly ShipmentRow[];
  facts: ReadonlyMap<number, VariantFacts>;
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
  const { order, items, shipments, facts, payment, placing } = checked;
  await holdStock(trx, items, shipments, facts, context.locale);
  // Nothing to pay: the goods are sold with the order (contract 5.12).
  const isPaid = order.total === 0;
  if (isPaid) await moveStock(trx, order, -1, -1);
  const { code: couponUsed, countRest } = await countUses(trx, order);
  await spendPoints(trx, order);
  await spendCards(trx, order.id);
  const number = await nextOrderNumber(trx);
  const proof = await proofForOrder(
    trx,
    order.customer_id,
    items.map((item) => facts.get(item.variant_id)),
  );
  await writePlaced(trx, context, now, checked, { number, couponUsed, proof });
  await queueMail(trx, {
    kind: 'order_placed',
    order_id: order.id,
    recipient: order.email ?? '',
    locale: context.locale,
    occasion: `order_placed ${order.id}`,
    payload: { origin: context.linkOrigin },
  });
  await tellKeeper(trx, order, context.locale);
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
      number,
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
  await noteCommand(trx, order.id, context.idempotencyKey);
  await countRest();
  // Cards are a means of payment: what they bought has an invoice like all that is sold. Its number is everybody's until the commit.
  if (isPaid) await issueInvoice(trx, order, now);
  const placed = await reread(trx, order);
  return {
    body: {
      ...presentOrder(await loadOrderView(trx, placed), context.locale, now),
      nextAction: nextActionOf(isPaid ? null : payment.method_kind, payment.id),
    },
    headers: { ETag: etagOf(placed.version) },
  };
}

/** Rows of the order, its shipments and payment as those of one that was placed; what is not paid yet gets its pre-invoice. */
async function writePlaced(
  trx: Db,
  context: RequestContext,
  now: Date,
  checked: CheckedOrder,
  given: {
    number: string;
    couponUsed: string | null;
    proof: Awaited<ReturnType<typeof proofForOrder>>;
  },
): Promise<void> {
  const { order, payment, placing } = checked;
  const { number, couponUsed, proof } = given;
  const isPaid = order.total === 0;
  await trx
    .deleteFrom('order_item')
    .where('order_id', '=', order.id)
    .where('deleted_at', 'is not', null)
    .execute();
  await trx.updateTable('shipment').set({ state: 'ready' }).where('order_id', '=', order.id).execute();
  await trx
    .updateTable('payment')
    .set({ state: isPaid ? 'completed' : 'new', completed_at: isPaid ? now : null })
    .where('id', '=', payment.id)
    .execute();
  await trx
    .updateTable('order')
    .set({
      number,
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
      warnings: JSON.stringify(checked.warnings ?? []),
      notes: typedText(placing.notes ?? '') || null,
      trade_proof: proof && JSON.stringify(proof),
      placed_by: context.caller?.actor ?? null,
      consents: JSON.stringify({
        termsAndConditionsAccepted: true,
        privacyPolicyAccepted: true,
        at: checked.agreedAt.toISOString(),
      }),
      ...(placing.subscribedToNewsletter === undefined
        ? {}
        : { subscribed_to_newsletter: placing.subscribedToNewsletter }),
    })
    .where('id', '=', order.id)
    .execute();
  if (!isPaid) {
    await trx
      .insertInto('document')
      .values({
        order_id: order.id,
        kind: 'pre_invoice',
        number: `IS-${number}`,
        total: order.total,
        seller: sellerNow(order),
      })
      .execute();
  }
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
    .where('verified_at', 'is not', null)
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

/**
 * On hold += quantity where there is enough: the statement itself refuses the second buyer of the last piece. What is
 * held is written with the shipments: by the time it is paid or cancelled, the catalogue may count otherwise.
 */
async function holdStock(
  db: Db,
  items: readonly ItemRow[],
  shipments: readonly ShipmentRow[],
  facts: ReadonlyMap<number, VariantFacts>,
  locale: string,
): Promise<void> {
  const holds = shipments
    .flatMap((shipment) =>
      shipment.items.flatMap((part) => {
        const item = items.find((one) => one.id === part.itemId);
        if (!item || facts.get(item.variant_id)?.tracked === false) return [];
        return [{ shipment, item, warehouseId: shipment.warehouse_id, quantity: part.quantity }];
      }),
    )
    .sort((a, b) => a.item.variant_id - b.item.variant_id || a.warehouseId - b.warehouseId);
  for (const hold of holds) {
    const done = await db
      .updateTable('stock')
      .set({ on_hold: sql<number>`on_hold + ${hold.quantity}` })
      .where('variant_id', '=', hold.item.variant_id)
      .where('warehouse_id', '=', hold.warehouseId)
      .where(sql<boolean>`on_hand - on_hold >= ${hold.quantity}`)
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) === 0) throw outOfStock([hold.item], locale);
  }
  for (const shipment of shipments) {
    const held = holds
      .filter((hold) => hold.shipment === shipment)
      .map(({ item, quantity }) => ({ variantId: item.variant_id, quantity }));
    await db
      .updateTable('shipment')
      .set({ held: JSON.stringify(held) })
      .where('id', '=', shipment.id)
      .execute();
  }
}

async function nextOrderNumber(db: Db): Promise<string> {
  const result = await sql<{ number: string }>`select nextval('order_number')::text as number`.execute(db);
  return result.rows[0]?.number ?? '';
}

/** A letter to the shop itself, where the channel says to whom (`order-mail CHANNEL ADDRESS`). */
async function tellKeeper(
  trx: Db,
  order: Pick<OrderRow, 'id' | 'channel_id'>,
  locale: string,
): Promise<void> {
  const channel = await trx
    .selectFrom('channel')
    .select('order_mail')
    .where('id', '=', order.channel_id)
    .executeTakeFirst();
  if (!channel?.order_mail) return;
  await queueMail(trx, {
    kind: 'order_notice',
    order_id: order.id,
    recipient: channel.order_mail,
    locale,
    occasion: `order_notice ${order.id}`,
    payload: {},
  });
}
