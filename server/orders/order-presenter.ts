/** Rows of an order as the contract shows them (2.4). Prices of variants are live, those of lines are the order's. */
import { kindOf, type AdjustmentType } from '#contract/orders/adjustments.ts';
import { noTotals } from '#contract/orders/order-totals.ts';
import type { OrderDocument } from '#contract/orders/documents.ts';
import type { Adjustment, Order } from '#contract/orders/orders.ts';
import { type CartTotals } from '#domain/cart/cart-recalculation.ts';
import { giftOffer } from '#domain/cart/gifts.ts';
import { paymentOffers } from '#domain/orders/payment-offers.ts';
import { errorText } from '#server/errors/error-texts.ts';
import type { StoredWarning } from '#server/database/schema-orders.ts';
import { presentBalances } from '#server/order-terms/balances.ts';
import { campaignsAt, giftBaseOf, isGiftLine } from '#server/order-terms/earned-gifts.ts';
import { estimate, presentWarehouse } from './delivery-presenter.ts';
import { freeForCart } from './free-for-cart.ts';
import { undoPeriod } from '#domain/cart/undo-period.ts';
import { unfitText } from '#server/order-terms/coupon-rules.ts';
import { maskedCode } from '#server/order-terms/laid-gift-cards.ts';
import type { AdjustmentRow, ItemRow, OrderRow } from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { shownGiftInput } from './promotion-input.ts';
import type { DocumentRow, OrderView } from './order-to-present.ts';
import { wrapOffer } from '#server/order-terms/wrap-offer.ts';
import { collectedLines, presentItem } from './item-presenter.ts';

export const etagOf = (version: number): string => `"v${version}"`;

function presentWarning(warning: StoredWarning, locale: string): Order['warnings'][number] {
  const values = Object.fromEntries(
    Object.entries(warning.values ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' ? textIn(value, locale) : value,
    ]),
  );
  const { errorCode } = warning;
  return {
    errorCode,
    detail:
      errorCode === 'coupon.not_eligible' ? unfitText(values, locale) : errorText(errorCode, locale, values),
    ...(warning.itemId === undefined ? {} : { itemId: warning.itemId }),
  };
}

/** Path of a document's PDF below the base of the API. */
const downloadPath = (orderToken: string, document: { id: number; kind: string }): string =>
  document.kind === 'pre_invoice'
    ? `/shop/orders/${orderToken}/pre-invoice/download`
    : `/shop/invoices/${document.id}/download?orderToken=${orderToken}`;

/** Documents that can be opened now: the pre-invoice only while money is due. */
function presentDocuments(order: OrderRow, documents: readonly DocumentRow[]): OrderDocument[] {
  const offers = paymentOffers({ state: order.state, paymentState: order.payment_state });
  return documents
    .filter((row) => row.kind !== 'pre_invoice' || offers.preInvoice)
    .map((row) => ({
      id: row.id,
      number: row.number,
      kind: row.kind,
      issuedAt: row.issued_at.toISOString(),
      total: row.total,
      downloadUrl: downloadPath(order.token, row),
    }));
}

const presentAdjustment = (
  one: AdjustmentRow,
  { state }: Pick<OrderRow, 'state'>,
  locale: string,
): Adjustment => {
  const origin = one.origin_code;
  const type = one.type as AdjustmentType;
  const isSecret = kindOf(type).hasSecretCode === true && state !== 'cart';
  return {
    type,
    label: textIn(one.label, locale),
    amount: one.amount,
    ...(origin === null ? {} : { originCode: isSecret ? maskedCode(origin) : origin }),
    neutral: one.neutral,
  };
};

const presentBuyer = (order: OrderRow): Pick<Order, 'customer'> =>
  order.email === null
    ? {}
    : {
        customer: {
          email: order.email,
          ...(order.first_name === null ? {} : { firstName: order.first_name }),
          ...(order.last_name === null ? {} : { lastName: order.last_name }),
          ...(order.phone_number === null ? {} : { phoneNumber: order.phone_number }),
        },
      };

/** Lines of a cart that can still be brought back (contract 3.7). */
function presentDeleted(items: readonly ItemRow[], now: Date, locale: string): Order['deletedItems'] {
  const restorable = new Date(now.getTime() - undoPeriod);
  return items.flatMap((item) =>
    item.deleted_at !== null && item.deleted_at > restorable
      ? [
          {
            id: item.id,
            productName: textIn(item.product_name, locale),
            variantCode: item.variant_code,
            quantity: item.quantity,
            deletedAt: item.deleted_at.toISOString(),
            restorableUntil: new Date(item.deleted_at.getTime() + undoPeriod).toISOString(),
          },
        ]
      : [],
  );
}

