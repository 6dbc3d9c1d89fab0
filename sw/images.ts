/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';
import { keptPicture, keptTwin } from './kept-picture.ts';

/** Pictures of the resizing service and of the media base. */
export function isImage(request: Request, url: URL): boolean {
  return (
    request.method === 'GET' && request.destination === 'image' && /^\/(images|media)\//.test(url.pathname)
  );
}

const isSaving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Seen once, kept: at most 600 for 30 days, and the first to go when the disk is full (R0.22). */
export function images(): CacheFirst {
  return new CacheFirst({
    cacheName: 'arimas-images',
    matchOptions: { ignoreVary: true },
    plugins: [
      // What a data saver got small is not shown for a month to those who save no more.
      { cacheKeyWillBeUsed: ({ request }) => Promise.resolve(isSaving() ? `${request.url}?~save` : request) },
      // Where a small one is kept, nobody waits long for a large one that drips.
      {
        requestWillFetch: async ({ request }) =>
          new Request(request, {
            signal: AbortSignal.timeout((await keptPicture(request.url)) ? 8_000 : 30_000),
          }),
      },
      // A busy shop is as good as none.
      {
        fetchDidSucceed: ({ response }) =>
          response.status >= 500
            ? Promise.reject(new Error(`picture: ${response.status}`))
            : Promise.resolve(response),
      },
      {
        cacheWillUpdate: ({ response }) =>
          Promise.resolve(
            response.status === 200 &&
              response.type !== 'opaque' &&
              (response.headers.get('content-type') ?? '').startsWith('image/')
              ? response
              : null,
          ),
      },
      // Failed, not drawn here: the page draws (src/ui/base.css). A browser that was given a picture never asks for it again.
      { handlerDidError: async ({ request }) => (await keptPicture(request.url)) ?? Response.error() },
      new ExpirationPlugin({ maxEntries: 600, maxAgeSeconds: 30 * 24 * 60 * 60, purgeOnQuotaError: true }),
      // Last: what was chosen to be kept does not grow old.
      {
        cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
          cachedResponse ?? keptTwin(request.url),
      },
    ],
  });
}
