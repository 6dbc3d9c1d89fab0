import type { ShippingMethod } from '#contract/orders/delivery.ts';
import type { Order } from '#contract/orders/orders.ts';
import { paidBy, unpaid } from './paid-by.ts';

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
