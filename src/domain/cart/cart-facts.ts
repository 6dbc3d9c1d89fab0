/**
 * What screens say about a cart, from the order as the server sent it (specification section 3, contract 5.1).
 * Integer cents throughout. Its sums are in `summary-lines.ts`; how waiting changes are laid over it is in `waiting-cart.ts`.
 */
import { giftMarker } from '#contract/orders/gift-marker.ts';
import type { ShippingMethod } from '#contract/orders/delivery.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Order } from '#contract/orders/orders.ts';
import { paidBy, unpaid } from './paid-by.ts';

/** Sum of quantities of the live lines; deleted lines that can be undone are not in `items` (R3.45). */
export const cartItemCount = (order: { items: readonly { quantity: number }[] }): number =>
  order.items.reduce((sum, item) => sum + item.quantity, 0);

/** Names of the only towns where a line can be had; empty where it can be sent, or where nobody has said. */
export const collectTowns = (item: {
  collectAt?: readonly { city: string }[] | undefined;
  variant: { collectAt?: readonly string[] | undefined };
}): string[] => [...new Set(item.collectAt?.map(({ city }) => city) ?? item.variant.collectAt)];

/** The picture of the goods of a line: that of the pack that is bought, where the product shows another one. */
export const pictureOf = ({
  images,
  product,
}: OrderItem['variant']): OrderItem['variant']['product']['images'][number] | undefined =>
  images?.[0] ?? product.images[0];

/** Euros for one piece: total / quantity / 100 (R3.44). */
export const unitPrice = (item: { total: number; quantity: number }): number =>
  item.total / item.quantity / 100;

/** All promotions but the one that the applied coupon brought (R3.46). */
export function defaultPromotions(order: Pick<Order, 'promotions' | 'promotionCoupon'>): Order['promotions'] {
  const ofCoupon = order.promotionCoupon?.promotion.code;
  return order.promotions.filter((promotion) => promotion.code !== ofCoupon);
}

/** What a line comes to before discounts, cents; a chosen gift costs nothing, whatever its price. */
export const lineSum = ({
  marker,
  subtotal,
}: {
  marker?: string | null | undefined;
  subtotal: number;
}): number => (marker === giftMarker ? 0 : subtotal);

/** A sum of a line without the tax inside it, cents, as the line is taxed: pieces times their price, and what it was before. */
export const withoutTax = (
  amount: number,
  { total, taxTotal }: { total: number; taxTotal: number },
): number => (total === 0 ? amount : Math.round((amount * (total - taxTotal)) / total));

/** One piece without the tax inside it, cents: by the rate, which the rounded tax of a line of many pieces does not tell. */
export const pieceWithoutTax = (
  item: Pick<OrderItem, 'unitPrice' | 'unitPriceWithoutTax' | 'total' | 'taxTotal'>,
): number => item.unitPriceWithoutTax ?? withoutTax(item.unitPrice, item);

type Priced = Pick<ShippingMethod, 'price' | 'priceWithoutTax' | 'originalPrice'>;
/**
 * The order with a delivery that is chosen and not saved yet, one method for each parcel: what it costs is known the moment
 * it is chosen. Taxes move with it, and what pays for the order pays for it too, as far as it goes.
 * @param before the methods that the order has been counted with
 */
export function withDelivery<T extends Order>(
  order: T,
  chosen: readonly Priced[],
  before: readonly Priced[],
): T {
  const sum = (methods: readonly Priced[], of: (method: Priced) => number) =>
    methods.reduce((all, method) => all + of(method), 0);
  const tax = ({ price, priceWithoutTax }: Priced) => price - priceWithoutTax;
  const price = sum(chosen, (method) => method.price);
  const taxBy = sum(chosen, tax) - sum(before, tax);
  const totalBy = price - order.shippingTotal;
  return {
    ...order,
    shippingTotal: price,
    shippingPromotionTotal: sum(chosen, (method) => method.price - (method.originalPrice ?? method.price)),
    ...paidBy(order, unpaid(order) + totalBy, order.items),
    taxTotal: order.taxTotal + taxBy,
    taxIncludedTotal: order.taxIncludedTotal + taxBy,
    totalWithoutTax: order.totalWithoutTax + totalBy - taxBy,
  };
}
