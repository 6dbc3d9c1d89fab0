/**
 * Placing an order (contract CHK-12, 5.10; docs/security.md, submit protocol): one transaction with the cart row, the
 * stock rows and the coupon locked in that order. The first failing group of checks answers; then nothing is placed.
 */
import { sql } from 'kysely';
import type { CompleteOrderBody, CompletedOrder, NextAction } from '#contract/orders.ts';
import { checkoutTransition } from '#domain/checkout-step.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/http/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import {
  checkIfMatch,
  noteCommand,
  refuseCompleted,
  requireOrder,
  reread,
  type OrderServices,
} from './change-order.ts';
import { wrongState } from './checkout-commands.ts';
import {
  checkAmounts,
  checkConsents,
  checkDelivery,
  checkPayment,
  checkPeople,
  checkSellable,
  outOfStock,
  sameService,
  shortLines,
} from './completion-checks.ts';
import { etagOf, presentOrder } from './order-presenter.ts';
import { recalculateOrder } from './order-recalculation.ts';
import {
  findCoupon,
  loadItems,
  loadShipments,
  loadVariantFacts,
  type Db,
  type ItemRow,
  type OrderRow,
  type ShipmentRow,
  type VariantFacts,
} from './order-store.ts';

export async function completeOrder(
  services: OrderServices,
  context: RequestContext,
  token: string,
  body: CompleteOrderBody,
): Promise<{ body: CompletedOrder; headers: { ETag: string } }> {
  return inScope(services.db, async (trx) => {
    const now = services.now();
    const order = await requireOrder(services, trx, token, context, { lock: true });
    refuseCompleted(order);
    const items = (await loadItems(trx, order.id)).filter((item) => item.deleted_at === null);
    if (!items.some((item) => item.marker === null)) throw new ApiFailure(422, 'cart.empty');
    if (checkoutTransition(order.checkout_state, 'complete') === null) throw wrongState(order);
    await checkPeople(trx, order, context.locale);

    // Stock rows are locked in one fixed order, so that two buyers wait for each other and never in a circle.
    await sql`select 1 from stock where variant_id = any(${items.map((item) => item.variant_id)}::int[])
      order by variant_id, warehouse_id for update`.execute(trx);
    if (order.coupon_code !== null) await findCoupon(trx, order.coupon_code, true);

    const facts = new Map(
      (await loadVariantFacts(trx, order.channel_id, { ids: items.map((item) => item.variant_id) })).map(
        (fact) => [fact.variant_id, fact],
      ),
    );
    checkSellable(items, facts, context.locale);
    const planned = await loadShipments(trx, order.id);
    const short = await shortLines(trx, items, planned, facts);

    await recalculateOrder(trx, order, { change: 'none', now, touch: false });
    const recalculated = await reread(trx, order);
    const shipments = await loadShipments(trx, order.id);
    if (short.length > 0 && !sameService(planned, shipments)) throw outOfStock(short, context.locale);
    const stillShort = await shortLines(trx, items, shipments, facts);
    if (stillShort.length > 0 || shipments.length === 0)
      throw outOfStock(stillShort.length > 0 ? stillShort : items, context.locale);

    await checkDelivery(trx, order, items, shipments, facts, context.locale);
    const payment = await checkPayment(trx, order, recalculated, shipments, context.locale);
    checkAmounts(services, context, order, recalculated, body);
    await checkIfMatch(trx, order, context, now);
    checkConsents(body, context.locale);

    // From here on everything is done.
    await holdStock(trx, items, shipments, facts, context.locale);
    await countUses(trx, recalculated);
    const number = await nextOrderNumber(trx);
    const isPaid = recalculated.total === 0;
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
        version: sql<number>`version + 1`,
        warnings: '[]',
        notes: body.notes?.trim() || null,
        consents: JSON.stringify({
          termsAndConditionsAccepted: true,
          privacyPolicyAccepted: true,
          at: now.toISOString(),
        }),
        ...(body.subscribedToNewsletter === undefined
          ? {}
          : { subscribed_to_newsletter: body.subscribedToNewsletter }),
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
          total: recalculated.total,
        })
        .execute();
    }
    await trx
      .insertInto('mail_outbox')
      .values({
        kind: 'order_placed',
        order_id: order.id,
        recipient: order.email ?? '',
        locale: context.locale,
        occasion: `order_placed ${order.id}`,
        payload: JSON.stringify({ origin: context.origin }),
        last_error: null,
        message_id: null,
      })
      .execute();
    await trx
      .insertInto('audit')
      .values({
        action: 'order.placed',
        order_id: order.id,
        data: JSON.stringify({ number, total: recalculated.total, lines: items.length }),
      })
      .execute();
    await noteCommand(trx, order.id, context.idempotencyKey);
    const placed = await reread(trx, order);
    return {
      body: {
        ...(await presentOrder(trx, placed, context.locale, now)),
        nextAction: nextActionOf(isPaid ? null : payment.method_kind, payment.id),
      },
      headers: { ETag: etagOf(placed.version) },
    };
  });
}

function nextActionOf(kind: string | null, paymentId: number): NextAction {
  if (kind === 'card' || kind === 'bank_link') return { type: 'redirect', paymentId };
  if (kind === 'transfer') return { type: 'instructions', paymentId };
  return { type: 'none' };
}

/** On hold += quantity where there is enough: the statement itself refuses the second buyer of the last piece. */
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
        return [{ item, warehouseId: shipment.warehouse_id, quantity: part.quantity }];
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
}

/** Usage of promotions and coupon, +1; a coupon used up meanwhile refuses. */
async function countUses(db: Db, order: OrderRow): Promise<void> {
  const codes = order.promotions.map((one) => one.code);
  if (codes.length > 0) {
    // Codes in one order, so that two completions do not lock each other in a circle.
    await sql`select 1 from cart_promotion where code = any(${codes}::text[]) order by id for update`.execute(
      db,
    );
    await sql`update cart_promotion set used = used + 1 where code = any(${codes}::text[])`.execute(db);
  }
  if (order.coupon_code === null) return;
  const done = await db
    .updateTable('coupon')
    .set({ used: sql<number>`used + 1` })
    .where('code', '=', order.coupon_code)
    .where(sql<boolean>`usage_limit is null or used < usage_limit`)
    .executeTakeFirst();
  if (Number(done.numUpdatedRows) === 0) throw new ApiFailure(409, 'order.promotion_changed');
}

async function nextOrderNumber(db: Db): Promise<string> {
  const result = await sql<{ number: string }>`select nextval('order_number')::text as number`.execute(db);
  return result.rows[0]?.number ?? '';
}
