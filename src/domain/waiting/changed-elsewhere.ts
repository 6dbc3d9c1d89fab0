/** Two words of the shop on one cart: what of it somebody else has changed. */
import type { Order } from '#contract/orders/orders.ts';
import { lineName } from './waiting-command.ts';
import { inOneSet } from './waiting-sets.ts';

export interface LineDifference {
  /** `lineName` of the item. */
  line: string;
  name: string;
  /** Pieces before and now; 0 = not in the cart. */
  from: number;
  to: number;
}

/** A change of this device that the shop may have taken, answered or not. */
export interface OwnChange {
  /** Its key; null where only the line is known. */
  id: string | null;
  /** As in `NewCommand`; null where it is known by its key alone. */
  line: string | null;
}

/**
 * What somebody else changed in the cart: the lines that differ between two words of the shop when it lists changes that this
 * device did not make. Lines that this device is changing too are left out: their difference is as much its own. Empty
 * when all changes were our own.
 */
export function changedElsewhere(before: Order, now: Order, own: readonly OwnChange[]): LineDifference[] {
  if (now.version <= before.version || now.id !== before.id) return [];
  const known = new Set<string | null>([...before.appliedCommandIds, ...own.map((one) => one.id)]);
  if (now.appliedCommandIds.every((id) => known.has(id))) return [];
  const ownLines = new Set(own.map((one) => one.line));
  const names = new Map<string, string>();
  const count = (order: Order) => {
    const pieces = new Map<string, number>();
    for (const item of order.items) {
      const line = lineName(item);
      const { bundle, quantity, productName } = item;
      // A set is told as one: so many sets by its name.
      const isSet = bundle !== undefined && bundle.required !== false;
      pieces.set(line, isSet ? Math.floor(quantity / inOneSet(item)) : quantity);
      names.set(line, isSet ? bundle.name : productName);
    }
    return pieces;
  };
  const [was, is] = [count(before), count(now)];
  return [...names]
    .map(([line, name]) => ({ line, name, from: was.get(line) ?? 0, to: is.get(line) ?? 0 }))
    .filter(({ line, from, to }) => from !== to && !ownLines.has(line));
}

/** What was noted and not seen yet, with what came to it: a line says from where it was first to where it is now. */
export function withEarlier(
  earlier: readonly LineDifference[],
  found: readonly LineDifference[],
): LineDifference[] {
  const all = new Map(earlier.map((one) => [one.line, one]));
  for (const one of found) all.set(one.line, { ...one, from: all.get(one.line)?.from ?? one.from });
  return [...all.values()].filter(({ from, to }) => from !== to);
}
