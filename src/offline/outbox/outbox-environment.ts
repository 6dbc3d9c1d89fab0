/** What the sender needs, as a page and a service worker have it. No window is touched here. */
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { systemClock } from '#lib/clock.ts';
import type { DrainEnvironment } from './drain-environment.ts';
import type { OutboxStore } from './outbox-store.ts';
import { senderLock } from './sender-lock.ts';

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
    newToken: newCartToken,
    owner: () => 'guest',
    isOffline: () => !navigator.onLine,
    ...more,
  };
}
