/**
 * How many bytes the shop has fetched today, by kind: what the page fetched itself, and what the worker counted of its own
 * fetches. What came from the device's copies is not counted. Kept for one day, on the device only.
 */
import { createListeners } from '#lib/listeners.ts';
import { readStoredJson, writeStored } from '#lib/stored-value.ts';

export type DataKind = 'pages' | 'answers' | 'pictures' | 'scripts';
export type DataUse = Record<DataKind, number>;
export const dataKinds: readonly DataKind[] = ['pictures', 'answers', 'scripts', 'pages'];

const cell = 'DATA_USE';
const none: DataUse = { pages: 0, answers: 0, pictures: 0, scripts: 0 };

/** What an address is, for the count. */
export function kindOf(address: string): DataKind {
  const { pathname } = new URL(address, 'https://shop.invalid');
  if (pathname.startsWith('/api/')) return 'answers';
  if (/^\/(images|media|icons|screenshots)\//.test(pathname)) return 'pictures';
  if (/\.(js|css|woff2|webmanifest)$/.test(pathname)) return 'scripts';
  return 'pages';
}

/** Bytes of fetches by kind; what a worker answered from its copies is none of the network's. */
export function countEntries(
  entries: readonly Pick<PerformanceResourceTiming, 'name' | 'transferSize' | 'workerStart'>[],
): DataUse {
  const sum = { ...none };
  for (const { name, transferSize, workerStart } of entries)
    if (workerStart === 0) sum[kindOf(name)] += transferSize;
  return sum;
}

/** The day of this device, by hand: the first format of dates costs a phone some 20 ms of its start. */
function today(now: number): string {
  const date = new Date(now);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('-');
}

/** Today's use as stored; anything else stored, or of another day, is none (R3.88). */
export const readDataUse = (now = Date.now()): DataUse => useOf(readStoredJson(cell), now);

const { subscribe, tell } = createListeners();
export const onDataUse = subscribe;

export function addDataUse(more: DataUse, now = Date.now()): void {
  // Not counted where nothing can be kept.
  writeStored(cell, asStored(addUp(readDataUse(now), more), now));
  tell();
}

/** Counts from now on, and what this page has fetched before. */
export function countDataUse(): void {
  const count = (list: { getEntries(): PerformanceEntry[] }) => {
    const entries = list.getEntries() as PerformanceResourceTiming[];
    if (entries.length > 0) addDataUse(countEntries(entries));
  };
  for (const type of ['navigation', 'resource']) {
    try {
      new PerformanceObserver(count).observe({ type, buffered: true });
    } catch {
      // A browser without this kind of entry is counted by the others.
    }
  }
}

/** Cache of the worker's own count, which it cannot keep where the page keeps its own. */
export const workerCount = { cache: 'arimas-data-use', address: '/~data-use' };

/** What page and worker have fetched today. */
export async function totalDataUse(now = Date.now()): Promise<DataUse> {
  const own = readDataUse(now);
  const stored = await globalThis.caches
    ?.match(workerCount.address, { cacheName: workerCount.cache })
    .then((answer) => answer?.json() as Promise<unknown>)
    // What the worker has counted cannot be read: the page’s own count stands.
    .catch(() => undefined);
  return addUp(own, useOf(stored, now));
}

/** A count of today in what was stored; anything else is none. */
export function useOf(stored: unknown, now: number): DataUse {
  const value = stored as (Partial<DataUse> & { day?: string }) | null | undefined;
  if (value?.day !== today(now)) return { ...none };
  return Object.fromEntries(
    dataKinds.map((kind) => [kind, Number.isFinite(value[kind]) ? value[kind] : 0]),
  ) as DataUse;
}

export const addUp = (one: DataUse, other: DataUse): DataUse =>
  Object.fromEntries(dataKinds.map((kind) => [kind, one[kind] + other[kind]])) as DataUse;

/** A count with the day it belongs to. */
export const asStored = (use: DataUse, now: number): string => JSON.stringify({ day: today(now), ...use });
