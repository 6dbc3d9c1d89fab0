/** Many goods put into the cart at once: one write on this device, and lines that the shop may refuse one by one. */
import type { QueryClient } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';
import type { ShownItem } from '#domain/waiting/shown-goods.ts';
import { tokenNow } from '#offline/outbox/recreate-cart.ts';
import { beginning, ofCart } from './cart-change.ts';
import { openCart, showCart } from './cart-outbox.ts';
import { newCartToken, readCartToken, writeCartToken } from './cart-token.ts';

/** Pieces of a variant, and what the cart shows of it until the shop has answered. */
export interface AddedGoods {
  variantCode: string;
  quantity: number;
  shown: ShownItem;
}

/**
 * Resolves once all of it is on the disk; begins a cart where there is none (CART-01, CART-03). False where this browser
 * keeps nothing.
 * @param goods of different variants
 */
export async function addManyToCart(
  here: { shop: Shop; queryClient: QueryClient },
  goods: readonly AddedGoods[],
): Promise<boolean> {
  const outbox = await openCart(here);
  if (outbox === null) return false;
  const before = readCartToken();
  const token = before ?? newCartToken();
  const commands = goods.map(({ variantCode, quantity, shown }) => ({
    ...ofCart(here.shop, token),
    kind: 'addItem' as const,
    line: variantCode,
    params: { token },
    body: { productVariantCode: variantCode, quantity },
    shown,
  }));
  if (before === null) await outbox.putAll([beginning(here.shop, token), ...commands], { cart: token });
  else await outbox.putEach(commands);
  // It may have moved while this was written.
  const now = tokenNow(outbox.state().carts, token);
  if (readCartToken() !== now) writeCartToken(now);
  showCart(outbox);
  return true;
}
