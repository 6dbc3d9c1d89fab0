/** Many goods put into the cart at once: one command, which the shop takes whole, or names the lines that it refuses. */
import type { ShopAndCache } from '#api/services.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { mostItemsAtOnce } from '#contract/orders/item-bounds.ts';
import { manyLines, type AddedGoods } from '#domain/waiting/many-lines.ts';
import { tokenNow } from '#offline/outbox/recreate-cart.ts';
import { beginning, ofCart } from './cart-change.ts';
import { openCart, showCart } from './cart-outbox.ts';
import { readCartToken, writeCartToken } from './cart-token.ts';
import { cartForGoods } from './kept-token.ts';

/**
 * Resolves once all of it is on the disk; begins a cart where there is none that takes goods (CART-01, CART-21). False where this browser
 * keeps nothing.
 * @param goods of different variants
 */
export async function addManyToCart(here: ShopAndCache, goods: readonly AddedGoods[]): Promise<boolean> {
  const outbox = await openCart(here);
  if (outbox === null) return false;
  const commandsOf = (token: string) => {
    const common = { ...ofCart(here.shop, token), params: { token } };
    return Array.from({ length: Math.ceil(goods.length / mostItemsAtOnce) }, (_, at) =>
      manyLines(common, goods.slice(at * mostItemsAtOnce, (at + 1) * mostItemsAtOnce)),
    );
  };
  let token = cartForGoods(outbox);
  let isBegun = false;
  if (token === null) {
    const first = newCartToken();
    const front = await outbox.beginCart(first, [beginning(here.shop, first), ...commandsOf(first)]);
    token = front.token;
    isBegun = front.ids !== null;
  }
  if (!isBegun) for (const command of commandsOf(token)) await outbox.put(command);
  // It may have moved while this was written, or been begun by it; else the page shows it already, told by the outbox.
  const now = tokenNow(outbox.state().carts, token);
  if (readCartToken() !== now) {
    writeCartToken(now);
    showCart(outbox);
  }
  return true;
}
