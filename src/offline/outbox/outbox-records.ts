/** What the outbox has on the disk, and what a transaction may change of it. */
import type { Chosen } from '#contract/orders/order-choices.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { LineDifference } from '#domain/waiting/changed-elsewhere.ts';
import type { NewCommand, WaitingCommand } from '#domain/waiting/waiting-command.ts';

/** What was in a cart when it was emptied on this device, to bring it back. */
export interface ClearedGoods {
  items: readonly OrderItem[];
  chosen: Chosen;
  key: string;
  /** Who emptied it: `guest` or the customer's id. */
  owner: string;
  /** ms since 1970, device clock. */
  at: number;
}

/** The shop's last answer about a cart, kept with the queue so that both change in one transaction. */
export interface CartRecord {
  token: string;
  order: Order | null;
  /** The cart is gone there: its lines went on under this token; '' where it was emptied, and nothing goes on. */
  movedTo?: string;
  /** What this device had done and had in it when the shop brought it into that one. */
  brought?: { ids: readonly string[]; lines: readonly string[] };
  /** It had goods here when the shop said that it was emptied, or ordered, elsewhere: the shop's sentence. */
  emptied?: string;
  /** Its order was taken back, and the shop has not said since what is in it: its buyer wants these goods. */
  isTakenBack?: true;
  cleared?: ClearedGoods;
  /** What another device changed in it, until it was seen here. */
  others?: readonly LineDifference[];
  /** ms since 1970 of the last write, device clock; which of two answers is newer their `version` tells. */
  at: number;
}

/** An entry that could not be read: put aside, shown, offered as text, never deleted by us. */
export interface BrokenEntry {
  seq: number;
  reason: string;
  content: unknown;
}

export interface Reading {
  entries: WaitingCommand[];
  broken: BrokenEntry[];
  carts: Map<string, CartRecord>;
  /** Token of the cart in front: local storage holds it too, but the browser writes that seconds later (I1). */
  cart: string | null;
  /** A newer version of the shop has made the database anew: it is read, and nothing is written into it (F12). */
  isReadOnly: boolean;
}

/** What one transaction does to the queue. */
export interface Changes {
  /** New commands, in this order, each with its key. */
  append?: readonly (NewCommand & {
    id: string;
    owner: string;
    at: number;
    state?: WaitingCommand['state'];
    answer?: WaitingCommand['answer'];
  })[];
  update?: readonly WaitingCommand[];
  remove?: readonly { seq: number }[];
  carts?: readonly CartRecord[];
  /** Somebody has left: no cart that nothing waits for is remembered. */
  forgetCarts?: true;
  /** The cart in front from now on; null = none. */
  cart?: string | null;
}

export interface Lease {
  holder: string;
  /** ms since 1970, device clock. */
  until: number;
}
