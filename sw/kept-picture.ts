/** Pictures and papers that the shopper chose to keep, shown where the one that is asked for cannot be had. */
import { fieldCache, keptAddresses } from '#lib/kept-pictures.ts';

/** Of the same goods in another size; the best that is kept. */
export async function keptPicture(address: string): Promise<Response | undefined> {
  for (const { cache, address: kept } of keptAddresses(new URL(address).pathname)) {
    const response = await caches.match(kept, { cacheName: cache, ignoreVary: true });
    if (response) return response;
  }
  return undefined;
}

/** The very picture that is asked for: the network need not be asked. */
export async function keptTwin(address: string): Promise<Response | null> {
  const { pathname } = new URL(address);
  for (const { cache, address: kept } of keptAddresses(pathname)) {
    const response =
      kept === pathname ? await caches.match(kept, { cacheName: cache, ignoreVary: true }) : undefined;
    if (response) return response;
  }
  return null;
}

/** A label or a safety data sheet: opened by its link, so as a page of its own. */
export const isKeptPaper = (request: Request, url: URL): boolean =>
  request.method === 'GET' && request.destination !== 'image' && /^\/media\/.+\.pdf$/i.test(url.pathname);

/** ms for which the shop's own word is waited for where one is kept. */
const patience = 8_000;

/** The shop's own word first: a label may change under its name. A shop that fails or is silent is as good as none. */
export async function keptPaper({ request }: { request: Request }): Promise<Response> {
  const kept = await caches.match(request.url, { cacheName: fieldCache, ignoreVary: true });
  if (!kept) return fetch(request);
  const silence = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  // What cannot be asked is as good as silent.
  const response = await Promise.race([fetch(request), silence]).catch(() => undefined);
  return response && response.status < 500 ? response : kept;
}
