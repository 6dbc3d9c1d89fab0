/**
 * Small pictures of all goods of the kept catalogue, in a cache of their own: fetched a few at a time, so that what somebody
 * looks at is never behind them, and what is cut off goes on where it ended. Used by the catalogue worker.
 */
import { resizedAddress } from '#lib/image-address.ts';
import { thumbnailCache, thumbnailSize } from '#lib/kept-pictures.ts';
import type { FetchEnd, ThumbnailState } from './catalogue-messages.ts';

/** Fetched side by side; between two bites the page may say that it is enough. */
const bite = 6;
/** ms for one picture: one that was never asked for is drawn first. */
const limit = 30_000;
/** In the cache beside them: how much lies there. It goes when they go. */
const countAddress = '/~count';

/** Each once; a foreign picture is not ours to keep. */
const addressesOf = (paths: Iterable<string>): Set<string> =>
  new Set(
    [...paths].flatMap((path) =>
      path === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path) ? [] : [resizedAddress(path, thumbnailSize)],
    ),
  );

class Refused extends Error {}

const noThumbnails: ThumbnailState = { count: 0, bytes: 0, of: null };

/** What is kept, without opening each picture. */
export async function thumbnailState(): Promise<ThumbnailState> {
  if (!('caches' in globalThis)) return noThumbnails;
  const counted = (await caches.match(countAddress, { cacheName: thumbnailCache }))?.json() as
    | Promise<Partial<ThumbnailState>>
    | undefined;
  const { count, bytes } = (await counted) ?? {};
  return typeof count === 'number' && typeof bytes === 'number' ? { count, bytes, of: null } : noThumbnails;
}

export const freeThumbnails = async (): Promise<void> =>
  void ('caches' in globalThis && (await caches.delete(thumbnailCache)));

export interface ThumbnailHost {
  signal: AbortSignal;
  /** Called after each bite with what stands now and the bytes that came. */
  onBite: (state: ThumbnailState, bytes: number) => void;
  fetch?: typeof fetch;
}

/**
 * Fetches what is missing and removes what no product shows any more.
 * @param paths of the main pictures of all goods, as the API names them
 */
export async function fetchThumbnails(
  paths: Iterable<string>,
  { signal, onBite, fetch: ask = fetch }: ThumbnailHost,
): Promise<FetchEnd> {
  try {
    const cache = await caches.open(thumbnailCache);
    const wanted = addressesOf(paths);
    const kept = new Set(
      (await cache.keys())
        .map(({ url }) => new URL(url).pathname)
        .filter((address) => address !== countAddress),
    );
    const before = await thumbnailState();
    const usual = before.count > 0 ? before.bytes / before.count : 0;
    for (const address of kept) {
      if (wanted.has(address)) continue;
      await cache.delete(address);
      kept.delete(address);
    }
    // What a cut left uncounted, or was removed, is about as large as the rest.
    const state = {
      count: kept.size,
      bytes: Math.round(before.bytes + (kept.size - before.count) * usual),
      of: wanted.size,
    };
    const take = async (address: string): Promise<number> => {
      const response = await ask(address, {
        headers: { Accept: 'image/webp' },
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
      });
      // One picture that the shop does not have is no reason to stop.
      if (response.status === 404) return 0;
      const type = response.headers.get('content-type') ?? '';
      if (!response.ok || !type.startsWith('image/')) throw new Refused(String(response.status));
      const body = await response.blob();
      await cache.put(
        address,
        new Response(body, { headers: { 'Content-Type': type, 'Content-Length': String(body.size) } }),
      );
      return body.size;
    };
    const count = () => cache.put(countAddress, Response.json({ count: state.count, bytes: state.bytes }));
    const missing = [...wanted].filter((address) => !kept.has(address));
    for (let at = 0; at < missing.length; at += bite) {
      const ends = await Promise.allSettled(missing.slice(at, at + bite).map(take));
      const sizes = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
      const came = sizes.reduce((sum, size) => sum + size, 0);
      state.count += sizes.filter((size) => size > 0).length;
      state.of -= sizes.filter((size) => size === 0).length;
      state.bytes += came;
      await count();
      onBite({ ...state }, came);
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
      signal.throwIfAborted();
    }
    await count();
    onBite({ ...state }, 0);
    return 'done';
  } catch (error) {
    if (signal.aborted) return 'paused';
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'disk';
    return error instanceof Refused ? 'refused' : 'unreachable';
  }
}
