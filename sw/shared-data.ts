/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration';
import { StaleWhileRevalidate } from 'workbox-strategies';
import { apiBase, apiMarker, endpoints, header, type Endpoint } from '#contract/endpoints.ts';
import { cacheKey } from './cache-key.ts';
import { tellFresh } from './freshness.ts';

export const dataCache = 'arimas-data';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const sharedPaths = Object.values<Endpoint>(endpoints)
  .filter((endpoint) => endpoint.cache === 'shared')
  .map((endpoint) => new RegExp(`^${escaped(apiBase + endpoint.path).replace(/:\w+/g, '[^/]+')}$`));

/** A catalogue, content, menu or text call of the contract, sent without anybody's credentials (R0.16-R0.18, R0.21). */
export function isSharedRead(request: Request, url: URL): boolean {
  return (
    request.method === 'GET' &&
    !request.headers.has('authorization') &&
    !request.headers.has(header.userKey) &&
    !request.headers.has(header.contact) &&
    sharedPaths.some((path) => path.test(url.pathname))
  );
}

/** Only our own public 200 answers are kept: no errors, no other host's, no network's sign-in page (R0.20). */
export function isKeepable(response: Response): boolean {
  return (
    response.status === 200 &&
    response.type !== 'opaque' &&
    response.headers.get(header.marker) === apiMarker &&
    (response.headers.get('content-type') ?? '').startsWith('application/json') &&
    !(response.headers.get('cache-control') ?? '').includes('private')
  );
}

export function sharedData(): StaleWhileRevalidate {
  return new StaleWhileRevalidate({
    cacheName: dataCache,
    matchOptions: { ignoreVary: true },
    // Past the browser's own cache: it would answer the question whether the copy is still true with the copy.
    fetchOptions: { cache: 'no-cache' },
    plugins: [
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
