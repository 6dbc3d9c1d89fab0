/**
 * Key-value stores in IndexedDB that never stop the shop: a store that is missing, blocked or full behaves as an
 * empty one, and no answer within two seconds counts as none (private windows, broken disks).
 */
import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval';

const timeLimit = 2_000;

export interface DeviceStore<T> {
  getItem(key: string): Promise<T | undefined>;
  setItem(key: string, value: T): Promise<void>;
  removeItem(key: string): Promise<void>;
  entries(): Promise<[string, T][]>;
  clear(): Promise<void>;
}

export function openDeviceStore<T>(name: string): DeviceStore<T> {
  let store: UseStore | undefined;
  let broken = false;
  async function attempt<R>(work: (store: UseStore) => Promise<R>, otherwise: R): Promise<R> {
    if (broken || typeof indexedDB === 'undefined') return otherwise;
    try {
      store ??= createStore(name, 'values');
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), timeLimit);
      });
      return await Promise.race([work(store), late]).finally(() => clearTimeout(timer));
    } catch (error) {
      // A full disk concerns this one write; anything else is asked no more in this page.
      if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) broken = true;
      return otherwise;
    }
  }
  return {
    getItem: (key) => attempt((at) => get<T>(key, at), undefined),
    setItem: (key, value) => attempt((at) => set(key, value, at), undefined),
    removeItem: (key) => attempt((at) => del(key, at), undefined),
    entries: () => attempt((at) => entries<string, T>(at), []),
    clear: () => attempt((at) => clear(at), undefined),
  };
}
