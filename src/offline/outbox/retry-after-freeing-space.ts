/**
 * Room for what waits when the disk is full (F11): whatever can be fetched again is given up step by step, and the write is
 * tried again after each; the reserve goes last. What waits is never what makes room.
 */
import { OutboxUnavailable } from './outbox-faults.ts';
import type { OutboxStore } from './outbox-store.ts';
import { setStorageState } from '#offline/storage/storage-state.ts';

let steps: readonly (() => Promise<unknown>)[] = [];

/** Given by whoever watches the disk: what is freed, in this order, when a change does not fit. */
export function onStorageFull(...free: readonly (() => Promise<unknown>)[]): void {
  steps = free;
}

const isFull = (error: unknown): boolean => error instanceof OutboxUnavailable && error.cause === 'full';

/** The same store; its writes make room for themselves. */
export const retryingAfterFreeing = (store: OutboxStore): OutboxStore => ({
  ...store,
  change: async (decide, seen) => {
    let failed: unknown;
    for (const free of [null, ...steps]) {
      // A step that fails frees nothing: the next is taken.
      await free?.().catch(() => undefined);
      try {
        return await store.change(decide, seen);
      } catch (error) {
        if (!isFull(error)) throw error;
        failed = error;
      }
    }
    setStorageState('full');
    throw failed;
  },
});
