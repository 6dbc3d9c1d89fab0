/** What was in the cart that was emptied last on this page: the way back until the page is left. */
import type { OrderItem } from '#contract/orders.ts';

export interface ClearedCart {
  token: string;
  /** Plain lines; gifts follow from the rest, and bundles are not put in line by line. */
  items: readonly OrderItem[];
  isWrapped: boolean;
}

let cleared: ClearedCart | null = null;
const listeners = new Set<() => void>();

export const clearedCart = {
  current: (): ClearedCart | null => cleared,
  set: (next: ClearedCart | null): void => {
    cleared = next;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
