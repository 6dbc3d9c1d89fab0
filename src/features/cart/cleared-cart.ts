/** What was in the cart that was emptied last on this page: the way back until the page is left. */
import { forgetWithVisitor } from '#api/same-visitor.ts';
import type { Chosen } from '#contract/orders/order-choices.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { createListeners } from '#lib/listeners.ts';

export interface ClearedCart {
  token: string;
  /** Without the gift; gift cards that are bought among them. */
  items: readonly OrderItem[];
  /** For all of it, what paid for it too. */
  chosen: Chosen;
}

let cleared: ClearedCart | null = null;
const { subscribe, tell } = createListeners();

export const clearedCart = {
  current: (): ClearedCart | null => cleared,
  set: (next: ClearedCart | null): void => {
    cleared = next;
    tell();
  },
  subscribe,
};
forgetWithVisitor(() => clearedCart.set(null));
