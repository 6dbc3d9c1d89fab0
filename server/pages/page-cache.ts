import { compressBetter, mayCompressBetter } from '#server/http/compress-better.ts';

/**
 * Guest pages kept as compressed bytes: by far most page views are of the same addresses. An entry lives a minute and
 * dies with the catalogue version it was made from. Bounded by bytes; the one unused for longest goes first.
 */
export interface KeptPage {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The page as most browsers take it; the others' form is made from it. */
  brotli: Buffer;
  version: string;
  madeAt: number;
}

export interface PageCache {
  get(key: string, version: string): KeptPage | undefined;
  set(key: string, page: KeptPage): void;
  readonly size: number;
}

export function createPageCache(options: {
  maxBytes: number;
  maxAge: number;
  now?: () => number;
}): PageCache {
  const { maxBytes, maxAge, now = Date.now } = options;
  const pages = new Map<string, KeptPage>();
  let bytes = 0;
  const weight = (key: string, page: KeptPage) => key.length * 2 + page.brotli.length + 500;
  /** Pages that were asked for again, and are or will be as small as they get. */
  const improved = new WeakSet<KeptPage>();
  const improve = async (key: string, page: KeptPage): Promise<void> => {
    if (improved.has(page) || !mayCompressBetter()) return;
    improved.add(page);
    const better = await compressBetter(page.brotli);
    if (better === null || pages.get(key) !== page) return;
    bytes -= page.brotli.length - better.length;
    page.brotli = better;
  };
  const drop = (key: string) => {
    const page = pages.get(key);
    if (!page) return;
    bytes -= weight(key, page);
    pages.delete(key);
  };
  return {
    get(key, version) {
      const page = pages.get(key);
      if (!page) return undefined;
      if (page.version !== version || now() - page.madeAt > maxAge) {
        drop(key);
        return undefined;
      }
      // If it cannot be made smaller it stays as it was made.
      improve(key, page).catch(() => {});
      // Maps keep the order of insertion: what was asked for last goes to the end.
      pages.delete(key);
      pages.set(key, page);
      return page;
    },
    set(key, page) {
      drop(key);
      pages.set(key, page);
      bytes += weight(key, page);
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
    get size() {
      return pages.size;
    },
  };
}
