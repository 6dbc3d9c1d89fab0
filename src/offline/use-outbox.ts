import { useSyncExternalStore } from 'react';
import { theOutbox, type OutboxState } from './outbox.ts';

const nothing: OutboxState = {
  entries: [],
  broken: [],
  carts: new Map(),
  cart: null,
  isReadOnly: false,
  isReady: false,
};

/** What waits on this device; empty on the server and until it has been read. */
export function useOutbox(): OutboxState {
  return useSyncExternalStore(
    (listener) => theOutbox().subscribe(listener),
    () => theOutbox().state(),
    () => nothing,
  );
}
