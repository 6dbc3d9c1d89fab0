/** What placing an order checks again, group by group (contract 5.10). Each throws its refusal. */
import type { Violation } from '#contract/errors.ts';
import type { CompleteOrderBody, Placing } from '#contract/orders/order-requests.ts';
import { noTotals } from '#contract/orders/order-totals.ts';
import { paidByMeans } from '#domain/cart/paid-by.ts';
import { handsOutChemicals } from '#domain/orders/chemical-collection.ts';
import { checkField } from '#domain/fields/field-rules.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { errorText, type ErrorCode } from '#server/errors/error-texts.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { refuseCompleted, requireOrder, reread, type OrderServices } from '#server/orders/change-order.ts';
import {
  isMethodEligible,
  isPaymentEligible,
  weightOfShipment,
} from '#server/order-terms/checkout-eligibility.ts';
import { wrongState } from './checkout-state.ts';
import { presentOrder } from '#server/orders/order-presenter.ts';
import { loadOrderView } from '#server/orders/order-to-present.ts';
import { recalculateOrder } from '#server/orders/order-recalculation.ts';
import {
  loadChannel,
  loadPayments,
  loadShipments,
  loadWarehouses,
  type Db,
  type ItemRow,
  type OrderRow,
  type ShipmentRow,
} from '#server/order-store/order-store.ts';
import { loadPaymentMethods, loadShippingMethods } from '#server/order-terms/channel-methods.ts';
import type { VariantFacts } from '#server/order-terms/variant-facts.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { fieldViolation, violationOf } from '#server/forms/refusal.ts';
import { isGiftLine, lostGift } from '#server/order-terms/earned-gifts.ts';
import { restrictionOf, type BuyerRights } from '#server/order-terms/restricted-goods-checks.ts';

/** Groups 5 and 6: contacts, and addresses that the kinds of delivery need. */
export async function checkPeople(db: Db, order: OrderRow, locale: string): Promise<void> {
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

/** Group 7: everything is sold, and to this buyer. */
export function checkSellable(
  items: readonly ItemRow[],
  facts: ReadonlyMap<number, VariantFacts>,
  rights: BuyerRights,
  locale: string,
): void {
  const refusedBy = (item: ItemRow): ErrorCode | null => {
    // Whether it is given still the recalculation says: a gift that is not goes, and stops nobody for good.
    if (isGiftLine(item)) return null;
    const fact = facts.get(item.variant_id);
    if (!fact || !fact.enabled || fact.price === null || fact.is_gift) return 'cart.product_unavailable';
    return restrictionOf(fact, rights);
  };
  const gone = items.flatMap((item) => {
    const errorCode = refusedBy(item);
    return errorCode === null ? [] : [{ item, errorCode, name: textIn(item.product_name, locale) }];
  });
  const first = gone[0];
  if (!first) return;
  throw new ApiFailure(422, first.errorCode, {
    values: { name: first.name },
    violations: gone.map(({ item, errorCode, name }) =>
      violationOf(`items[${item.id}]`, errorCode, locale, { name }),
    ),
  });
}

/** Groups 9 and 10: the chemical rule, then methods and pick-up points. */
export async function checkDelivery(
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
export async function checkPayment(
  db: Db,
  before: OrderRow,
  order: OrderRow,
  shipments: readonly ShipmentRow[],
  locale: string,
  rights: BuyerRights,
) {
  const payment = (await loadPayments(db, order.id)).findLast((one) => one.state === 'cart');
  if (!payment) throw wrongState(order);
  if (order.total === 0) return payment;
  const method = (await loadPaymentMethods(db, order.channel_code)).find(
    (one) => one.code === payment.method_code,
  );
  const kinds = shipments.map((shipment) => shipment.kind);
  if (!method || !isPaymentEligible(method, order.total, kinds, rights)) {
    // A total that changed is told as such; a method that went away by itself is told here.
    if (before.total !== order.total) return payment;
    const values = { method: textIn(payment.method_name ?? droppedMethod(order), locale) };
    throw new ApiFailure(422, 'payment.method_ineligible', {
      values,
      violations: [violationOf('paymentMethod', 'payment.method_ineligible', locale, values)],
    });
  }
  return payment;
}

/** Name of the method that the recalculation took off the order, as its warning keeps it. */
function droppedMethod(order: OrderRow): Texts | null {
  const name = order.warnings.find((one) => one.errorCode === 'payment.method_ineligible')?.values?.[
    'method'
  ];
  return typeof name === 'object' ? name : null;
}

/** What means of payment beside money pay of a stored order, cents. */
export const paidOf = ({ totals, total }: OrderRow): number => paidByMeans({ ...noTotals, ...totals, total });

/** Groups 12 and 14: what the buyer saw is what is placed. The refused cart keeps today's amounts. */
export function checkAmounts(
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
  const loss = lostGift(after);
  const isGiftLost = loss !== undefined;
  const promotionsChanged = isGiftLost || face(before) !== face(after);
  const isAsSeen =
    agreed === after.total && !isGiftLost && (body.expectedTotal !== undefined || !promotionsChanged);
  if (isAsSeen && paidOf(before) === paidOf(after)) return;
  const failure: ApiFailure = new ApiFailure(
    409,
    promotionsChanged ? 'order.promotion_changed' : 'order.total_changed',
    {
      context: {},
      ...(isGiftLost ? { detail: errorText(loss, context.locale) } : {}),
      // The total has not changed: what pays beside money pays the difference.
      ...(isAsSeen && !promotionsChanged
        ? { detail: errorText('order.paid_otherwise', context.locale) }
        : {}),
      afterUndo: () =>
        inScope(services.db, async (trx) => {
          const now = services.now();
          // With the refused work its lock is gone: somebody else may have placed the order since.
          refuseCompleted(await requireOrder(services, trx, before.token, context, { lock: true }));
          await recalculateOrder(trx, before, { change: 'none', now });
          const current = presentOrder(
            await loadOrderView(trx, await reread(trx, before)),
            context.locale,
            now,
          );
          Object.assign(failure.options.context ?? {}, { order: current });
        }),
    },
  );
  throw failure;
}

/** Group 15, and the bounds of what else is said with the press: of a completed cart (CHK-12) and of an intent (CHK-19). */
export function checkPlacing(placing: Placing, locale: string): void {
  const missing = (['termsAndConditionsAccepted', 'privacyPolicyAccepted'] as const).filter(
    (name) => !placing[name],
  );
  if (missing.length > 0)
    throw new ApiFailure(422, 'consent.required', {
      violations: missing.map((name) => violationOf(name, 'consent.required', locale)),
    });
  const long = checkField('notes', placing.notes, { required: false });
  if (long)
    throw new ApiFailure(422, 'address.invalid', { violations: [fieldViolation('notes', long, locale)] });
}
