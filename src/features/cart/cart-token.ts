import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';
import { readStored, writeStored } from '#lib/stored-value.ts';

/** Local storage key of the cart's token (R3.80). */
export const cartTokenKey = 'CART_TOKEN';

/** Contract 1.11: opaque, at least 22 URL-safe characters. Anything else stored counts as nothing (R3.88). */
const tokenForm = /^[A-Za-z0-9_-]{22,64}$/;
const changed = createListeners(true);
const written = createListeners<[token: string | null, before: string | null]>();
/** Told when this page has another cart in front, with the one before. */
export const onCartTokenWritten = written.subscribe;
const ordered = createListeners();
/** Told when the cart in front is an order, or is to become one: its customer may have another. */
export const onCartOrdered = ordered.subscribe;
export const tellCartOrdered = ordered.tell;

/** Read only where storage is not allowed, so that the cart lives at least as long as the page. */
let fallback: string | null = null;

export function readCartToken(): string | null {
  const stored = readStored(cartTokenKey, fallback);
  return stored !== null && tokenForm.test(stored) ? stored : null;
}

export function writeCartToken(token: string | null) {
  const before = readCartToken();
  fallback = token;
  writeStored(cartTokenKey, token);
  changed.tell();
  written.tell(token, before);
}

/** This cart is not in front any more; another that has come in its place stays. */
export function letCartGo(token: string): void {
  if (readCartToken() === token) writeCartToken(null);
}

/** The cart's token; null on the server, while hydrating and without a cart. Follows other tabs. */
export function useCartToken(): string | null {
  return useSyncExternalStore(changed.subscribe, readCartToken, () => null);
}
