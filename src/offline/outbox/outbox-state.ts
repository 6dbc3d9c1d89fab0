/** What waits, as it was read last, and how a change went on. */
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import type { BrokenEntry, CartRecord } from './outbox-records.ts';

export interface OutboxState {
  entries: readonly WaitingCommand[];
  broken: readonly BrokenEntry[];
  carts: ReadonlyMap<string, CartRecord>;
  /** Token of the cart in front, as it is on the disk. */
  cart: string | null;
  /** Only to be looked at: a newer version of the shop keeps it (F12). */
  isReadOnly: boolean;
  /** False before the first reading and where there is no such storage. */
  isReady: boolean;
}

/** How a change went on after it was saved. */
export type Fate = 'done' | 'refused' | 'waiting';

export const emptyState: OutboxState = {
  entries: [],
  broken: [],
  carts: new Map(),
  cart: null,
  isReadOnly: false,
  isReady: false,
};

/** Null: nobody can say yet, it is on its way. */
export function fateOf({ entries, isReady }: OutboxState, id: string): Fate | null {
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) return isReady ? 'done' : 'waiting';
  if (entry.state === 'confirmed') return 'done';
  if (entry.state === 'refused' || entry.state === 'parked' || entry.state === 'needs-review')
    return 'refused';
  return entry.state === 'queued' && entry.tries > 0 ? 'waiting' : null;
}
