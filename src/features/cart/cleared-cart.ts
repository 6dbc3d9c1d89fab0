/**
 * What was in the cart that was emptied last: the way back until the page is left, and, where the browser keeps it, for half an hour
 * after a reload (decision 73).
 */
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
  /** Of this emptying: what is put in again by itself is asked for under a key that follows from it. */
  key: string;
  /** Emptied before this page was opened: nobody's focus stood on the button that went. */
  isRecalled?: true;
  /** It lies on the device too: brought back in another tab it is gone there. */
  isKept?: true;
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
