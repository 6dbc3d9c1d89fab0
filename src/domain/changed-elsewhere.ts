/** Two words of the shop on one cart: what of it somebody else has changed. */
import type { Order } from '#contract/orders.ts';
import { lineName } from './waiting-command.ts';

export interface LineDifference {
  name: string;
  /** Pieces before and now; 0 = not in the cart. */
  from: number;
  to: number;
}

/**
 * What somebody else changed in the cart: the lines that differ between two words of the shop when it lists changes that this
 * device did not make. Empty when all changes were our own.
 * @param own keys of this device that may not have been answered yet
 */
export function changedElsewhere(before: Order, now: Order, own: ReadonlySet<string>): LineDifference[] {
  if (now.version <= before.version || now.id !== before.id) return [];
  const known = new Set(before.appliedCommandIds);
  if (now.appliedCommandIds.every((id) => known.has(id) || own.has(id))) return [];
  const names = new Map<string, string>();
  const count = (order: Order) => {
    const pieces = new Map<string, number>();
    for (const item of order.items) {
      const name = lineName(item);
      pieces.set(name, item.quantity);
      names.set(name, item.productName);
    }
    return pieces;
  };
  const [was, is] = [count(before), count(now)];
  return [...names]
    .map(([key, name]) => ({ name, from: was.get(key) ?? 0, to: is.get(key) ?? 0 }))
    .filter(({ from, to }) => from !== to);
}
