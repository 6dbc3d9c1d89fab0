/** Pictures that the shopper chose to keep, shown where the one that is asked for cannot be had. */
import { keptAddresses } from '#lib/kept-pictures.ts';

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
    const response = kept === pathname ? await caches.match(kept, { cacheName: cache, ignoreVary: true }) : undefined;
    if (response) return response;
  }
  return null;
}
