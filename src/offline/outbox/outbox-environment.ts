/** What the sender needs, as a page and a service worker have it. No window is touched here. */
import { systemClock } from '#lib/clock.ts';
import type { DrainEnvironment } from './drain-environment.ts';
import type { OutboxStore } from './outbox-store.ts';
import { senderLock } from './sender-lock.ts';

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
