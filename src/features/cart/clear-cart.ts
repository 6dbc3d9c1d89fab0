/** Emptying the cart and bringing back what was in it, as commands of the outbox. */
import type { Shop } from '#api/shop.ts';
import { wantedCoupon, type ShownCart } from '#domain/waiting/waiting-cart.ts';
import { cartScope, isUnsent, lineName, type NewCommand } from '#domain/waiting/waiting-command.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { beginning, ofCart, ofWholeCart } from './cart-change.ts';
import { bundleBody, setsIn } from '#domain/waiting/waiting-sets.ts';
import { newCartToken, readCartToken } from './cart-token.ts';
import { clearedCart, type ClearedCart } from './cleared-cart.ts';

/**
 * Empties the cart (CART-18); what was in it can be brought back until the page is left.
 * @returns the id of what waits; null where the shop had never heard of the cart
 */
export async function clearCart(
  outbox: Outbox,
  shop: Shop,
  token: string,
  shown: ShownCart | null,
): Promise<string | null> {
  const id = await outbox.put({
    ...ofCart(shop, token),
    kind: 'clearCart',
    line: null,
    params: { token },
    body: {},
  });
  if (shown !== null)
    clearedCart.set({
      token,
      items: shown.items.filter((item) => item.marker === undefined),
      isWrapped: shown.giftWrap.selected,
      coupon: wantedCoupon(shown),
    });
  return id;
}

/**
 * Undoes the emptying: takes it back while it waits, else puts the same goods in once more.
 * @returns the token of the cart that has them
 */
export async function bringBack(
  outbox: Outbox,
  shop: Shop,
  { token: old, items, isWrapped, coupon }: ClearedCart,
): Promise<string> {
  const isBack = await outbox.change<boolean>(({ entries }) => {
    const waiting = entries.find(
      (one) => one.kind === 'clearCart' && one.scope === cartScope(old) && isUnsent(one),
    );
    if (waiting === undefined) return { changes: {}, result: false };
    const append = (waiting.dropped ?? []).map((command) => ({
      ...command,
      id: crypto.randomUUID(),
      owner: waiting.owner,
      at: Date.now(),
    }));
    return { changes: { remove: [waiting], append }, result: true };
  });
  const known = readCartToken();
  const token = isBack ? old : (known ?? newCartToken());
  if (!isBack) {
    const common = { ...ofCart(shop, token), params: { token } };
    const goods = items
      .filter(({ bundle }) => bundle === undefined)
      .map((item): NewCommand => ({
        ...common,
        kind: 'addItem',
        line: lineName(item),
        body: { productVariantCode: item.variant.code, quantity: item.quantity },
        shown: item,
      }));
    const sets = setsIn(items).map(({ line, sets: count, shown }): NewCommand => ({
      ...common,
      kind: 'addBundle',
      line,
      body: bundleBody(line, shown, count),
      shown,
    }));
    await outbox.putAll([
      ...(token === known ? [] : [beginning(shop, token)]),
      ...goods,
      ...sets,
      ...(isWrapped ? [ofWholeCart({ kind: 'wrap', selected: true }, common)] : []),
      ...(coupon === null ? [] : [ofWholeCart({ kind: 'coupon', code: coupon }, common)]),
    ]);
  }
  clearedCart.set(null);
  return token;
}
