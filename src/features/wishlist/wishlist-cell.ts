/** The wishlist of a guest: on this device alone, no call of the shop (R6.02, R3.68, R3.82). */
import { useSyncExternalStore } from 'react';
import { storedList } from '#lib/stored-list.ts';

export interface Wished {
  productCode: string;
  productVariantCode?: string;
}

/** As many as one call can take in when the list moves into an account (contract WSH-04). */
const most = 200;
const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(value);

export const wished = storedList<Wished>(
  'PRODUCTS_WISHLIST',
  (value) => {
    const { productCode, productVariantCode } = (value ?? {}) as Partial<Record<keyof Wished, unknown>>;
    if (!isCode(productCode)) return null;
    return isCode(productVariantCode) ? { productCode, productVariantCode } : { productCode };
  },
  most,
);

const none: readonly Wished[] = [];
/** Newest first; empty on the server and while the page begins. */
export const useWished = (): readonly Wished[] =>
  useSyncExternalStore(wished.subscribe, wished.read, () => none);

/** Puts goods at the front, once each. False when they cannot be kept: no storage, or no room in the list. */
export function addWished(entries: readonly Wished[]): boolean {
  const codes = new Set(entries.map((one) => one.productCode));
  const next = [...entries, ...wished.read().filter((one) => !codes.has(one.productCode))];
  return next.length <= most && wished.write(next);
}

export const removeWished = (codes: readonly string[]): boolean =>
  wished.write(wished.read().filter((one) => !codes.includes(one.productCode)));

/** The codes of a list that somebody shared: the `codes` of its address, as many as a list can have. */
export function sharedCodes(search: string): string[] {
  const given = new URLSearchParams(search).get('codes') ?? '';
  return [...new Set(given.split(',').filter(isCode))].slice(0, most);
}
