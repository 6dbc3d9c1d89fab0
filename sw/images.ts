/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';

/** Pictures of the resizing service and of the media base. */
export function isImage(request: Request, url: URL): boolean {
  return (
    request.method === 'GET' && request.destination === 'image' && /^\/(images|media)\//.test(url.pathname)
  );
}

/** Seen once, kept: at most 600 for 30 days, and the first to go when the disk is full (R0.22). */
export function images(): CacheFirst {
  return new CacheFirst({
    cacheName: 'arimas-images',
    matchOptions: { ignoreVary: true },
    plugins: [
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
      new ExpirationPlugin({ maxEntries: 600, maxAgeSeconds: 30 * 24 * 60 * 60, purgeOnQuotaError: true }),
    ],
  });
}
