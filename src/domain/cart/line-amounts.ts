/** What screens say of the price of a line, from the order as the server sent it (specification section 3, contract 5.1). Integer cents. */
import { giftMarker } from '#contract/orders/gift-marker.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';

/** Euros for one piece: total / quantity / 100 (R3.44). */
export const unitPrice = (item: { total: number; quantity: number }): number =>
  item.total / item.quantity / 100;

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
