/**
 * The model: what a person at the device means, in plain maps (docs/reliability.md, M1). It knows neither the outbox nor
 * the server, only what was pressed and what the screen has promised.
 */
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';

/** One press of "place order", through all its answers. */
export interface Wish {
  /** Every key that was made for it, the last one counts. */
  keys: string[];
  body: OrderIntentBody;
  token: string;
  /** `refused`: the shop would not place it as it was, and the cart was given back. */
  state: 'open' | 'taken back' | 'refused';
  /** Of a checkout at the shop (CHK-12): the order is the cart itself, not an intent. */
  isAtShop?: boolean;
  /** Also given to the shop as text. */
  isHandedOn?: boolean;
}

/** Whoever is signed in, in the schedules of members of the loyalty programme (member.ts). */
export interface Member {
  /** As the device names whoever is signed in: the customer's id. */
  owner: string;
  /** Access token of the shop; the network puts it where the device wrote the owner. */
  bearer: string;
  /** Points at the start of the schedule. */
  points: number;
}

/** What is chosen for the cart as a whole. */
export interface Choices {
  coupon: boolean;
  wrap: boolean;
  gift: boolean;
}
const nothingChosen: Choices = { coupon: false, wrap: false, gift: false };

export interface Shopper {
  token: string;
  isBegun: boolean;
  /** What the cart on the screen holds. */
  lines: Map<string, number>;
  chosen: Choices;
  /** The last line was taken out: whether the shop has seen the cart without goods, and dropped the wrap, the wire decides. */
  wasEmptied: boolean;
  wishes: Wish[];
  /** Carts of the past, by token. */
  ordered: Set<string>;
}

export const newShopper = (token: string): Shopper => ({
  token,
  isBegun: false,
  lines: new Map(),
  chosen: nothingChosen,
  wasEmptied: false,
  wishes: [],
  ordered: new Set(),
});

/** After an order the next cart is another one. */
export function beginAgain(shopper: Shopper, token: string): void {
  shopper.ordered.add(shopper.token);
  shopper.token = token;
  shopper.isBegun = false;
  shopper.lines = new Map();
  shopper.chosen = nothingChosen;
  shopper.wasEmptied = false;
}

/** Lines as they can be compared. */
export const sorted = (lines: Iterable<readonly [string, number]>): Record<string, number> =>
  Object.fromEntries([...lines].filter(([, quantity]) => quantity > 0).sort(([a], [b]) => (a < b ? -1 : 1)));

export const totalOf = (
  lines: ReadonlyMap<string, number>,
  prices: ReadonlyMap<string, number>,
  courier: number,
): number =>
  [...lines].reduce((sum, [code, quantity]) => sum + quantity * (prices.get(code) ?? 0), 0) + courier;
