/** What the sender needs, as a page and a service worker have it. No window is touched here. */
import { systemClock, type Clock } from '#lib/clock.ts';
import type { DrainEnvironment, SenderLock } from './drain-environment.ts';
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
function senderLock(store: OutboxStore, clock: Clock = systemClock): SenderLock {
  const { locks } = navigator;
  if (locks === undefined) return leaseLock(store, clock, crypto.randomUUID());
  return <T>(work: () => Promise<T>) => locks.request(outboxTask, () => work()) as Promise<T>;
}

/** 192 random bits: a cart may begin before the shop was reached (CART-01). */
function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** @param more what only the caller knows: its ways to tell. */
export function browserEnvironment(
  store: OutboxStore,
  more: Pick<DrainEnvironment, 'onChange'> & Partial<DrainEnvironment>,
): DrainEnvironment {
  return {
    store,
    fetch: (input, init) => globalThis.fetch(input, init),
    clock: systemClock,
    lock: senderLock(store),
    random: Math.random,
    newId: () => crypto.randomUUID(),
    newToken: randomToken,
    owner: () => 'guest',
    isOffline: () => !navigator.onLine,
    ...more,
  };
}
