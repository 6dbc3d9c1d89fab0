/** Which reads the worker may keep, and which answers to them. Plain rules: no worker is needed to test them. */
import { apiBase, apiMarker, endpoints, header, type Endpoint } from '#contract/calls/endpoints.ts';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const sharedPaths = Object.values<Endpoint>(endpoints)
  // The catalogue and the packs for the field are kept in stores of their own: a copy here would only push others out.
  // Goods by codes are asked for their stock of now, which no copy tells.
  .filter(
    (endpoint) =>
      endpoint.cache === 'shared' &&
      endpoint !== endpoints.catalogueSnapshot &&
      endpoint !== endpoints.fieldPack &&
      endpoint !== endpoints.productsByCodes,
  )
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
