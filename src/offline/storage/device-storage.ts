/**
 * Key-value stores in IndexedDB that never stop the shop (F10-F12): a store that is missing, blocked or full behaves as
 * an empty one. Opening is given a second, once for all stores of the page, and one that comes later is used from then on; a
 * connection that was lost is opened once more; a store whose inside is broken is made anew; one that a newer version of the shop has made is read, and nothing is
 * written over. What waits to be sent lies elsewhere and is never touched here.
 */
import { clear, del, entries, get, set, type UseStore } from 'idb-keyval';
import { setStorageState } from './storage-state.ts';

/**
 * ms until an IndexedDB that has not answered at all counts as hung: half of what a start may lose to it. Where it has opened
 * anything, the device is only busy, and what is kept there is worth waiting for.
 */
const timeLimit = { opening: 1_000, work: 6_000 };

export interface DeviceStore<T> {
  getItem(key: string): Promise<T | undefined>;
  setItem(key: string, value: T): Promise<void>;
  removeItem(key: string): Promise<void>;
  entries(): Promise<[string, T][]>;
  clear(): Promise<void>;
}

class NoAnswer extends Error {}
class ReadOnly extends Error {}

function within<R>(work: Promise<R>): Promise<R> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new NoAnswer('IndexedDB does not answer'));
    timer = setTimeout(() => {
      if (hasOpened) timer = setTimeout(giveUp, timeLimit.work - timeLimit.opening);
      else giveUp();
    }, timeLimit.opening);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const objectStore = 'values';
/** What `open` without a version makes. A newer form of the stores counts on from it. */
const ownVersion = 1;

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // No version: a newer build's database is opened as it is.
    const request = indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(objectStore));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
}

const remove = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    request.addEventListener('blocked', () => reject(new NoAnswer('blocked')));
  });

/** A connection that another tab's upgrade may close at any time; it is opened again with the next work. */
async function connect(name: string): Promise<UseStore> {
  let database = await open(name);
  const isNewer = database.version > ownVersion;
  if (isNewer) setStorageState('newer');
  if (!database.objectStoreNames.contains(objectStore)) {
    if (isNewer) {
      database.close();
      return () => Promise.reject(new ReadOnly());
    }
    // Something else lies under this name: what it holds can be fetched again.
    database.close();
    await remove(name);
    database = await open(name);
  }
  database.addEventListener('versionchange', () => database.close());
  return (mode, work) => {
    if (isNewer && mode === 'readwrite') return Promise.reject(new ReadOnly());
    return Promise.resolve(work(database.transaction(objectStore, mode).objectStore(objectStore)));
  };
}

/** One hung or forbidden IndexedDB is so for every store: the page asks once, and does not wait once for each. */
let isUnusable = false;
/** Whether any of the stores has opened on this page. */
let hasOpened = false;
/** For tests: a new page. */
export function forgetFailures(): void {
  isUnusable = false;
  hasOpened = false;
}

const isLost = (error: unknown) =>
  error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name);
const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';

export function openDeviceStore<T>(name: string): DeviceStore<T> {
  let connection: Promise<UseStore> | undefined;
  let isOpen = false;
  const useLate = (late: Promise<UseStore>) => () => {
    connection = late;
    isUnusable = false;
    setStorageState('ok');
  };
  async function attempt<R>(
    work: (store: UseStore) => Promise<R>,
    otherwise: R,
    isSecond = false,
  ): Promise<R> {
    if (isUnusable || typeof indexedDB === 'undefined') {
      setStorageState('none');
      return otherwise;
    }
    try {
      connection ??= connect(name).then((opened) => {
        isOpen = true;
        hasOpened = true;
        return opened;
      });
      return await within(connection.then(work));
    } catch (error) {
      if (error instanceof ReadOnly) return otherwise;
      // A full disk concerns this one write.
      if (isFull(error)) {
        setStorageState('full');
        return otherwise;
      }
      const late = isOpen ? undefined : connection;
      connection = undefined;
      if (isLost(error) && !isSecond) return attempt(work, otherwise, true);
      isUnusable = true;
      setStorageState('none');
      if (error instanceof NoAnswer) late?.then(useLate(late), () => {});
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
