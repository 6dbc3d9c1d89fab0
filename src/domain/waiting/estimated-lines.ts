/** Lines of a cart with other numbers of pieces than the shop has counted with: amounts are integer cents, and estimates. */
import { giftMarker } from '#contract/gift-marker.ts';
import type { OrderItem } from '#contract/orders.ts';
import { piecesByGoods, tierAt } from '#domain/money/tier-prices.ts';

/** A gift is in no sum. */
export const isPaid = (item: OrderItem): boolean => item.marker !== giftMarker;

/** Pieces of each kind of goods that are paid for, by the code of the variant. */
export const paidPieces = (items: readonly OrderItem[]): Map<string, number> =>
  piecesByGoods(items.filter(isPaid), ({ variant }) => variant.code);

/** Another number of pieces at the price of one piece as it stands. */
export function withQuantity(item: OrderItem, quantity: number): OrderItem {
  const share = quantity / item.quantity;
  return {
    ...item,
    quantity,
    subtotal: item.unitPrice * quantity,
    total: Math.round(item.total * share),
    taxTotal: Math.round(item.taxTotal * share),
  };
}

/** The line at what its pieces cost each together with the others of the same goods, by the rule of the shop (contract 5.4). */
function atPriceOf(item: OrderItem, pieces: number): OrderItem {
  const { prices, tierPrices = [] } = item.variant;
  const tier = tierAt(prices.price, tierPrices, pieces);
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

/**
 * Lines of which there are more or fewer pieces now, at the price of so many.
 * @param before as the shop counted them
 */
export function atTierPrices(items: readonly OrderItem[], before: readonly OrderItem[]): OrderItem[] {
  const [now, then] = [paidPieces(items), paidPieces(before)];
  return items.map((item) => {
    const pieces = now.get(item.variant.code) ?? 0;
    const isSame = pieces === then.get(item.variant.code);
    return isSame || !isPaid(item) || item.variant.tierPrices === undefined ? item : atPriceOf(item, pieces);
  });
}
