/** What an order comes to with the delivery that is chosen on the device (contract CHK-19). Integer cents; the shop counts it again. */
import type { PaidTotal } from '#contract/orders/adjustments.ts';
import type { Order } from '#contract/orders/orders.ts';
import { paidBy, unpaid, type Means } from '#domain/cart/paid-by.ts';
import { taxInside } from '#domain/money/tax.ts';

type Payable = Means & Pick<Order, 'total' | 'shippingTotal' | PaidTotal | 'items'>;
/** With another delivery than the shop last counted with: what has something left pays it too, and less of a cheaper one. */
const payable = (order: Payable, delivery: number): ReturnType<typeof paidBy> =>
  paidBy(order, Math.max(0, unpaid(order) - order.shippingTotal + delivery), order.items);

/** What is to be paid as far as this device knows: the goods as shown, and this delivery, cents. */
export const offlineTotal = (order: Payable, delivery: number): number => payable(order, delivery).total;

/**
 * Amounts of the order with this delivery in place of the one that the shop last counted with, cents.
 * @param delivery cents, with tax
 * @param serviceTaxRate of the tax inside it; without it, as in options kept before it was told, delivery counts as untaxed
 */
export function offlineAmounts(
  order: Payable & Pick<Order, 'taxTotal' | 'taxIncludedTotal' | 'totalWithoutTax'>,
  delivery: number,
  serviceTaxRate = 0,
): Omit<typeof order, 'items' | keyof Means> & Pick<Order, 'shippingPromotionTotal'> {
  const taxBy = taxInside(delivery, serviceTaxRate) - taxInside(order.shippingTotal, serviceTaxRate);
  return {
    ...payable(order, delivery),
    shippingTotal: delivery,
    shippingPromotionTotal: 0,
    taxTotal: order.taxTotal + taxBy,
    taxIncludedTotal: order.taxIncludedTotal + taxBy,
    totalWithoutTax: order.totalWithoutTax + delivery - order.shippingTotal - taxBy,
  };
}
