/** The goods of an order that was made on the device and is taken back into a cart that was begun since. */
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { partsOf } from './many-lines.ts';
import { bundleBody, setsIn, type ShownSet } from './waiting-sets.ts';
import { setLine, type NewCommand } from './waiting-command.ts';

/** So many of one set, as the cart showed it when it was ordered. */
export interface OrderedSet {
  sets: number;
  shown: ShownSet;
}

/** The sets of a cart as its order keeps them, to put them into a cart again. */
export const orderedSets = (items: readonly OrderItem[]): OrderedSet[] =>
  setsIn(items).map(({ sets, shown }) => ({ sets, shown }));

export interface TakenBack {
  /** Pieces of each line, those of the sets among them. */
  lines: readonly { code: string; quantity: number }[];
  sets: readonly OrderedSet[];
  /** Changes of the cart that the order took the place of: what they show of goods is shown again. */
  dropped: readonly NewCommand[];
}

/**
 * What puts the goods into the cart of `common`: sets as sets (contract CART-04), and what is left of each line alone. A set whose
 * pieces the order has no more, for lines of it were left out since, goes in as its pieces.
 * @param newGroup a name for a set in the cart, each time another
 */
export function goodsBack(
  { lines, sets, dropped }: TakenBack,
  common: Pick<NewCommand, 'scope' | 'params' | 'locale' | 'channel'>,
  newGroup: () => string,
): NewCommand[] {
  const left = new Map<string, number>();
  for (const { code, quantity } of lines) left.set(code, (left.get(code) ?? 0) + quantity);
  const whole = sets.flatMap(({ sets: count, shown }): NewCommand[] => {
    const pieces = shown.parts.map(({ variant, quantity }) => [variant.code, quantity * count] as const);
    if (!pieces.every(([code, quantity]) => (left.get(code) ?? 0) >= quantity)) return [];
    for (const [code, quantity] of pieces) left.set(code, (left.get(code) ?? 0) - quantity);
    const line = setLine(newGroup());
    return [{ ...common, kind: 'addBundle', line, body: bundleBody(line, shown, count), shown }];
  });
  const adds = dropped.flatMap(partsOf).filter(({ kind }) => kind === 'addItem');
  const alone = [...left].flatMap(([code, quantity]): NewCommand[] => {
    if (quantity <= 0) return [];
    const shown = adds.find(({ line }) => line === code)?.shown;
    const body = { productVariantCode: code, quantity };
    return [{ ...common, kind: 'addItem', line: code, body, ...(shown === undefined ? {} : { shown }) }];
  });
  return [...whole, ...alone];
}
