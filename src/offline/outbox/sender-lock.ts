/** One sender at a time, however many tabs and workers there are. */
import { systemClock, type Clock } from '#lib/clock.ts';
import type { SenderLock } from './drain-environment.ts';
import type { OutboxStore } from './outbox-store.ts';

/** Name of the lock, of the channel between pages and of the background task. */
export const outboxTask = 'arimas-outbox';

/** How long the right to send is held without a word, and how often it is renewed, in ms. */
const lease = { length: 60_000, renewal: 20_000, retry: 1_000 };

/** One sender where the browser has no locks: a row that its holder renews. Two senders would still buy once: the keys are the same. */
export function leaseLock(store: OutboxStore, clock: Clock, holder: string): SenderLock {
  return async (work) => {
    while (!(await store.takeLease(holder, clock.now(), lease.length)))
      await new Promise<void>((resolve) => clock.after(lease.retry, resolve));
    let cancel = () => {};
    const renew = () => {
      cancel = clock.after(lease.renewal, () => {
        // A lease that could not be kept ends: another sender takes it, and keys keep its effect single.
        void store.takeLease(holder, clock.now(), lease.length).catch(() => undefined);
        renew();
      });
    };
    renew();
    try {
      return await work();
    } finally {
      cancel();
      // A lease that is not given back ends by itself.
      await store.freeLease(holder).catch(() => undefined);
    }
  };
}

/** Web Locks across tabs and worker, or the lease. */
export function senderLock(store: OutboxStore, clock: Clock = systemClock): SenderLock {
  const { locks } = navigator;
  if (locks === undefined) return leaseLock(store, clock, crypto.randomUUID());
  return <T>(work: () => Promise<T>) => locks.request(outboxTask, () => work()) as Promise<T>;
}
