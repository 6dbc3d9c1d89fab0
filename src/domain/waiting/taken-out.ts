/** Pieces that a device knew to be in the shop's cart and that its order leaves out (contract CHK-19, `takenOut`; decision 71). */
import { mostLines } from '#contract/orders/item-bounds.ts';
import type { TakenOutGoods } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { isNoGift } from './estimated-lines.ts';
import { waitingCart, type ShownCart } from './waiting-cart.ts';
import type { WaitingCommand } from './waiting-command.ts';

interface Pieces {
  productVariantCode: string;
  quantity: number;
}

function counted(all: readonly Pieces[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { productVariantCode: code, quantity } of all) sums.set(code, (sums.get(code) ?? 0) + quantity);
  return sums;
}

/** What is known of a cart and not ordered, by goods. */
export function takenOut(known: readonly Pieces[], ordered: readonly Pieces[]): TakenOutGoods[] {
  const bought = counted(ordered);
  return [...counted(known)]
    .flatMap(([productVariantCode, there]) => {
      const quantity = there - (bought.get(productVariantCode) ?? 0);
      return quantity > 0 ? [{ productVariantCode, quantity }] : [];
    })
    .slice(0, mostLines);
}

/**
 * The same of a cart that is ordered on this device: it knows the shop's last answer, and what it sent or sends before the order,
 * whether or not that was answered.
 * @param order the cart as its buyer saw it. Where the device holds another answer by now they have not seen that one: nothing of it
 * counts as taken out
 * @param kept the shop's last answer about the cart, as the device holds it
 * @param before changes of the cart that go to the shop before its order
 */
export function takenOutOf(
  order: ShownCart,
  ordered: readonly Pieces[],
  kept: Order | null,
  before: readonly WaitingCommand[],
): TakenOutGoods[] {
  const { tokenValue: token, localeCode: locale, channelCode: channel, currencyCode } = order;
  const base = kept ?? { id: 0, version: 0 };
  if (base.id !== order.id || base.version !== order.version) return [];
  const { items } = waitingCart(kept, before, { token, locale, channel, currencyCode });
  const known = items
    .filter(isNoGift)
    .map(({ variant, quantity }) => ({ productVariantCode: variant.code, quantity }));
  return takenOut(known, ordered);
}
