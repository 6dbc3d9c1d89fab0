/** What gift cards and other means of payment pay of a cart that has changed since the shop counted it. Integer cents. */
import { payingKinds, type PaidTotal, type PayingKind } from '#contract/orders/adjustments.ts';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Chosen } from '#contract/orders/order-choices.ts';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';

/** What pays for an order, as it shows it. */
export type Means = Pick<Order, PayingKind['listedIn']>;

/** What the order comes to before anything pays for it, cents. */
export const unpaid = (order: Pick<Order, 'total' | PaidTotal>): number =>
  payingKinds.reduce((due, { total }) => due - order[total], order.total);
/** What of it means of payment beside money pay, cents: a dearer order they would pay without a word. */
export const paidByMeans = (order: Pick<Order, 'total' | PaidTotal>): number => unpaid(order) - order.total;

/**
 * What an order in one message says that means of payment were seen to pay (contract CHK-19), as soon as one of any kind is chosen for
 * it. Points are none: the message names how many, and they never pay more.
 */
export const paidAsSeen = (
  chosen: Pick<Chosen, PayingKind['listedIn']>,
  order: Pick<Order, 'total' | PaidTotal>,
): Pick<OrderIntentBody, 'expectedPaid'> =>
  payingKinds.some(({ listedIn }) => chosen[listedIn] !== undefined)
    ? { expectedPaid: paidByMeans(order) }
    : {};

/**
 * As the shop counts it (contract 5.1, step 9): each pays all that it has of everything but gift cards that are bought.
 * @param order which shows what lies on it
 * @param due what it comes to before anything pays for it (`unpaid`)
 * @param items its lines
 */
export function paidBy(
  order: Means,
  due: number,
  items: readonly Pick<OrderItem, 'marker' | 'total'>[],
): Pick<Order, PaidTotal | 'total'> {
  let payable = items.reduce(
    (rest, { marker, total }) => (marker === soldCardMarker ? rest - total : rest),
    due,
  );
  let total = due;
  const paid = payingKinds.map(({ listedIn, total: name }) => {
    const held = order[listedIn].reduce(
      (sum, { amountUsed, amountLeft }) => sum + amountUsed + amountLeft,
      0,
    );
    const amount = Math.max(0, Math.min(held, payable));
    payable -= amount;
    total -= amount;
    return [name, 0 - amount] as const;
  });
  return { ...(Object.fromEntries(paid) as Record<PaidTotal, number>), total };
}
