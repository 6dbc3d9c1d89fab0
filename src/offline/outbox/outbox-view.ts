/**
 * What this page knows of the outbox: what was read last, kept up with its own writes and with those of other tabs and the worker,
 * who say to each other that there is something new.
 */
import { createListeners } from '#lib/listeners.ts';
import { setStorageState } from '#offline/storage/storage-state.ts';
import { outboxTask } from './sender-lock.ts';
import type { Changes, Reading } from './outbox-records.ts';
import { emptyState, type OutboxState } from './outbox-state.ts';
import type { OutboxStore } from './outbox-store.ts';

/** Between the pages of a device and its worker. */
export type OutboxChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;

export interface OutboxView {
  /** What was read last. */
  state: () => OutboxState;
  subscribe: (listener: () => void) => () => void;
  refresh: () => Promise<OutboxState>;
  /** Something on the disk is new: reads it, and tells the others. */
  changed: () => Promise<OutboxState>;
  /** Reads, decides and writes in one transaction; resolves once the view shows it. */
  write: <T>(decide: (now: Reading) => { changes: Changes; result: T }) => Promise<T>;
  close: () => void;
}

export function createOutboxView(
  store: OutboxStore,
  channel: OutboxChannel | null = openChannel(),
): OutboxView {
  const { subscribe, tell } = createListeners();
  let state = emptyState;
  let reading: Promise<OutboxState> | undefined;
  /** Counts what other tabs and the worker have said. */
  let news = 0;
  let isClosed = false;

  const show = (now: OutboxState): OutboxState => {
    // Whoever listened is gone: the next page follows what it reads itself.
    if (isClosed) return state;
    state = now;
    tell();
    return state;
  };
  const take = (now: Reading): OutboxState => {
    if (now.isReadOnly && !isClosed) setStorageState('newer');
    return show({ ...now, isReady: true });
  };
  /** One at a time, in their order: what is newer on the disk is shown later. */
  const next = (look: () => Promise<OutboxState>): Promise<OutboxState> =>
    (reading = (reading ?? Promise.resolve(state)).then(look));
  const refresh = (): Promise<OutboxState> =>
    next(async () => {
      // A disk that cannot be read is told to all who listen, below.
      const now = await store.read().catch(() => null);
      return now === null ? show({ ...state, isReady: false }) : take(now);
    });
  /** A change that ends after the page was left is on the disk all the same; whoever opens it next reads it. */
  const tellOthers = () => {
    if (!isClosed) channel?.postMessage('changed');
  };
  const changed = () => {
    tellOthers();
    return refresh();
  };
  channel?.addEventListener('message', () => {
    news += 1;
    void refresh();
  });

  return {
    state: () => state,
    subscribe,
    refresh,
    changed,
    write: async (decide) => {
      const before = news;
      let after: Reading | undefined;
      const result = await store.change(decide, (now) => {
        after = now;
      });
      const written = after;
      // Another tab may have written after this one did, and its word have been heard before: then it is read once more.
      if (written === undefined || news !== before) await changed();
      else {
        tellOthers();
        await next(() => Promise.resolve(take(written)));
      }
      return result;
    },
    close: () => {
      isClosed = true;
      channel?.close();
    },
  };
}

function openChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(outboxTask);
}
