/** A cart that the shop itself has put goods into: it is in front from then on, on the page and on the device. */
import type { ShopAndCache } from '#api/services.ts';
import { sameVisitor } from '#api/same-visitor.ts';
import type { Order } from '#contract/orders/orders.ts';
import { besideOrders, cartsToLeave } from '#domain/waiting/waiting-orders.ts';
import { openCart } from './cart-outbox.ts';
import { cartKey } from './cart-queries.ts';
import { readCartToken, writeCartToken } from './cart-token.ts';
import { beginAtShop, sentCart } from './fill-cart.ts';

/**
 * Sends what waits for the cart, which the shop could not know of otherwise, and names the cart.
 * @returns its token; null = none. @throws when something of it still waits: two carts would come of one
 */
export async function cartToFill(here: ShopAndCache): Promise<string | null> {
  // Without a store nothing waits.
  const outbox = await openCart(here).catch(() => null);
  return outbox === null ? readCartToken() : sentCart(outbox);
}

/** Begins a cart at the shop, unless goods begin one meanwhile: none of those whose orders wait on this device. */
export const beginCart = async (here: ShopAndCache): Promise<string> =>
  // Without a store no order waits.
  beginAtShop(here.shop, await openCart(here).catch(() => null));

/** For a call that puts goods into the cart of whoever is signed in: none of those whose orders wait on this device. */
export const cartsBeside = async (here: ShopAndCache): Promise<ReturnType<typeof besideOrders>> =>
  // Without a store no order waits.
  besideOrders((await openCart(here).catch(() => null))?.state().entries ?? []);

/** A cart of its own where orders wait on this device: the shop would name the one of such an order; null = none waits. */
export async function cartBesideOrders(here: ShopAndCache): Promise<string | null> {
  // Without a store no order waits.
  const outbox = await openCart(here).catch(() => null);
  return cartsToLeave(outbox?.state().entries ?? []).length > 0 ? beginCart(here) : null;
}

/**
 * The shop's answer becomes the cart in front; until it is on the device, the page alone knows it. Nothing is taken for whoever
 * has left before that.
 */
export async function takeCart({ shop, queryClient }: ShopAndCache, order: Order): Promise<void> {
  const isHere = sameVisitor();
  // Without a store the page alone knows the cart.
  const outbox = await openCart({ shop, queryClient }).catch(() => null);
  // A cart that could not be kept is asked for at the next start.
  if (isHere()) await outbox?.keepCart(order, true).catch(() => undefined);
  if (!isHere()) return;
  queryClient.setQueryData(cartKey(shop, order.tokenValue), order);
  writeCartToken(order.tokenValue);
}
