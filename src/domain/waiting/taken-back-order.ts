/** The goods of an order that is taken back into a cart that was begun since. */
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { partsOf } from './many-lines.ts';
import { bundleBody, isOfLine, itemOfLine, setsIn, type ShownSet } from './waiting-sets.ts';
import { lineName, setLine, type NewCommand } from './waiting-command.ts';

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
  /** What the shop said last to be in the cart of the order: shown where they show nothing. */
  known: readonly OrderItem[];
}

type OfCart = Pick<NewCommand, 'scope' | 'params' | 'locale' | 'channel'>;

/** Pieces of each variant that are still to be put somewhere. */
class Pieces {
  readonly #left = new Map<string, number>();
  constructor(lines: TakenBack['lines']) {
    for (const { code, quantity } of lines) this.#left.set(code, this.of(code) + quantity);
  }
  of(code: string): number {
    return this.#left.get(code) ?? 0;
  }
  take(code: string, most: number): number {
    const taken = Math.max(0, Math.min(this.of(code), most));
    this.#left.set(code, this.of(code) - taken);
    return taken;
  }
  /** All of these, or none. */
  takeAll(pieces: readonly (readonly [code: string, quantity: number])[]): boolean {
    if (pieces.some(([code, quantity]) => this.of(code) < quantity)) return false;
    for (const [code, quantity] of pieces) this.take(code, quantity);
    return true;
  }
  rest(): [code: string, quantity: number][] {
    return [...this.#left].filter(([, quantity]) => quantity > 0);
  }
}

/**
 * What puts the goods into the cart of `common`: sets as sets (contract CART-04), and what is left of each line alone. A set whose
 * pieces the order has no more, for lines of it were left out since, goes in as its pieces.
 * @param newGroup a name for a set in the cart, each time another
 */
export function goodsBack(
  { lines, sets, dropped, known }: TakenBack,
  common: OfCart,
  newGroup: () => string,
): NewCommand[] {
  const left = new Pieces(lines);
  const whole = sets.flatMap(({ sets: count, shown }): NewCommand[] => {
    if (!left.takeAll(shown.parts.map(({ variant, quantity }) => [variant.code, quantity * count])))
      return [];
    const line = setLine(newGroup());
    return [{ ...common, kind: 'addBundle', line, body: bundleBody(line, shown, count), shown }];
  });
  const adds = dropped.flatMap(partsOf).filter(({ kind }) => kind === 'addItem');
  const goods = [
    ...known.filter(({ marker }) => marker === undefined),
    ...sets.flatMap(({ shown }) => shown.parts),
  ];
  const alone = left.rest().map(([code, quantity]): NewCommand => {
    const shown =
      adds.find(({ line }) => line === code)?.shown ?? goods.find(({ variant }) => variant.code === code);
    const body = { productVariantCode: code, quantity };
    return { ...common, kind: 'addItem', line: code, body, ...(shown === undefined ? {} : { shown }) };
  });
  return [...whole, ...alone];
}

/**
 * What takes the same goods out of the cart that they were ordered from at the shop, where they would stand twice. Line by line: what
 * another device has put in since, and what is chosen for the whole cart, stays. A set of which the order has not all pieces stays too.
 * @param items of that cart, as the shop said last
 */
export function goodsGone(
  items: readonly OrderItem[],
  lines: TakenBack['lines'],
  common: OfCart,
): NewCommand[] {
  const left = new Pieces(lines);
  const gone = (line: string, item: OrderItem, quantity = 0): NewCommand => ({
    ...common,
    kind: quantity > 0 ? 'changeQuantity' : 'deleteItem',
    line,
    params: { ...common.params, id: item.id },
    body: quantity > 0 ? { quantity } : {},
    shown: item,
  });
  const whole = setsIn(items).flatMap(({ line }) => {
    const parts = items.filter((item) => isOfLine(item, line));
    const lead = itemOfLine(parts, line);
    const isWhole = left.takeAll(parts.map(({ variant, quantity }) => [variant.code, quantity]));
    return isWhole && lead !== undefined ? [gone(line, lead)] : [];
  });
  const alone = items.flatMap((item) => {
    if (item.marker !== undefined || item.bundle !== undefined) return [];
    const taken = left.take(item.variant.code, item.quantity);
    return taken > 0 ? [gone(lineName(item), item, item.quantity - taken)] : [];
  });
  return [...whole, ...alone];
}
