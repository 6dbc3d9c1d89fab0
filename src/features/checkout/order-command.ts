/**
 * Pressing "order" in the checkout at the shop (CHK-12): the press is on the disk with its key before anything leaves the
 * device, and the outbox sends it. A lost answer, a closed tab or a crash is asked about with the same key at the next
 * start (I1 to I3); nobody hears of a failure that is only silence.
 */
import { ApiError } from '#api/api-error.ts';
import type { Shop } from '#api/shop.ts';
import type { CompleteOrderBody, Placing } from '#contract/orders/order-requests.ts';
import type { Order } from '#contract/orders/orders.ts';
import { orderShown } from '#domain/cart/lines-shown.ts';
import {
  cartScope,
  isOrderEntry,
  isStopped,
  type CommandAnswer,
  type WaitingCommand,
} from '#domain/waiting/waiting-command.ts';
import { orderedSets } from '#domain/waiting/taken-back-order.ts';
import { readCartToken, writeCartToken } from '#features/cart/cart-token.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { whoIsHere } from '#offline/outbox/page-session.ts';
import { tokenNow } from '#offline/outbox/recreate-cart.ts';
import { readIntent, type IntentShown } from './intent-shown.ts';

/** What the screen needs to leave a placed order: its page, and the payment that goes on elsewhere. */
export interface PlacedOrder {
  tokenValue: string;
  paymentId?: number | undefined;
}

/** The press was taken back before it left the device: nothing happened. */
export class OrderTakenBack extends Error {}

/** Body of CHK-12. News that were not asked for take nothing back: whoever has them already may not have been asked (R5.29). */
export function completeBody(
  { subscribedToNewsletter = false, ...placing }: Placing,
  expectedTotal: number,
): CompleteOrderBody {
  return { ...placing, expectedTotal, ...(subscribedToNewsletter ? { subscribedToNewsletter } : {}) };
}

/**
 * Writes the press down; durable before it resolves. The key of an order of this cart that is on its way already is
 * answered instead of making another (I3). Null where this browser keeps nothing, or only for a newer shop.
 */
export async function saveOrder(shop: Shop, order: Order, placing: Placing): Promise<string | null> {
  const outbox = theOutbox();
  const { isReady, isReadOnly } = await outbox.list();
  if (!isReady || isReadOnly) return null;
  const { tokenValue: token, total } = order;
  const scope = cartScope(token);
  const id = crypto.randomUUID();
  const key = await outbox.change<string>(({ entries, carts }) => {
    const orders = entries.filter((one) => one.scope === scope && isOrderEntry(one));
    const going = orders.find((one) => !isStopped(one));
    if (going !== undefined) return { changes: {}, result: going.id };
    const body = completeBody(placing, total);
    const command = {
      kind: 'completeOrder' as const,
      scope,
      line: null,
      params: { token },
      body,
      locale: shop.locale,
      channel: shop.channel,
      shown: { ...orderShown(order), sets: orderedSets(order.items) } satisfies IntentShown,
    };
    return {
      changes: {
        remove: orders,
        append: [{ ...command, id, owner: whoIsHere(), at: Date.now() }],
        // Its lines leave this cart by their ids, if the order is taken back into the next one.
        carts: carts.has(token) ? [] : [{ token, order, at: Date.now() }],
      },
      result: id,
    };
  });
  void outbox.wake(true);
  return key;
}

/**
 * Resolves when the shop has placed it, however long that takes. Throws the shop's refusal, which stays among what waits where the next
 * cart was begun meanwhile, or `OrderTakenBack`.
 * @param left aborted once nobody is there to be told: a refusal stays among what waits (I6)
 */
export async function orderPlaced(
  shop: Shop,
  key: string,
  token: string,
  left?: AbortSignal,
): Promise<PlacedOrder> {
  const outbox = theOutbox();
  const entry = await new Promise<WaitingCommand | undefined>((resolve) => {
    const look = () => {
      const { entries, isReady } = outbox.state();
      const now = entries.find((one) => one.id === key);
      if (!isReady || (now !== undefined && now.state !== 'confirmed' && !isStopped(now))) return;
      unsubscribe();
      resolve(now);
    };
    const unsubscribe = outbox.subscribe(look);
    look();
  });
  if (entry === undefined) {
    // Another tab has seen to it: the shop knows how it ended.
    const order = await shop.call('order', { params: { token } });
    if (order.state === 'cart') throw new OrderTakenBack();
    return { tokenValue: order.tokenValue };
  }
  const placed = readIntent(entry)?.shown.placed;
  if (entry.state === 'confirmed' && placed !== undefined) return placed;
  const front = readCartToken();
  const { carts } = outbox.state();
  // Beside the next cart its goods would be in none that a screen shows. Either may have gone on under another token.
  const isBesideNext = front !== null && tokenNow(carts, front) !== tokenNow(carts, token);
  if (left?.aborted || isBesideNext) throw refusal(entry.answer);
  await outbox.withdraw(key);
  // While it was on its way the cart counted as used up.
  if (front === null) writeCartToken(token);
  throw refusal(entry.answer);
}

function refusal(answer: CommandAnswer | undefined): ApiError {
  const { status = 500, errorCode = '', message = '', violations = [], context = {} } = answer ?? {};
  return new ApiError('refused', status, {
    code: status,
    errorCode,
    message,
    detail: message,
    violations: [...violations],
    context,
  });
}

/** What was placed has been seen: it leaves the list of what waits, in every tab. */
export async function orderSeen(token: string): Promise<void> {
  const outbox = theOutbox();
  const { entries } = await outbox.list();
  for (const entry of entries)
    if (entry.state === 'confirmed' && readIntent(entry)?.shown.placed?.tokenValue === token)
      await outbox.withdraw(entry.id);
}