const presentShipment = (
  shipment: OrderView['shipments'][number],
  place: OrderView['places'][number],
  placedAt: Date | null,
  locale: string,
): Order['shipments'][number] => ({
  id: shipment.id,
  state: shipment.state,
  kind: shipment.kind,
  ...(shipment.method_code === null
    ? {}
    : {
        method: {
          code: shipment.method_code,
          name: textIn(shipment.method_name, locale),
          kind: shipment.kind,
        },
      }),
  price: shipment.price,
  items: shipment.items,
  warehouse: presentWarehouse(place, locale),
  ...(shipment.pickup_point ? { pickupPoint: shipment.pickup_point } : {}),
  ...(shipment.tracking === null ? {} : { tracking: shipment.tracking }),
  ...(shipment.tracking_url === null ? {} : { trackingUrl: shipment.tracking_url }),
  ...(shipment.shipped_at === null ? {} : { shippedAt: shipment.shipped_at.toISOString() }),
  // What the checkout promised when it was placed.
  ...(placedAt && shipment.state === 'ready'
    ? { estimatedAt: estimate(shipment.kind, placedAt).estimatedTo }
    : {}),
});

const presentPayment = (
  payment: OrderView['payments'][number],
  locale: string,
): Order['payments'][number] => ({
  id: payment.id,
  state: payment.state,
  ...(payment.method_code !== null && payment.method_kind !== null
    ? {
        method: {
          code: payment.method_code,
          name: textIn(payment.method_name, locale),
          kind: payment.method_kind,
          ...(payment.instructions ? { instructions: textIn(payment.instructions, locale) } : {}),
        },
      }
    : {}),
  amount: payment.amount,
  currencyCode: payment.currency_code,
  createdAt: payment.created_at.toISOString(),
});

/** The whole order (2.4), in `locale`. */
export function presentOrder(view: OrderView, locale: string, now = new Date()): Order {
  const { order, items: all, facts, shipments, payments, adjustments, coupon } = view;
  const collected = collectedLines(view);
  const places = new Map(view.places.map((place) => [place.id, place]));
  const totals: CartTotals = { ...noTotals, ...(order.totals as Partial<CartTotals>) };
  const { placed } = view;
  const chosen = all.find((item) => item.deleted_at === null && isGiftLine(item));
  const wrap = wrapOffer(view, facts.values());
  const text = (texts: Parameters<typeof textIn>[0]) => textIn(texts, locale);

  return {
    id: order.id,
    tokenValue: order.token,
    ...(order.number === null ? {} : { number: order.number }),
    version: order.version,
    state: order.state,
    checkoutState: order.checkout_state,
    paymentState: order.payment_state,
    shippingState: order.shipping_state,
    currencyCode: order.currency_code,
    localeCode: order.locale,
    channelCode: order.channel_code,
    createdAt: order.created_at.toISOString(),
    updatedAt: order.updated_at.toISOString(),
    ...(order.checkout_completed_at
      ? { checkoutCompletedAt: order.checkout_completed_at.toISOString() }
      : {}),
    ...(order.expires_at && !placed ? { expiresAt: order.expires_at.toISOString() } : {}),
    ...presentBuyer(order),
    ...(order.billing_address ? { billingAddress: order.billing_address } : {}),
    ...(order.shipping_address ? { shippingAddress: order.shipping_address } : {}),
    ...(order.invoice ? { invoice: order.invoice } : {}),
    ...(order.certificate ? { certificate: order.certificate } : {}),
    items: all.flatMap((item) => {
      const fact = facts.get(item.variant_id);
      return item.deleted_at === null && fact
        ? [presentItem(item, fact, order, locale, collected.get(item.id))]
        : [];
    }),
    deletedItems: placed ? [] : presentDeleted(all, now, locale),
    ...(order.shipping_plan === null ? {} : { shippingPlan: order.shipping_plan }),
    shipments: shipments.flatMap((shipment) => {
      const place = places.get(shipment.warehouse_id);
      return place ? [presentShipment(shipment, place, order.checkout_completed_at, locale)] : [];
    }),
    payments: payments.map((payment) => presentPayment(payment, locale)),
    promotions: order.promotions.map((one) => ({ ...one, name: text(one.name) })),
    ...(coupon
      ? {
          promotionCoupon: {
            code: coupon.code,
            promotion: { code: coupon.promotion_code, name: text(coupon.promotion_name) },
          },
        }
      : {}),
    ...freeForCart(view, locale, now),
    ...presentBalances(view, totals),
    gift: {
      ...(placed
        ? { eligible: false }
        : giftOffer(campaignsAt(view, now), giftBaseOf(totals), shownGiftInput(view, now))),
      ...(chosen === undefined ? {} : { selectedVariantCode: chosen.variant_code }),
    },
    giftWrap: {
      ...wrap,
      selected: order.gift_wrap,
      ...(order.gift_wrap && order.gift_wrap_message !== null ? { message: order.gift_wrap_message } : {}),
    },
    ...totals,
    adjustments: adjustments.map((one) => presentAdjustment(one, order, locale)),
    ...(order.consents ? { consents: order.consents } : {}),
    ...(order.notes === null ? {} : { notes: order.notes }),
    childOrders: [],
    appliedCommandIds: order.applied_command_ids,
    warnings: order.warnings.map((warning) => presentWarning(warning, locale)),
    ...(placed
      ? {
          documents: presentDocuments(order, placed.documents),
          returns: [],
          canReturn: false,
          canPay: paymentOffers({
            state: order.state,
            paymentState: order.payment_state,
            isBeingConfirmed: placed.isBeingConfirmed,
          }).payLink,
          canReview: [],
        }
      : {}),
  };
}
