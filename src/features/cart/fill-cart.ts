/** Before the shop itself puts goods into a cart: it is told of what waits for it, or begins one. */
import { ApiError } from '#api/api-error.ts';
import { sameVisitor } from '#api/same-visitor.ts';
import type { Shop } from '#api/shop.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { cartScope } from '#domain/waiting/waiting-command.ts';
import { besideOrders } from '#domain/waiting/waiting-orders.ts';
import { frontCart } from '#offline/outbox/front-cart.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { tokenNow } from '#offline/outbox/recreate-cart.ts';
import { writeCartToken } from './cart-token.ts';
import { cartForGoods } from './kept-token.ts';

/** ms that a press waits for the shop to take what waits before it is asked to fill the cart. */
const patience = 5_000;

/**
 * Sends what waits for the cart.
 * @param isPatient waits as long as the outbox gets on, however many calls that takes: each has its own time limit (wire.ts)
 * @throws ApiError `unreachable` when something of it still waits: two carts would come of one
 */
export async function sendFirst(outbox: Outbox, token: string, isPatient = false): Promise<void> {
  const hasWaiting = () => {
    const { entries, carts } = outbox.state();
    const scope = cartScope(tokenNow(carts, token));
    return entries.some((one) => one.scope === scope && ['queued', 'sending'].includes(one.state));
  };
  if (!hasWaiting()) return;
  // What still waits is told below.
  const sent = outbox.wake(true).catch(() => undefined);
  await (isPatient ? sent : Promise.race([sent, new Promise((resolve) => setTimeout(resolve, patience))]));
  // What the sender wrote last this page may not have read yet.
  if (hasWaiting()) await outbox.list();
  if (hasWaiting()) throw new ApiError('unreachable', 0, { message: 'The cart waits to be sent' });
}

/** The cart that takes goods, once the shop has been sent what waits for it; null = none. @throws as `sendFirst` */
export async function sentCart(outbox: Outbox): Promise<string | null> {
  const token = cartForGoods(outbox);
  if (token !== null) await sendFirst(outbox, token);
  // An emptying that was sent has let it go, and the shop may have brought it into another.
  return cartForGoods(outbox);
}

/**
 * Begins a cart at the shop and puts it in front: none of those whose orders wait on this device. Without a store (null) no order waits.
 * @returns its token; that of the cart which goods have begun meanwhile, here or in another tab: in front of them it would hide them
 */
export async function beginAtShop(shop: Shop, outbox: Outbox | null): Promise<string> {
  const isHere = sameVisitor();
  const begun = await shop.call('pickUpCart', {
    body: {
      localeCode: shop.locale,
      tokenValue: newCartToken(),
      ...besideOrders(outbox?.state().entries ?? []),
    },
    idempotencyKey: crypto.randomUUID(),
  });
  const inFront = await outbox
    ?.change((now) => {
      const there = frontCart(now);
      const isTaken = there === null && isHere();
      return { changes: isTaken ? { cart: begun.tokenValue } : {}, result: there };
    })
    // No goods have begun one on a disk that cannot be written.
    .catch(() => null);
  const token = inFront ?? begun.tokenValue;
  if (isHere()) writeCartToken(token);
  if (outbox === null) return token;
  await sendFirst(outbox, token);
  return tokenNow(outbox.state().carts, token);
}
