import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetFailures, openDeviceStore } from './device-storage.ts';
import { setStorageState, storageState } from './storage-state.ts';

let name = '';
let count = 0;
beforeEach(() => {
  count += 1;
  name = `store-${String(count)}`;
  forgetFailures();
  setStorageState('ok');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Every use of the store comes to an end and behaves as an empty store does. */
async function behavesEmpty(): Promise<void> {
  const store = openDeviceStore<string>(name);
  await expect(store.setItem('a', 'b')).resolves.toBeUndefined();
  await expect(store.getItem('a')).resolves.toBeUndefined();
  await expect(store.entries()).resolves.toEqual([]);
  await expect(store.clear()).resolves.toBeUndefined();
}

test('an open that throws leaves a shop that keeps nothing, and says so (F10)', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('private', 'SecurityError');
  });
  await behavesEmpty();
  expect(storageState()).toBe('none');
});

test('an open that never answers costs a second once, for all stores of the page together (F10)', async () => {
  vi.useFakeTimers();
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
  const first = openDeviceStore(name).getItem('a');
  const second = openDeviceStore(`${name}-other`).getItem('a');
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(first).resolves.toBeUndefined();
  await expect(second).resolves.toBeUndefined();
  await expect(openDeviceStore(`${name}-third`).getItem('a')).resolves.toBeUndefined();
  expect(open).toHaveBeenCalledTimes(2);
  expect(storageState()).toBe('none');
});

test('an open that answers late, as on a busy device, is used from then on (F10)', async () => {
  await openDeviceStore<string>(name).setItem('a', 'b');
  forgetFailures();
  const real = indexedDB.open.bind(indexedDB);
  let answer: (() => void) | undefined;
  vi.spyOn(indexedDB, 'open').mockImplementationOnce((...given) => {
    const hung = new EventTarget();
    answer = () => {
      const request = real(...given);
      request.addEventListener('success', () => {
        Object.assign(hung, { result: request.result });
        hung.dispatchEvent(new Event('success'));
      });
    };
    return hung as IDBOpenDBRequest;
  });
  const store = openDeviceStore<string>(name);
  expect(await store.getItem('a')).toBeUndefined();
  expect(storageState()).toBe('none');
  answer?.();
  await expect.poll(() => store.getItem('a')).toBe('b');
  expect(storageState()).toBe('ok');
});

test('a device that is busy is waited for once anything has opened on it', async () => {
  const store = openDeviceStore<string>(name);
  await store.setItem('a', 'b');
  vi.useFakeTimers();
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(
    () => ({ objectStore: () => ({ get: () => new EventTarget() }) }) as unknown as IDBTransaction,
  );
  const hung = store.getItem('a');
  await vi.advanceTimersByTimeAsync(5_900);
  expect(storageState()).toBe('ok');
  await vi.advanceTimersByTimeAsync(200);
  expect(await hung).toBeUndefined();
  expect(storageState()).toBe('none');
});

test('a connection that was lost is opened once more (F10)', async () => {
  const store = openDeviceStore<string>(name);
  await store.setItem('a', 'b');
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('connection to the database server lost', 'UnknownError');
  });
  await expect(store.getItem('a')).resolves.toBe('b');
  expect(transaction).toHaveBeenCalledTimes(2);
  expect(storageState()).toBe('ok');
});

test('a full disk concerns the one write; what lies there is still read, and the shopper is told (F11)', async () => {
  const store = openDeviceStore<string>(name);
  await store.setItem('a', 'b');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(store.setItem('c', 'd')).resolves.toBeUndefined();
  expect(storageState()).toBe('full');
  await expect(store.getItem('a')).resolves.toBe('b');
  await expect(store.getItem('c')).resolves.toBeUndefined();
});

test('a database with another inside is made anew (F12)', async () => {
  await new Promise<void>((resolve) => {
    const request = indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('something else'));
    request.addEventListener('success', () => {
      request.result.close();
      resolve();
    });
  });
  const store = openDeviceStore<string>(name);
  await store.setItem('a', 'b');
  await expect(store.getItem('a')).resolves.toBe('b');
});

test("a newer build's database is read as it is (F12)", async () => {
  await new Promise<void>((resolve) => {
    const request = indexedDB.open(name, 7);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('values').put('b', 'a'));
    request.addEventListener('success', () => {
      request.result.close();
      resolve();
    });
  });
  await expect(openDeviceStore<string>(name).getItem('a')).resolves.toBe('b');
});

test('no IndexedDB at all is the same as an empty one', async () => {
  vi.stubGlobal('indexedDB', undefined);
  await behavesEmpty();
  expect(storageState()).toBe('none');
  vi.unstubAllGlobals();
});

/** The store as a newer version of the shop has made it. */
async function newerStore(given: Record<string, string>): Promise<void> {
  const request = indexedDB.open(name, 2);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('values'));
  await new Promise((resolve) => request.addEventListener('success', resolve));
  const transaction = request.result.transaction('values', 'readwrite');
  for (const [key, value] of Object.entries(given)) transaction.objectStore('values').put(value, key);
  await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  request.result.close();
}

test('a store of a newer version of the shop is read and never written over, and the shopper is told (F12)', async () => {
  await newerStore({ a: 'newer' });
  const store = openDeviceStore<string>(name);
  await store.setItem('a', 'older');
  await store.setItem('b', 'older');
  await store.removeItem('a');
  await store.clear();
  expect(await store.entries()).toEqual([['a', 'newer']]);
  expect(storageState()).toBe('newer');
  // Another store of this version goes on as ever.
  const own = openDeviceStore<string>(`${name}-own`);
  await own.setItem('a', 'b');
  expect(await own.getItem('a')).toBe('b');
});
