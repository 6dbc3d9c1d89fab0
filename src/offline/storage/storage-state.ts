/**
 * What screens know of this device's storage: it keeps, it is full, it belongs to a newer version of the shop and is only
 * read, or it keeps nothing (F10-F12).
 */
import { useSyncExternalStore } from 'react';

export type StorageState = 'ok' | 'full' | 'newer' | 'none';

const listeners = new Set<() => void>();
let state: StorageState = 'ok';

const severity: Record<StorageState, number> = { ok: 0, full: 1, newer: 2, none: 3 };

/** The worst that was found is told: a storage that keeps nothing is not also full. `ok` begins anew. */
export function setStorageState(next: StorageState): void {
  if (next === state || (next !== 'ok' && severity[next] < severity[state])) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Something was freed; what is not a matter of room stays as it is. */
export function noteRoom(): void {
  if (state === 'full') setStorageState('ok');
}

export const storageState = (): StorageState => state;

export function onStorageState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useStorageState(): StorageState {
  return useSyncExternalStore(onStorageState, storageState, () => 'ok');
}
