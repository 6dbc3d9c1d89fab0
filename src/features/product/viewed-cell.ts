/** Codes of the products seen last on this device, newest first (R3.81, R4.52, R4.53). */
import { storedList } from '#lib/stored-list.ts';

/** How many are remembered. */
export const mostViewed = 10;

export const viewed = storedList<string>(
  'PRODUCTS_RECENTLY_VIEWED',
  (value) => (typeof value === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(value) ? value : null),
  mostViewed,
);

/** Puts a code first, once; blanks around it do not count. */
export function addViewed(code: string): void {
  const trimmed = code.trim();
  if (trimmed !== '') viewed.write([trimmed, ...viewed.read().filter((one) => one !== trimmed)]);
}

/** Empties the list and its stored copy (R4.54). */
export const clearViewed = (): void => void viewed.write([]);
