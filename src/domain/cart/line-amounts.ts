/** What screens say of the price of a line, from the order as the server sent it (specification section 3, contract 5.1). Integer cents. */
import { giftMarker } from '#contract/orders/gift-marker.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { priceWithoutTax } from '#domain/money/price.ts';

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

type Taxed = Pick<OrderItem, 'unitPrice' | 'unitPriceWithoutTax' | 'taxRate' | 'total' | 'taxTotal'>;

/** The rate of a line; of goods that the shop has not counted yet the whole percent that the price of a piece tells. */
function rateOf({ taxRate, unitPrice, unitPriceWithoutTax: net = 0 }: Taxed): number | undefined {
  return taxRate ?? (net > 0 ? Math.round((100 * unitPrice) / net - 100) / 100 : undefined);
}

/**
 * A sum of a line without the tax inside it, cents, at its rate: what is taken off the line, and the cents of tax that are
 * given to it (contract 5.4), change with each step of an order and say nothing of the sum before them. Carts that were kept
 * before lines told either are estimated by the tax of the line.
 */
export function withoutTax(amount: number, item: Taxed): number {
  const rate = rateOf(item);
  if (rate !== undefined) return priceWithoutTax(amount, rate);
  const { total, taxTotal } = item;
  return total === 0 ? amount : Math.round((amount * (total - taxTotal)) / total);
}

/** One piece without the tax inside it, cents. */
export const pieceWithoutTax = (item: Taxed): number =>
  item.unitPriceWithoutTax ?? withoutTax(item.unitPrice, item);
