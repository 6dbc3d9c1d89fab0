/**
 * What screens say about a cart, from the order as the server sent it (specification section 3, contract 5.1).
 * Integer cents throughout. How waiting changes are laid over it is in `waiting-cart.ts`.
 */
import type { Order } from '#contract/orders.ts';

/** Sum of quantities of the live lines; deleted lines that can be undone are not in `items` (R3.45). */
export const cartItemCount = (order: { items: readonly { quantity: number }[] }): number =>
  order.items.reduce((sum, item) => sum + item.quantity, 0);

/** Names of the only towns where a line can be had; empty where it can be sent, or where nobody has said. */
export const collectTowns = (item: {
  collectAt?: readonly { city: string }[] | undefined;
  variant: { collectAt?: readonly string[] | undefined };
}): string[] => [...new Set(item.collectAt?.map(({ city }) => city) ?? item.variant.collectAt)];

/** Euros for one piece: total / quantity / 100 (R3.44). */
export const unitPrice = (item: { total: number; quantity: number }): number =>
  item.total / item.quantity / 100;

/** All promotions but the one that the applied coupon brought (R3.46). */
export function defaultPromotions(order: Pick<Order, 'promotions' | 'promotionCoupon'>): Order['promotions'] {
  const ofCoupon = order.promotionCoupon?.promotion.code;
  return order.promotions.filter((promotion) => promotion.code !== ofCoupon);
}

/** The nine lines of a cart's summary in their order (R3.47). */
export type SummaryLineKind =
  | 'subtotal'
  | 'delivery'
  | 'discount'
  | 'tax'
  | 'amountWithoutTax'
  | 'total'
  | 'shippingDiscount'
  | 'giftCoupon'
  | 'loyaltyDiscount';
export interface SummaryLine {
  readonly kind: SummaryLineKind;
  /** Cents; discounts are below zero. */
  readonly amount: number;
}

type SummaryTotals = Pick<
  Order,
  | 'itemsSubtotal'
  | 'itemsTotal'
  | 'loyaltyDiscountTotal'
  | 'shippingTotal'
  | 'shippingPromotionTotal'
  | 'taxTotal'
  | 'totalWithoutTax'
  | 'total'
  | 'giftCardTotal'
>;
const hiddenWhenZero: ReadonlySet<SummaryLineKind> = new Set([
  'discount',
  'shippingDiscount',
  'giftCoupon',
  'loyaltyDiscount',
]);

/**
 * The summary lines of an order, discounts of zero left out (R3.47). Without gift wrap they add up:
 * total = subtotal + delivery + the four discounts; amount without tax + tax = total before gift cards (R3.48).
 */
export function summaryLines(order: SummaryTotals): SummaryLine[] {
  const lines: SummaryLine[] = [
    { kind: 'subtotal', amount: order.itemsSubtotal },
    { kind: 'delivery', amount: order.shippingTotal - order.shippingPromotionTotal },
    {
      kind: 'discount',
      amount: order.itemsTotal - order.itemsSubtotal - order.loyaltyDiscountTotal,
    },
    { kind: 'tax', amount: order.taxTotal },
    { kind: 'amountWithoutTax', amount: order.totalWithoutTax },
    { kind: 'total', amount: order.total },
    { kind: 'shippingDiscount', amount: order.shippingPromotionTotal },
    { kind: 'giftCoupon', amount: order.giftCardTotal },
    { kind: 'loyaltyDiscount', amount: order.loyaltyDiscountTotal },
  ];
  return lines.filter((line) => line.amount !== 0 || !hiddenWhenZero.has(line.kind));
}
