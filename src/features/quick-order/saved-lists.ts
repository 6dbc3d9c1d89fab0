/** Lists of the quick order that are kept on this device under names, and how one is given to somebody as an address. */
import { useSyncExternalStore } from 'react';
import { longestText, readOrderLines } from '#domain/quick-order/pasted-lines.ts';
import { storedList } from '#lib/stored-list.ts';

/** `text` as it is read by `readOrderLines`. */
export interface SavedList {
  id: string;
  name: string;
  text: string;
}

const mostLists = 20;
export const longestName = 60;

/** What is bought, and under what names, says something of who buys: gone at log out (R0.28). */
const savedLists = storedList<SavedList>(
  'QUICK_ORDER_LISTS',
  (value) => {
    const { id, name, text } = (value ?? {}) as Partial<Record<keyof SavedList, unknown>>;
    if (typeof id !== 'string' || typeof name !== 'string' || typeof text !== 'string') return null;
    return text.length > longestText ? null : { id, name: name.slice(0, longestName), text };
  },
  mostLists,
);

const none: readonly SavedList[] = [];
export const useSavedLists = (): readonly SavedList[] =>
  useSyncExternalStore(savedLists.subscribe, savedLists.read, () => none);

/** Puts a list in front. False when it cannot be kept: no storage, no room, or too long. */
export function saveList(list: SavedList): boolean {
  const others = savedLists.read().filter(({ id }) => id !== list.id);
  if (list.text.length > longestText || others.length >= mostLists) return false;
  return savedLists.write([list, ...others]);
}

export const renameList = (id: string, name: string): boolean =>
  savedLists.write(savedLists.read().map((one) => (one.id === id ? { ...one, name } : one)));

export const removeList = (id: string): boolean =>
  savedLists.write(savedLists.read().filter((one) => one.id !== id));

/** As many lines as an address holds that mails and messengers let through whole. */
const mostShared = 150;

/** The query of a shared list: `lines=CODE:2,CODE:1`. Null: too long for an address. */
export function sharedQuery(text: string): string | null {
  const { lines, left } = readOrderLines(text);
  const whole = lines.filter(({ quantity }) => quantity !== null);
  if (left > 0 || whole.length > mostShared) return null;
  return `lines=${whole.map(({ code, quantity }) => `${encodeURIComponent(code)}:${quantity}`).join(',')}`;
}

/** The text of a list that somebody shared; empty: the address has none. */
export const sharedText = (search: string): string =>
  (new URLSearchParams(search).get('lines') ?? '')
    .split(',', mostShared)
    .map((line) => line.replace(/:(?=[^:]*$)/, '\t'))
    .join('\n');
