/**
 * Placing an order (contract CHK-12, 5.10; docs/security.md, submit protocol): one transaction with the cart row, the
 * stock rows and the coupon locked in that order. The first failing group of checks answers; then nothing is placed.
 */
import { sql } from 'kysely';
import type { Violation } from '#contract/errors.ts';
import type { CompleteOrderBody, CompletedOrder, NextAction } from '#contract/orders.ts';
import { checkoutTransition } from '#domain/checkout-step.ts';
import { handsOutChemicals } from '#domain/delivery-plans.ts';
import { checkField } from '#domain/field-rules.ts';
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
import { isMethodEligible, isPaymentEligible, weightOfShipment } from './checkout-eligibility.ts';
import { wrongState } from './checkout-commands.ts';
import { etagOf, presentOrder } from './order-presenter.ts';
import { recalculateOrder } from './order-recalculation.ts';
import {
  findCoupon,
  loadAvailability,
  loadChannel,
  loadItems,
  loadPaymentMethods,
  loadPayments,
  loadShipments,
  loadShippingMethods,
  loadVariantFacts,
  loadWarehouses,
  type Db,
  type ItemRow,
  type OrderRow,
  type ShipmentRow,
  type VariantFacts,
} from './order-store.ts';
import { textIn } from './order-texts.ts';
import { fieldViolation, violationOf } from './refusal.ts';

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

/** Groups 5 and 6: contacts, and addresses that the kinds of delivery need. */
async function checkPeople(db: Db, order: OrderRow, locale: string): Promise<void> {
  const violations: Violation[] = [];
  const need = (path: string, value: string | null) => {
    if (!value) violations.push(violationOf(path, 'address.required', locale));
  };
  need('email', order.email);
  need('contact.firstName', order.first_name);
  need('contact.lastName', order.last_name);
  need('contact.phoneNumber', order.phone_number);
  if (violations.length > 0) throw new ApiFailure(422, 'address.required', { violations });
  const channel = await loadChannel(db, order.channel_code);
  const kinds = (await loadShipments(db, order.id)).map((shipment) => shipment.kind);
  if (kinds.includes('courier')) need('shippingAddress', order.shipping_address?.street ?? null);
  need('billingAddress', order.billing_address?.firstName ?? null);
  if (violations.length > 0) throw new ApiFailure(422, 'address.required', { violations });
  for (const [path, address] of [
    ['shippingAddress', order.shipping_address],
    ['billingAddress', order.billing_address],
  ] as const) {
    if (address && !channel.countries.includes(address.countryCode))
      violations.push(violationOf(`${path}.countryCode`, 'address.country_unavailable', locale));
  }
  if (violations.length > 0) throw new ApiFailure(422, 'address.country_unavailable', { violations });
}

/** Group 7. */
function checkSellable(
  items: readonly ItemRow[],
  facts: ReadonlyMap<number, VariantFacts>,
  locale: string,
): void {
  const gone = items.filter((item) => {
    const fact = facts.get(item.variant_id);
    return !fact || !fact.enabled || fact.price === null || (fact.is_gift && item.marker === null);
  });
  const first = gone[0];
  if (!first) return;
  const nameOf = (item: ItemRow) => textIn(item.product_name, locale);
  throw new ApiFailure(422, 'cart.product_unavailable', {
    values: { name: nameOf(first) },
    violations: gone.map((item) =>
      violationOf(`items[${item.id}]`, 'cart.product_unavailable', locale, { name: nameOf(item) }),
    ),
  });
}

/** Lines that their planned warehouses cannot give in full. */
async function shortLines(
  db: Db,
  items: readonly ItemRow[],
  shipments: readonly ShipmentRow[],
  facts: ReadonlyMap<number, VariantFacts>,
): Promise<ItemRow[]> {
  const available = await loadAvailability(
    db,
    items.map((item) => item.variant_id),
  );
  const places = new Map(
    (await db.selectFrom('warehouse').select(['id', 'code']).execute()).map((row) => [row.id, row.code]),
  );
  // Two lines may want the same variant of the same place.
  const wanted = new Map<string, number>();
  for (const shipment of shipments)
    for (const part of shipment.items) {
      const item = items.find((one) => one.id === part.itemId);
      if (!item || facts.get(item.variant_id)?.tracked === false) continue;
      const key = `${places.get(shipment.warehouse_id) ?? ''} ${item.variant_code}`;
      wanted.set(key, (wanted.get(key) ?? 0) + part.quantity);
    }
  const short = new Set<string>();
  for (const [key, quantity] of wanted) {
    const [place = '', code = ''] = key.split(' ');
    if (available(place, code) < quantity) short.add(code);
  }
  const planned = (item: ItemRow): number =>
    shipments
      .flatMap((shipment) => shipment.items)
      .filter((part) => part.itemId === item.id)
      .reduce((sum, part) => sum + part.quantity, 0);
  return items.filter((item) => short.has(item.variant_code) || planned(item) < item.quantity);
}

/** The same kinds by the same methods at the same price: the buyer gets what they chose, from elsewhere. */
const sameService = (before: readonly ShipmentRow[], after: readonly ShipmentRow[]): boolean => {
  const face = (rows: readonly ShipmentRow[]) =>
    JSON.stringify(rows.map((row) => [row.kind, row.method_code, row.price, row.pickup_point?.code ?? null]));
  // Another place to collect at is another service.
  const collected = (rows: readonly ShipmentRow[]) =>
    JSON.stringify(rows.filter((row) => row.kind === 'collection').map((row) => row.warehouse_id));
  return face(before) === face(after) && collected(before) === collected(after);
};

