/**
 * What hearts and counter show. A guest's list is on this device alone, no call of the shop (R6.02, R3.68, R3.82); that of
 * whoever is signed in comes from the shop (account-list.ts) and takes its place.
 */
import { useSyncExternalStore } from 'react';
import { isSignedIn } from '#api/session-tokens.ts';
import { createListeners } from '#lib/listeners.ts';
import { storedList } from '#lib/stored-list.ts';

export interface Wished {
  productCode: string;
  productVariantCode?: string;
}

/** As many as one call can take in when the list moves into an account (contract WSH-04). */
export const mostWished = 200;
export const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(value);

/** The list of this device. */
export const wished = storedList<Wished>(
  'PRODUCTS_WISHLIST',
  (value) => {
    const { productCode, productVariantCode } = (value ?? {}) as Partial<Record<keyof Wished, unknown>>;
    if (!isCode(productCode)) return null;
    return isCode(productVariantCode) ? { productCode, productVariantCode } : { productCode };
  },
  mostWished,
);

let account: readonly Wished[] | null = null;
const shown = createListeners();

/** The list of whoever is signed in is shown from now on; null: that of this device. */
export function showAccountList(list: readonly Wished[] | null): void {
  account = list;
  shown.tell();
}

function subscribe(tell: () => void): () => void {
  const stops = [shown.subscribe(tell), wished.subscribe(tell)];
  return () => {
    for (const stop of stops) stop();
  };
}

const none: readonly Wished[] = [];
/** The list in use, newest first; empty on the server, while the page begins, and before an account's list is known. */
export const useWished = (): readonly Wished[] =>
  useSyncExternalStore(
    subscribe,
    () => account ?? (isSignedIn() ? none : wished.read()),
    () => none,
  );
