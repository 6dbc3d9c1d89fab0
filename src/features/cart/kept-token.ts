/**
 * Which cart is in front, kept with what waits. The browser writes local storage seconds later: a phone that dies before
 * has lost the token, or knows one whose cart has become an order since (I1). The outbox was told with the change itself.
 */
import { cartScope } from '#domain/waiting/waiting-command.ts';
import { orderOfCart } from '#domain/waiting/waiting-orders.ts';
import { isSpent } from '#offline/outbox/front-cart.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { tokenNow } from '#offline/outbox/recreate-cart.ts';
import { letCartGo, onCartTokenWritten, readCartToken, writeCartToken } from './cart-token.ts';

/** Whether the cart went into an order that waits to be sent. */
export const isOrdered = (outbox: Outbox, token: string): boolean =>
  orderOfCart(outbox.state().entries, token) !== undefined;

/** Token of the cart that takes goods; null = the next begin one, also while the one in front is on its way as an order. */
export function cartForGoods(outbox: Outbox): string | null {
  const token = readCartToken();
  return token !== null && isOrdered(outbox, token) ? null : token;
}

/** From now on the outbox knows which cart is in front; what local storage has lost is brought back. */
export function keepCartToken(outbox: Outbox): void {
  onCartTokenWritten((token, before) => keep(outbox, token, before));
  recover(outbox);
}

function recover(outbox: Outbox): void {
  const { cart, entries, carts } = outbox.state();
  const known = readCartToken();
  const isKnownSpent = known !== null && isSpent({ entries, carts }, tokenNow(carts, known));
  if (cart === null || cart === known) {
    // It was ordered or emptied, and the phone died before its cart was let go: goods put into it would go where nobody looks.
    if (isKnownSpent) letCartGo(known);
    return;
  }
  if (known !== null && !isKnownSpent) return;
  const isThere = carts.has(cart) || entries.some((one) => one.scope === cartScope(cart));
  if (isThere && !isSpent({ entries, carts }, cart)) writeCartToken(cart);
}

/** Compared on the disk: what this page read last may be older than its own writes that are on their way. */
function keep(outbox: Outbox, token: string | null, before: string | null): void {
  void outbox
    .change(({ cart }) => {
      // Let go was the one before; another tab may have begun the next.
      const isKept = cart === token || (token === null && cart !== before);
      return { changes: isKept ? {} : { cart: token }, result: undefined };
    })
    // Whoever cannot write has told so elsewhere.
    .catch(() => undefined);
}
