/** Pictures and papers that are prepared for the field (contract CAT-15). */
import { ApiError } from '#api/api-error.ts';
import { addDataUse } from '#offline/connection/data-use.ts';

/** What the worker of the page lets pass is counted by nobody else. */
export const countBytes = (answers: number, pictures: number): void => {
  if (navigator.serviceWorker?.controller) addDataUse({ pages: 0, answers, pictures, scripts: 0 });
};

/** Times that a shop is asked for a file which draws or writes it just now, or is busy. */
const fileTries = 4;
/** Wait between them where the shop names none, and the longest that is waited (ms). */
const filePause = { usual: 2_000, longest: 20_000 };

/** Ends early, with the reason, when the run is stopped. */
const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

/**
 * A file of the shop; null when it has none such. A shop that is busy (503, 429) or takes too long over a picture is asked
 * again: left out, it would be missing in the field.
 * @throws {ApiError} `unreachable` when it is busy to the end, and whatever a lost connection throws
 */
async function fetchFile(address: string, signal: AbortSignal): Promise<{ type: string; body: Blob } | null> {
  for (let tries = 1; ; tries += 1) {
    const limit = AbortSignal.timeout(30_000);
    let pause = 0;
    try {
      const response = await askFor(address, AbortSignal.any([signal, limit]));
      const { status, ok, headers } = response;
      const type = headers.get('content-type') ?? '';
      if (![429, 503].includes(status))
        return ok && /^(?:image\/|application\/pdf)/.test(type)
          ? { type, body: await response.blob() }
          : null;
      const asked = Number(headers.get('retry-after')) * 1_000;
      pause = Math.min(asked || filePause.usual, filePause.longest);
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error;
    }
    if (tries === fileTries) throw new ApiError('unreachable', 503, { message: 'Busy' });
    await pauseFor(pause, signal);
  }
}

const askFor = (address: string, signal: AbortSignal): Promise<Response> =>
  fetch(address, { headers: { Accept: 'image/webp,application/pdf' }, credentials: 'omit', signal });

/** A picture or paper into the cache, unless it lies there; its bytes. One that the shop does not have is no reason to stop. */
export async function keepFile(cache: Cache, address: string, signal: AbortSignal): Promise<number> {
  const known = await cache.match(address, { ignoreVary: true });
  // A picture's address changes with what it shows; a paper may be written anew under its name.
  if (known && address.startsWith('/images/')) return Number(known.headers.get('content-length') ?? 0);
  const file = await fetchFile(address, signal);
  if (file === null) return 0;
  const { type, body } = file;
  countBytes(0, body.size);
  await cache.put(
    address,
    new Response(body, { headers: { 'Content-Type': type, 'Content-Length': String(body.size) } }),
  );
  return body.size;
}
