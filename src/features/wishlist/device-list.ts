/** Changes of the list that a guest has on this device. */
import { isCode, mostWished, wished, type Wished } from './wishlist-cell.ts';

/** Puts goods at the front, once each. False when they cannot be kept: no storage, or no room in the list. */
export function addWished(entries: readonly Wished[]): boolean {
  const codes = new Set(entries.map((one) => one.productCode));
  const next = [...entries, ...wished.read().filter((one) => !codes.has(one.productCode))];
  return next.length <= mostWished && wished.write(next);
}

export const removeWished = (codes: readonly string[]): boolean =>
  wished.write(wished.read().filter((one) => !codes.includes(one.productCode)));

/** The codes of a list that somebody shared: the `codes` of its address, as many as a list can have. */
export function sharedCodes(search: string): string[] {
  const given = new URLSearchParams(search).get('codes') ?? '';
  return [...new Set(given.split(',').filter(isCode))].slice(0, mostWished);
}
