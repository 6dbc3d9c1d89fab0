/** Lines of a cart with other numbers of pieces than the shop has counted with: amounts are integer cents, and estimates. */
import { giftMarker } from '#contract/orders/gift-marker.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { tierAt } from '#domain/money/tier-prices.ts';

/** A gift is in no sum. */
export const isNoGift = (item: OrderItem): boolean => item.marker !== giftMarker;

/** The line at what so many pieces cost each, by the rule of the shop (contract 5.4). */
export function atTierPrice(item: OrderItem): OrderItem {
  const { prices, tierPrices } = item.variant;
  if (tierPrices === undefined || item.bundle !== undefined || item.marker !== undefined) return item;
  const tier = tierAt(prices.price, tierPrices, item.quantity);
  const { price, priceWithoutTax } = tier ?? prices;
  if (price === item.unitPrice) return item;
  const share = item.unitPrice === 0 ? 0 : price / item.unitPrice;
  return {
    ...item,
    unitPrice: price,
    unitPriceWithoutTax: priceWithoutTax,
    originalUnitPrice: tier ? price : (prices.originalPrices[0] ?? price),
    discountedUnitPrice: Math.round(item.discountedUnitPrice * share),
    subtotal: price * item.quantity,
    total: Math.round(item.total * share),
    taxTotal: Math.round(item.taxTotal * share),
  };
}

/** Another number of pieces, at what so many cost each as far as the device knows. */
export function withQuantity(item: OrderItem, quantity: number): OrderItem {
  const share = quantity / item.quantity;
  return atTierPrice({
    ...item,
    quantity,
    subtotal: item.unitPrice * quantity,
    total: Math.round(item.total * share),
    taxTotal: Math.round(item.taxTotal * share),
  });
}
