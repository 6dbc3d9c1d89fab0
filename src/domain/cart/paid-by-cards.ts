/** What gift cards pay of a cart that has changed since the shop counted it. */
import { soldCardMarker } from '#contract/gift-marker.ts';
import type { OrderItem } from '#contract/order-lines.ts';
import type { Order } from '#contract/orders.ts';

/**
 * As the shop counts it (contract 5.1, step 9): the cards of the cart pay all that they have of everything but gift cards that are
 * bought. Integer cents.
 * @param due what the cart comes to before gift cards
 * @param items its lines
 */
export function paidByCards(
  { giftCards }: Pick<Order, 'giftCards'>,
  due: number,
  items: readonly Pick<OrderItem, 'marker' | 'total'>[],
): Pick<Order, 'giftCardTotal' | 'total'> {
  const balance = giftCards.reduce((sum, { amountUsed, amountLeft }) => sum + amountUsed + amountLeft, 0);
  const payable = items.reduce(
    (rest, { marker, total }) => (marker === soldCardMarker ? rest - total : rest),
    due,
  );
  const paid = Math.max(0, Math.min(balance, payable));
  return { giftCardTotal: 0 - paid, total: due - paid };
}
