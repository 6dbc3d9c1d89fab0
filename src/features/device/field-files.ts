/** Pictures and papers that are prepared for the field (contract CAT-15). */
import { ApiError } from '#api/api-error.ts';
import { addDataUse } from '#offline/data-use.ts';

/** What the worker of the page lets pass is counted by nobody else. */
export const countBytes = (answers: number, pictures: number): void => {
  if (navigator.serviceWorker?.controller) addDataUse({ pages: 0, answers, pictures, scripts: 0 });
};

/** Times that a shop is asked for a file which draws or writes it just now, or is busy. */
const fileTries = 4;
/** Wait between them where the shop names none, and the longest that is waited (ms). */
const filePause = { usual: 2_000, longest: 20_000 };

/**
 * A shop that is busy (503, 429) or takes too long over a picture is asked again: left out, it would be missing in the field.
 * Throws where it does not answer at all.
 */
async function fetchFile(address: string, signal: AbortSignal): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const limit = AbortSignal.timeout(30_000);
    const response = await fetch(address, {
      headers: { Accept: 'image/webp,application/pdf' },
      credentials: 'omit',
      signal: AbortSignal.any([signal, limit]),
    }).catch((error: unknown) => {
      if (limit.aborted && tries < fileTries) return null;
      throw error;
    });
    if (response !== null && ![429, 503].includes(response.status)) return response;
    if (tries === fileTries) throw new ApiError('unreachable', response?.status ?? 500, { message: 'Busy' });
    const asked = Number(response?.headers.get('retry-after') ?? 0) * 1_000;
    const pause = response === null ? 0 : Math.min(asked || filePause.usual, filePause.longest);
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal.throwIfAborted();
  }
}

/** A picture or paper into the cache, unless it lies there; its bytes. One that the shop does not have is no reason to stop. */
export async function keepFile(cache: Cache, address: string, signal: AbortSignal): Promise<number> {
  const known = await cache.match(address, { ignoreVary: true });
  // A picture's address changes with what it shows; a paper may be written anew under its name.
  if (known && address.startsWith('/images/')) return Number(known.headers.get('content-length') ?? 0);
  const response = await fetchFile(address, signal);
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !/^(?:image\/|application\/pdf)/.test(type)) return 0;
  const body = await response.blob();
  countBytes(0, body.size);
  await cache.put(
    address,
    new Response(body, { headers: { 'Content-Type': type, 'Content-Length': String(body.size) } }),
  );
  return body.size;
}
