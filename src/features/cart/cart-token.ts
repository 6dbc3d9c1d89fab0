import { useSyncExternalStore } from 'react';

/** Local storage key of the cart's token (R3.80). */
export const cartTokenKey = 'CART_TOKEN';

/** Contract 1.11: opaque, at least 22 URL-safe characters. Anything else stored counts as nothing (R3.88). */
const tokenForm = /^[A-Za-z0-9_-]{22,64}$/;
const listeners = new Set<() => void>();

const writers = new Set<(token: string | null) => void>();
/** Told when this page has another cart in front. */
export function onCartTokenWritten(listener: (token: string | null) => void): void {
  writers.add(listener);
}

/** Read only where storage is not allowed, so that the cart lives at least as long as the page. */
let fallback: string | null = null;

export function readCartToken(): string | null {
  try {
    const stored = localStorage.getItem(cartTokenKey);
    return stored !== null && tokenForm.test(stored) ? stored : null;
  } catch {
    // The page's own memory holds it.
    return fallback;
  }
}

export function writeCartToken(token: string | null) {
  fallback = token;
  try {
    if (token === null) localStorage.removeItem(cartTokenKey);
    else localStorage.setItem(cartTokenKey, token);
  } catch {
    // Private windows may refuse to store: the fallback holds it.
  }
  for (const listener of listeners) listener();
  for (const listener of writers) listener(token);
}

/** A new token of 192 random bits: a cart may begin before the server was reached (CART-01). */
export function newCartToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  globalThis.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', listener);
  };
}

/** The cart's token; null on the server, while hydrating and without a cart. Follows other tabs. */
export function useCartToken(): string | null {
  return useSyncExternalStore(subscribe, readCartToken, () => null);
}
