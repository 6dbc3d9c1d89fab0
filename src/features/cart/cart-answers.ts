/**
 * The shop's answers about carts. The page hears those of the checkout, the outbox those to what waited: each may know a newer one
 * than the other, and the device may lose its own.
 */
import type { ShopAndCache } from '#api/services.ts';
import type { QueryClient } from '@tanstack/react-query';
import { forgetWithVisitor } from '#api/same-visitor.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { cartKey } from './cart-queries.ts';

/** A step that changed nothing leaves the version: its key alone is new (contract 1.8), and unknown it would count as another device's. */
export const isNewer = (order: Order, known: Order): boolean =>
  order.version === known.version && order.id === known.id
    ? order.appliedCommandIds.length > known.appliedCommandIds.length
    : order.version > known.version;

/** What the checkout is answered goes into the page: the next start shall find it on the device too. */
export function keepAnswers(outbox: Outbox, queryClient: QueryClient): void {
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const [area, name] = query.queryKey;
    if (type !== 'updated' || area !== 'cart' || name !== 'current') return;
    const order = query.state.data as ShownCart | null | undefined;
    if (!order || order.waiting !== undefined || order.state !== 'cart' || order.id === 0) return;
    const known = outbox.state().carts.get(order.tokenValue)?.order;
    if (known && isNewer(order, known)) void outbox.keepCart(order, true);
  });
}

/** What the shop said last of each cart, as this page has heard it. */
const lastAnswers = new Map<string, Order>();
forgetWithVisitor(() => lastAnswers.clear());

/**
 * The shop's last answer about a cart. The device may lose it in the middle of a visit (site data that was cleared, a disk that made
 * room): this page still knows it, or a change that waits would have no cart to change and the cart would be called empty.
 */
export function lastAnswerOf(outbox: Outbox, token: string): Order | null {
  const record = outbox.state().carts.get(token);
  if (record === undefined) return lastAnswers.get(token) ?? null;
  if (record.order !== null) lastAnswers.set(token, record.order);
  return record.order;
}

/** An answer that was asked for before a step of the checkout was saved is older than what the page has. */
export function newest(
  outbox: Outbox,
  { shop, queryClient }: ShopAndCache,
  token: string,
  order: Order,
): Order {
  const kept = outbox.state().carts.get(token)?.order ?? order;
  const shown = queryClient.getQueryData<ShownCart | null>(cartKey(shop, token)) ?? null;
  return shown !== null && shown.waiting === undefined && shown.id === kept.id && shown.version > kept.version
    ? shown
    : kept;
}