/** Group 8, with the sentences of the specification. */
const outOfStock = (items: readonly ItemRow[], locale: string): ApiFailure =>
  new ApiFailure(422, 'order.out_of_stock', {
    violations: items.map((item) =>
      violationOf(`items[${item.id}].quantity`, 'cart.insufficient_stock', locale, {
        code: item.variant_code,
      }),
    ),
  });

/** Groups 9 and 10: the chemical rule, then methods and pick-up points. */
async function checkDelivery(
  db: Db,
  order: OrderRow,
  items: readonly ItemRow[],
  shipments: readonly ShipmentRow[],
  facts: ReadonlyMap<number, VariantFacts>,
  locale: string,
): Promise<void> {
  const warehouses = await loadWarehouses(db, order.channel_code);
  const factOf = (itemId: number) =>
    facts.get(items.find((item) => item.id === itemId)?.variant_id ?? Number.NaN);
  for (const shipment of shipments) {
    const place = warehouses.find((one) => one.id === shipment.warehouse_id);
    const chemical = shipment.items.some((part) => factOf(part.itemId)?.is_chemical);
    if (chemical && (shipment.kind !== 'collection' || !place || !handsOutChemicals(place)))
      throw new ApiFailure(422, 'shipping.chemical_collect_only', {
        violations: [
          violationOf(`shipments[${shipment.id}].method`, 'shipping.chemical_collect_only', locale),
        ],
      });
  }
  const methods = await loadShippingMethods(db, order.channel_id);
  const weights = new Map(items.map((item) => [item.id, facts.get(item.variant_id)?.weight ?? 0]));
  for (const shipment of shipments) {
    const method = methods.find((one) => one.code === shipment.method_code);
    const weight = weightOfShipment(shipment.items, weights);
    let fits = method !== undefined && isMethodEligible(method, shipment.kind, weight);
    if (fits && shipment.kind === 'pickup_point') {
      const point = await db
        .selectFrom('pickup_point')
        .select('code')
        .where('code', '=', shipment.pickup_point?.code ?? '')
        .where('provider', '=', method?.provider ?? '')
        .executeTakeFirst();
      fits = point !== undefined;
    }
    if (fits) continue;
    const values = { method: textIn(shipment.method_name, locale) };
    throw new ApiFailure(422, 'shipping.method_ineligible', {
      values,
      violations: [
        violationOf(`shipments[${shipment.id}].method`, 'shipping.method_ineligible', locale, values),
      ],
    });
  }
}

/** Group 11: the method chosen before the recalculation, judged by today's total. */
async function checkPayment(
  db: Db,
  before: OrderRow,
  order: OrderRow,
  shipments: readonly ShipmentRow[],
  locale: string,
) {
  const payment = (await loadPayments(db, order.id)).findLast((one) => one.state === 'cart');
  if (!payment) throw wrongState(order);
  if (order.total === 0) return payment;
  const method = (await loadPaymentMethods(db, order.channel_code)).find(
    (one) => one.code === payment.method_code,
  );
  const kinds = shipments.map((shipment) => shipment.kind);
  if (!method || !isPaymentEligible(method, order.total, kinds)) {
    // A total that changed is told as such; a method that went away by itself is told here.
    if (before.total !== order.total) return payment;
    const values = { method: textIn(payment.method_name, locale) };
    throw new ApiFailure(422, 'payment.method_ineligible', {
      values,
      violations: [violationOf('paymentMethod', 'payment.method_ineligible', locale, values)],
    });
  }
  return payment;
}

/** Groups 12 and 14: what the buyer saw is what is placed. The refused cart keeps today's amounts. */
function checkAmounts(
  services: OrderServices,
  context: RequestContext,
  before: OrderRow,
  after: OrderRow,
  body: CompleteOrderBody,
): void {
  const face = (order: OrderRow) =>
    JSON.stringify(
      order.promotions
        .map((one) => [one.code, one.amount])
        .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    );
  const agreed = body.expectedTotal ?? before.total;
  const promotionsChanged = face(before) !== face(after);
  if (agreed === after.total && (body.expectedTotal !== undefined || !promotionsChanged)) return;
  const failure: ApiFailure = new ApiFailure(
    409,
    promotionsChanged ? 'order.promotion_changed' : 'order.total_changed',
    {
      context: {},
      afterUndo: () =>
        inScope(services.db, async (trx) => {
          const now = services.now();
          await recalculateOrder(trx, await reread(trx, before), { change: 'none', now });
          const current = await presentOrder(trx, await reread(trx, before), context.locale, now);
          Object.assign(failure.options.context ?? {}, { order: current });
        }),
    },
  );
  throw failure;
}

/** Group 15, and the note's length. */
function checkConsents(body: CompleteOrderBody, locale: string): void {
  const missing = (['termsAndConditionsAccepted', 'privacyPolicyAccepted'] as const).filter(
    (name) => !body[name],
  );
  if (missing.length > 0)
    throw new ApiFailure(422, 'consent.required', {
      violations: missing.map((name) => violationOf(name, 'consent.required', locale)),
    });
  const long = checkField('notes', body.notes, { required: false });
  if (long)
    throw new ApiFailure(422, 'address.invalid', { violations: [fieldViolation('notes', long, locale)] });
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
