/** Which of its screens the address of the checkout shows. */
import type { Order } from '#contract/orders/orders.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { cartScope, isStopped, type WaitingCommand } from '#domain/waiting/waiting-command.ts';

/** An order of this device that an earlier page left on its way to the shop. */
export type EarlierOrder =
  /** The device, or the shop, is being asked. */
  | 'looking'
  | 'none'
  /** The entry of the outbox that holds it. */
  | { entryId: string };

export type ShownCheckout =
  | { kind: 'loading' }
  /** What is known of an order that an earlier page left on its way. */
  | { kind: 'earlierOrder'; entryId: string }
  | { kind: 'failed' }
  | { kind: 'emptyCart' }
  /** The cart whose steps stood here was ordered or emptied in another window. */
  | { kind: 'cartGone'; token: string }
  /** The steps of buying this device's cart. */
  | { kind: 'steps'; order: ShownCart }
  /** The steps of a cart that the address names. */
  | { kind: 'namedSteps'; order: ShownCart; orderToken: string }
  /** It is placed already: what is left is to pay it. */
  | { kind: 'payAgain'; order: ShownCart };

export interface CheckoutFacts {
  /** The order that the address names; undefined: the cart of this device is meant. */
  orderToken: string | undefined;
  earlier: EarlierOrder;
  /** How far the shop or the device has answered the question for the order. */
  reading: 'pending' | 'failed' | 'read';
  order: ShownCart | null | undefined;
  /** Token of the cart whose steps stood here and that is not this device's any more. */
  gone?: string | undefined;
}

/**
 * The open cart stays in hand while it is being ordered and until its page is left with thanks: for the rest of the shop it
 * counts as used up by then, and goods that are put in meanwhile begin the next. One that the shop has refused gives way to that one.
 * @param last the cart whose steps stand here
 * @param now what is in front
 * @returns the cart in its place; null = what is in front is shown
 */
export function orderInHand<T extends Order>(
  last: T | null,
  now: Order | null | undefined,
  entries: readonly Pick<WaitingCommand, 'kind' | 'scope' | 'state'>[],
): T | null {
  const press = entries.find(
    (one) => last !== null && one.kind === 'completeOrder' && one.scope === cartScope(last.tokenValue),
  );
  if (press === undefined) return null;
  return !now || (now.tokenValue !== last?.tokenValue && !isStopped(press)) ? last : null;
}

/** An order on its way comes before anything else is offered: whoever does not see it orders twice (R2.16). */
export function shownCheckout({ orderToken, earlier, reading, order, gone }: CheckoutFacts): ShownCheckout {
  if (earlier === 'looking') return { kind: 'loading' };
  if (earlier !== 'none') return { kind: 'earlierOrder', entryId: earlier.entryId };
  if (reading === 'pending') return { kind: 'loading' };
  if (reading === 'failed') return { kind: 'failed' };
  if (order === undefined || order === null)
    return gone === undefined ? { kind: 'emptyCart' } : { kind: 'cartGone', token: gone };
  if (order.state !== 'cart') return { kind: 'payAgain', order };
  if (order.items.length === 0) return { kind: 'emptyCart' };
  return orderToken === undefined ? { kind: 'steps', order } : { kind: 'namedSteps', order, orderToken };
}
