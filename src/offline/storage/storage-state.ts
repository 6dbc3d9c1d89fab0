/**
 * What screens know of this device's storage: it keeps, it is full, it belongs to a newer version of the shop and is only
 * read, or it keeps nothing (F10-F12).
 */
import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';

export type StorageState = 'ok' | 'full' | 'newer' | 'none';

const { subscribe, tell } = createListeners();
let state: StorageState = 'ok';

const severity: Record<StorageState, number> = { ok: 0, full: 1, newer: 2, none: 3 };

/** The worst that was found is told: a storage that keeps nothing is not also full. `ok` begins anew. */
export function setStorageState(next: StorageState): void {
  if (next === state || (next !== 'ok' && severity[next] < severity[state])) return;
  state = next;
  tell();
}

/** Something was freed; what is not a matter of room stays as it is. */
export function noteRoom(): void {
  if (state === 'full') setStorageState('ok');
}

export const storageState = (): StorageState => state;

export const onStorageState = subscribe;

export function useStorageState(): StorageState {
  return useSyncExternalStore(onStorageState, storageState, () => 'ok');
}
