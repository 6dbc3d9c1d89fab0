/** What the shop took off a cart because a line went: it comes back with the line, until the page is left. */
import { forgetWithVisitor } from '#api/same-visitor.ts';
import type { Shop } from '#api/shop.ts';
import { choosing } from '#domain/waiting/cart-choices.ts';
import { isWrappableLine } from '#domain/cart/wrappable.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { lineName } from '#domain/waiting/waiting-command.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { tokenNow } from '#offline/outbox/recreate-cart.ts';
import { ofCart } from './cart-change.ts';
import { sendFirst } from './fill-cart.ts';

/** By the name of the line: points that were used, and whether the wrap went because nothing else can be wrapped. */
const before = new Map<string, { points: number; isUnwrapped: boolean }>();
forgetWithVisitor(() => before.clear());

/** @param cart as it was shown when the line was taken out */
export function noteRemoved(line: string, cart: ShownCart | null): void {
  if (cart === null) return;
  const left = cart.items.filter((item) => lineName(item) !== line);
  before.set(line, {
    points: cart.loyalty.pointsSpent,
    isUnwrapped: cart.giftWrap.selected && !left.some(isWrappableLine),
  });
}

/** Behind the line that comes back: the wrap, and as many of the points as the cart takes again. Never throws. */
export async function bringAlong(outbox: Outbox, shop: Shop, token: string, line: string): Promise<void> {
  const had = before.get(line);
  before.delete(line);
  if (had === undefined) return;
  try {
    const common = { ...ofCart(shop, token), params: { token } };
    if (had.isUnwrapped) await outbox.put(choosing({ what: 'giftWrap', value: true }, common));
    if (had.points === 0) return;
    const { payAgain } = await import('./bring-back.ts');
    await sendFirst(outbox, token, true);
    const { carts } = outbox.state();
    const loyalty = carts.get(tokenNow(carts, token))?.order?.loyalty;
    const points = Math.min(had.points, loyalty?.maxPoints ?? 0);
    if (loyalty !== undefined && points > loyalty.pointsSpent)
      await payAgain(outbox, shop, token, { points });
  } catch {
    // Without a connection, or a disk: the cart says what it has.
  }
}
