/** Visitors who ask for the same address at once share one rendering. */
import type { KeptPage, PageCache } from './page-cache.ts';

/** Only what is the same for everybody is kept for the next ones: a page that was found, and that may lie in shared caches. */
const isForAll = (page: KeptPage): boolean =>
  page.status === 200 && page.headers['Cache-Control']?.startsWith('private') !== true;

/**
 * A page from the cache, from who is making it, or made.
 * @returns what `make` answers in place of a page goes to who asked first; the others are refused with it
 */
export function createSharedPages(cache: PageCache, version: () => string) {
  const inFlight = new Map<string, Promise<KeptPage>>();
  return async (key: string, make: () => Promise<KeptPage | Response>): Promise<KeptPage | Response> => {
    const found = cache.get(key, version());
    if (found) return found;
    const running = inFlight.get(key);
    if (running) return running;
    const work = make();
    const shared = work.then((page) => (page instanceof Response ? Promise.reject(page) : page));
    inFlight.set(key, shared);
    // Who began it hears of it by `work`; there may be nobody else.
    shared.catch(() => {});
    try {
      const page = await work;
      if (!(page instanceof Response) && isForAll(page)) cache.set(key, page);
      return page;
    } finally {
      inFlight.delete(key);
    }
  };
}
