/** Emptying the cart, as a command of the outbox. */
import { sameVisitor } from '#api/same-visitor.ts';
import type { Shop } from '#api/shop.ts';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import { wantedOn } from '#domain/waiting/cart-choices.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { ofCart } from './cart-change.ts';
import { keepCleared } from './kept-cleared.ts';

/**
 * Empties the cart (CART-18); what was in it can be brought back.
 * @returns the id of what waits; null where the shop had never heard of the cart
 */
export async function clearCart(
  outbox: Outbox,
  shop: Shop,
  token: string,
  shown: ShownCart | null,
): Promise<string | null> {
  const isHere = sameVisitor();
  // Taken back, the emptying leaves the cart as it was, also where the device had lost it.
  const isLost = shown?.waiting === undefined && !outbox.state().carts.has(token);
  const id = await outbox.put(
    { ...ofCart(shop, token), kind: 'clearCart', line: null, params: { token }, body: {} },
    isLost && shown !== null ? { carts: [{ token, order: shown, at: Date.now() }] } : undefined,
  );
  if (shown !== null && isHere())
    await keepCleared(outbox, {
      token,
      items: shown.items.filter(({ marker }) => marker === undefined || marker === soldCardMarker),
      chosen: wantedOn(shown),
      key: crypto.randomUUID(),
    });
  return id;
}
