/** What was in the cart that was emptied last on this page: the way back until the page is left. */
import type { OrderItem } from '#contract/order-lines.ts';
import { createListeners } from '#lib/listeners.ts';

export interface ClearedCart {
  token: string;
  /** Without the gift; gift cards that are bought among them. */
  items: readonly OrderItem[];
  isWrapped: boolean;
  coupon: string | null;
  /** The gift that was chosen, by its variant. */
  gift: string | null;
  /** Codes of the gift cards that paid for it, and the points that did: only the shop itself can lay them on again. */
  paidBy: { cards: readonly string[]; points: number };
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
