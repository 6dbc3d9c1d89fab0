import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { openDeviceStore } from '#offline/storage/device-storage.ts';
import { askToKeep } from '#offline/storage/persistent-storage.ts';
import { OutboxUnavailable } from '#offline/outbox/outbox-faults.ts';
import type { OutboxStore } from '#offline/outbox/outbox-store.ts';
import { onStorageFull, retryingAfterFreeing } from '#offline/outbox/retry-after-freeing-space.ts';
import { givingWay, makeRoom } from './storage-space.ts';

let usage: number;
const deleted: string[] = [];
/** What freeing a cache gives back, in the units of `usage`. */
let gain: Record<string, number>;
const persist = vi.fn(() => Promise.resolve(true));
let isKept = false;

beforeEach(async () => {
  deleted.length = 0;
  gain = {};
  isKept = false;
  persist.mockClear();
  vi.stubGlobal('caches', {
    has: () => Promise.resolve(false),
    delete: (name: string) => {
      deleted.push(name);
      usage -= gain[name] ?? 0;
      return Promise.resolve(true);
    },
  });
  vi.stubGlobal('navigator', {
    storage: {
      estimate: () => Promise.resolve({ usage, quota: 100 }),
      persisted: () => Promise.resolve(isKept),
      persist,
    },
  });
  await openDeviceStore('arimas-shared').setItem('list', 'goods');
  await openDeviceStore('arimas-outbox').setItem('order', 'unsent');
  await openDeviceStore('arimas-own').setItem('cart', 'lines');
  await openDeviceStore('arimas-start').setItem('menus', 'main');
});
const left = async (name: string) => (await openDeviceStore(name).entries()).length;

test('with room enough nothing gives way', async () => {
  usage = 79;
  expect(await makeRoom()).toBeNull();
  expect(deleted).toEqual([]);
});

test('short of room pictures give way first, and lists only when that is not enough', async () => {
  usage = 85;
  gain = { 'arimas-images': 30 };
  expect(await makeRoom()).toBe('pictures');
  expect(await left('arimas-shared')).toBe(1);
  usage = 95;
  gain = { 'arimas-images': 1 };
  expect(await makeRoom()).toBe('lists');
  expect(deleted).toEqual(['arimas-images', 'arimas-images', 'arimas-data']);
  expect(await left('arimas-shared')).toBe(0);
});

test('what waits to be sent, the cart and the menus never give way', async () => {
  usage = 99;
  expect(await makeRoom()).toBe('lists');
  for (const free of Object.values(givingWay)) await free();
  expect(await left('arimas-outbox')).toBe(1);
  expect(await left('arimas-own')).toBe(1);
  expect(await left('arimas-start')).toBe(1);
});

test('F11 a change that must fit takes all in turn, though the browser tells of a disk with room', async () => {
  usage = 1;
  deleted.length = 0;
  const full = new OutboxUnavailable('full');
  let tries = 0;
  onStorageFull(...Object.values(givingWay));
  const store = retryingAfterFreeing({
    change: () => {
      tries += 1;
      return tries > 2 ? Promise.resolve('saved') : Promise.reject(full);
    },
  } as unknown as OutboxStore);
  expect(await store.change(() => ({ changes: {}, result: 'saved' }))).toBe('saved');
  expect(deleted).toEqual(['arimas-images', 'arimas-data']);
  expect(await left('arimas-outbox')).toBe(1);
  onStorageFull();
});

test('what was chosen to be kept gives way after pictures and lists, its pictures before its rows, and what waits stays', async () => {
  const { offlineCatalogueDatabase, OfflineCatalogueStore } =
    await import('#offline/catalogue/catalogue-store.ts');
  const store = new OfflineCatalogueStore();
  await store.addBlock({ channel: 'retail', locale: 'lt' }, undefined, {
    products: [],
    cursor: '',
    total: 0,
    size: 1,
  });
  const own = new Set(['arimas-thumbnails']);
  Object.assign(caches, { has: (name: string) => Promise.resolve(own.has(name)) });
  usage = 99;
  gain = { 'arimas-thumbnails': 20 };
  expect(await makeRoom()).toBe('thumbnails');
  expect(await store.run({ channel: 'retail', locale: 'lt' })).toBeDefined();
  own.clear();
  usage = 99;
  expect(await makeRoom()).toBe('catalogue');
  expect(await store.run({ channel: 'retail', locale: 'lt' })).toBeUndefined();
  expect(await left('arimas-outbox')).toBe(1);
  indexedDB.deleteDatabase(offlineCatalogueDatabase);
});

test('the browser is asked to keep what lies here once, and not again when it does', async () => {
  await askToKeep();
  await askToKeep();
  expect(persist).toHaveBeenCalledOnce();
  isKept = true;
  expect(await askToKeep(true)).toBe('kept');
  expect(persist).toHaveBeenCalledOnce();
});
