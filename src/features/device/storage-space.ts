/**
 * The space that the shop takes on this device, and who gives way when it is short: pictures first, then lists and products,
 * then what was chosen to be kept; never what waits to be sent (F11).
 */
import { dropPrepared, measurePrepared } from '#offline/storage/prepared-store.ts';
import {
  dropCatalogue,
  dropThumbnails,
  measureOfflineCatalogue,
} from '#offline/catalogue/catalogue-space.ts';
import { noteRoom } from '#offline/storage/storage-state.ts';
import { openDeviceStore } from '#offline/storage/device-storage.ts';

/** Caches and stores by what they hold. The worker's precache is the shop itself. */
const pictureCache = 'arimas-images';
const listCache = 'arimas-data';
const listStore = 'arimas-shared';

export interface Space {
  /** Bytes, as the browser estimates them; null where it does not tell. */
  used: number | null;
  quota: number | null;
  pictures: number;
  lists: number;
  /** The kept catalogue with its small pictures. */
  catalogue: number;
  /** What was prepared for the field. */
  field: number;
  shop: number;
}

const lengthOf = async (response: Response): Promise<number> => {
  // What the server wrote is what came over the wire; what lies on the disk is the body.
  const stated = response.headers.has('content-encoding')
    ? Number.NaN
    : Number(response.headers.get('content-length') ?? Number.NaN);
  return Number.isFinite(stated) ? stated : (await response.blob()).size;
};

async function cacheSize(name: string): Promise<number> {
  const cache = await caches.open(name);
  let sum = 0;
  for (const key of await cache.keys()) {
    const response = await cache.match(key, { ignoreVary: true });
    if (response) sum += await lengthOf(response);
  }
  return sum;
}

/** Counts what lies in the caches; some tens of ms for hundreds of entries, so only for who looks. */
export async function measureSpace(): Promise<Space> {
  // A browser that does not tell its space: what we know ourselves is counted.
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  // Caches that cannot be listed hold nothing that could be told.
  const names = 'caches' in globalThis ? await caches.keys().catch(() => []) : [];
  const sizeOf = async (isMine: (name: string) => boolean) => {
    let sum = 0;
    for (const name of names.filter(isMine)) sum += await cacheSize(name);
    return sum;
  };
  const records = await openDeviceStore<unknown>(listStore).entries();
  const stored = records.reduce((sum, [, record]) => sum + JSON.stringify(record).length, 0);
  return {
    used: estimate?.usage ?? null,
    quota: estimate?.quota ?? null,
    pictures: await sizeOf((name) => name === pictureCache),
    lists: (await sizeOf((name) => name === listCache)) + stored,
    catalogue: await measureOfflineCatalogue(),
    field: await measurePrepared(),
    shop: await sizeOf((name) => name.includes('precache')),
  };
}

export async function freePictures(): Promise<void> {
  await caches.delete(pictureCache);
  noteRoom();
}

/** Products, lists and pages that were seen. Menus and texts stay: the shop starts from them. */
export async function freeLists(): Promise<void> {
  await caches.delete(listCache);
  await openDeviceStore(listStore).clear();
  noteRoom();
}

/**
 * All that can be fetched again, as it gives way: what was asked for goes last, the larger part of it first. What waits to be sent, the
 * cart and the menus are none of it. A step of which nothing lies here frees nothing.
 */
export const givingWay = {
  pictures: freePictures,
  lists: freeLists,
  thumbnails: dropThumbnails,
  catalogue: dropCatalogue,
  field: dropPrepared,
} as const;

/** Share of the quota from which pictures, and then the rest too, give way. */
const tight = 0.8;
const tighter = 0.9;

/**
 * Frees what can be fetched again until there is room by what the browser says of it. Of a disk that is full of other things it says
 * nothing: whoever must write takes the steps one by one (retry-after-freeing-space.ts).
 * @returns the last that gave way; null = there is room
 */
export async function makeRoom(): Promise<keyof typeof givingWay | null> {
  const share = async () => {
    // A browser that does not tell its space is taken for one that has some.
    const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
    return quota > 0 ? usage / quota : 0;
  };
  if ((await share()) < tight) return null;
  let last: keyof typeof givingWay = 'pictures';
  for (const [name, free] of Object.entries(givingWay) as [
    keyof typeof givingWay,
    () => Promise<unknown>,
  ][]) {
    // What cannot be dropped makes no room: the next is tried.
    if ((await free().catch(() => false)) === false) continue;
    noteRoom();
    last = name;
    if ((await share()) < tighter) break;
  }
  return last;
}
