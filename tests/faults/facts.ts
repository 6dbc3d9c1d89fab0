import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import type { Sent } from './faulty-network.ts';
import type { Shopper } from './shopper.ts';

/** What is known when a schedule is over: of the shopper, of the wire, of the device, and the way to ask the shop's tables. */
export interface Facts {
  shopper: Shopper;
  journal: readonly Sent[];
  goods: readonly { id: number; code: string }[];
  /** Codes of which the shop may have too few: their lines may be refused. */
  scarce: ReadonlySet<string>;
  /** A gift that may lie in carts. */
  gift?: string;
  /** Keys of every entry that was ever put in, with its owner. */
  owners: ReadonlyMap<string, string>;
  query: <T extends object>(sql: string, values?: readonly unknown[]) => Promise<T[]>;
  /** The outbox as it lies on the device. */
  entries: readonly WaitingCommand[];
  /** Entries that cannot be read, besides those that were spoilt on purpose. */
  unreadable: number;
  /** Pieces by code in the cart that the device shows; null where there is none. */
  screen: Readonly<Record<string, number>> | null;
  /** Time that the device needed to settle, by its own clock. */
  seconds: number;
}
