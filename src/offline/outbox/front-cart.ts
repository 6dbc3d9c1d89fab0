/** The cart in front, as the disk knows it: what goods are put into. */
import { cartScope, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { orderOfCart } from '#domain/waiting/waiting-orders.ts';
import type { CartRecord } from './outbox-records.ts';
import { tokenNow } from './recreate-cart.ts';

interface Waiting {
  entries: readonly WaitingCommand[];
  carts: ReadonlyMap<string, CartRecord>;
}

/** Whether nothing may go into the cart any more: it became an order, is to, or was emptied and nothing waits for it. */
export function isSpent({ entries, carts }: Waiting, token: string): boolean {
  if (orderOfCart(entries, token) !== undefined) return true;
  const record = carts.get(token);
  if (!['cart', undefined].includes(record?.order?.state)) return true;
  return (
    record?.movedTo === '' &&
    !entries.some((one) => one.scope === cartScope(token) && one.state !== 'confirmed')
  );
}

/** Token of the cart that takes goods, where it has gone meanwhile; null = there is none, the next goods begin one. */
export function frontCart(now: Waiting & { cart: string | null }): string | null {
  if (now.cart === null) return null;
  const token = tokenNow(now.carts, now.cart);
  return isSpent(now, token) ? null : token;
}
