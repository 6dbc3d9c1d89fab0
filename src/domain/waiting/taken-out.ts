/**
 * How what a device orders differs from the shop's cart as it knew it (contract CHK-19; decisions 71, 74): pieces of the cart that its
 * order leaves out (`takenOut`), and ordered ones that never came into the cart (`addedHere`).
 */
import { mostLines } from '#contract/orders/item-bounds.ts';
import type { CartPieces, OrderIntentBody } from '#contract/orders/order-intents.ts';
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

/** Pieces of some that others have not, by goods. */
function beyond(some: readonly Pieces[], others: readonly Pieces[]): CartPieces[] {
  const there = counted(others);
  return [...counted(some)]
    .flatMap(([productVariantCode, all]) => {
      const quantity = all - (there.get(productVariantCode) ?? 0);
      return quantity > 0 ? [{ productVariantCode, quantity }] : [];
    })
    .slice(0, mostLines);
}

/** What an order says of the cart beside its lines. */
export type CartDifference = Required<Pick<OrderIntentBody, 'takenOut'>> & Pick<OrderIntentBody, 'addedHere'>;

/** @param known pieces of the cart as the device knows it */
export function cartDifferenceOf(known: readonly Pieces[], ordered: readonly Pieces[]): CartDifference {
  const addedHere = beyond(ordered, known);
  return { takenOut: beyond(known, ordered), ...(addedHere.length === 0 ? {} : { addedHere }) };
}

/** The same of an order that is made of another one, which knew the cart as much. @param lines of the new one */
export function cartDifferenceKept(
  { lines: before, takenOut, addedHere = [] }: Pick<OrderIntentBody, 'lines' | 'takenOut' | 'addedHere'>,
  lines: readonly Pieces[],
): Partial<CartDifference> {
  return takenOut === undefined ? {} : cartDifferenceOf([...beyond(before, addedHere), ...takenOut], lines);
}

/**
 * The same of a cart that is ordered on this device: it knows the shop's last answer, and what it sent or sends before the order,
 * whether or not that was answered.
 * @param order the cart as its buyer saw it. Where the device holds another answer by now they have not seen that one: nothing of it
 * counts as taken out, and nothing as added
 * @param kept the shop's last answer about the cart, as the device holds it
 * @param before changes of the cart that go to the shop before its order
 */
export function cartDifference(
  order: ShownCart,
  ordered: readonly Pieces[],
  kept: Order | null,
  before: readonly WaitingCommand[],
): CartDifference {
  const { tokenValue: token, localeCode: locale, channelCode: channel, currencyCode } = order;
  const base = kept ?? { id: 0, version: 0 };
  if (base.id !== order.id || base.version !== order.version) return { takenOut: [] };
  const { items } = waitingCart(kept, before, { token, locale, channel, currencyCode });
  const known = items
    .filter(isNoGift)
    .map(({ variant, quantity }) => ({ productVariantCode: variant.code, quantity }));
  return cartDifferenceOf(known, ordered);
}
