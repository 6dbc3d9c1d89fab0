/** What was looked for on this device, newest first (R1.06, R4.50, R9.10). Nothing of it leaves the device. */
import { useSyncExternalStore } from 'react';
import { storedList } from '#lib/stored-list.ts';
import { recentSearchesCap } from './search-limits.ts';

export const recentSearchesKey = 'SEARCH_RECENT_QUERIES';

const stored = storedList(
  recentSearchesKey,
  (value) => (typeof value === 'string' ? value : null),
  recentSearchesCap,
);
const none: readonly string[] = [];

export const recentSearches = stored.read;

/** Remembers the words unless there are none or they are known already: a known one keeps its place. */
export function rememberSearch(words: string): void {
  const query = words.trim();
  const searches = stored.read();
  if (query !== '' && !searches.includes(query)) stored.write([query, ...searches]);
}

export function forgetSearch(words: string): void {
  stored.write(stored.read().filter((one) => one !== words));
}

export function forgetSearches(): void {
  stored.write(none);
}

/** None while the server's page is taken over. */
export const useRecentSearches = (): readonly string[] =>
  useSyncExternalStore(stored.subscribe, stored.read, () => none);
