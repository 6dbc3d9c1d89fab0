/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration';
import { StaleWhileRevalidate } from 'workbox-strategies';
import { header } from '#contract/calls/endpoints.ts';
import { cacheKey } from './cache-key.ts';
import { tellFresh } from './freshness.ts';
import { limitedTo, linkReport } from './link-report.ts';
import { isKeepable } from './keepable-answers.ts';

const dataCache = 'arimas-data';

export function sharedData(): StaleWhileRevalidate {
  return new StaleWhileRevalidate({
    cacheName: dataCache,
    matchOptions: { ignoreVary: true },
    // Past the browser's own cache: it would answer the question whether the copy is still true with the copy.
    fetchOptions: { cache: 'no-cache' },
    plugins: [
      limitedTo(8_000),
      linkReport,
      {
        cacheKeyWillBeUsed: ({ request }) => Promise.resolve(cacheKey(request)),
        cacheWillUpdate: ({ response }) => Promise.resolve(isKeepable(response) ? response : null),
        cachedResponseWillBeUsed: ({ cachedResponse }) =>
          Promise.resolve(cachedResponse ? markCopy(cachedResponse) : cachedResponse),
        cacheDidUpdate: ({ request, oldResponse, newResponse }) =>
          tellFresh(request, oldResponse, newResponse),
      },
      new ExpirationPlugin({ maxEntries: 600, maxAgeSeconds: 30 * 24 * 60 * 60, purgeOnQuotaError: true }),
    ],
  });
}

function markCopy(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set(header.copy, '1');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
