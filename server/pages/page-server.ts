/**
 * Answers page addresses with HTML rendered as for a guest (docs/architecture.md, journey 1). Nothing of the visitor
 * is read: tokens live in the browser, so every page may be kept and sent to the next one who asks.
 */
import { localeOfPath } from '#contract/route-table.ts';
import { lithuanianPath, withoutSlash } from '#contract/settled-address.ts';
import { originOfHost } from '#server/http/addressed-host.ts';
import { resolveChannel } from '#server/http/request-context.ts';
import { WorkQueue } from '#server/process/work-queue.ts';
import { addressOfPage, cacheKey } from './page-address.ts';
import { compressPage } from './compress-page.ts';
import { createGuestScreens, type GuestScreensOptions } from './guest-screens.ts';
import { createPageCache, type KeptPage } from './page-cache.ts';
import { createSharedPages } from './shared-pages.ts';
import { redirect, sendPage } from './page-answer.ts';
import { createPageMaker, type PageMakerOptions } from './page-maker.ts';
import { builtPages, type PageSource } from './page-source.ts';

export interface PageServerOptions
  extends
    Pick<GuestScreensOptions, 'config' | 'directory' | 'callInProcess' | 'version'>,
    Pick<PageMakerOptions, 'outsideHead' | 'report'> {
  dist: string;
  /** In watch mode: the page entry from source, and the template passed through Vite. */
  development?: PageSource;
}

export interface PageServer {
  /**
   * @param client whose turn the page takes
   * @throws ApiFailure 503 `server.busy` where too many pages wait to be made
   */
  answer(request: Request, client?: string): Promise<Response>;
  /** A page that is in the cache for this host and address, ready to be sent to a browser that takes brotli. */
  kept(host: string, target: string): KeptPage | undefined;
  /** The shell of the installed shop. */
  shell(request: Request): Promise<Response>;
}

/** At most 8 MB of compressed pages, some three hundred, each for a minute (ms). */
const cacheLimits = { maxBytes: 8 * 1024 * 1024, maxAge: 60_000 };

/** Pages that may wait to be made, in all and for one client: past some two seconds of work people are told to come back. */
const waitingLimits = { all: 200, ofOne: 50, wait: 1_000 };

export async function createPageServer(options: PageServerOptions): Promise<PageServer> {
  const { config, directory, dist } = options;
  const cache = createPageCache(cacheLimits);
  const policy = { connect: config.apiUrl ? [new URL(config.apiUrl).origin] : [] };
  const source = options.development ?? (await builtPages(dist, policy));
  /** Addresses as they were asked, to the keys they mean: reading an address costs more than finding its page. */
  const keys = new Map<string, string>();
  const getOrMake = createSharedPages(cache, options.version);
  // One is rendered while others are compressed; with an API elsewhere a page mostly waits.
  const making = new WorkQueue(config.apiUrl ? 50 : 3, waitingLimits);

  /** The one origin that pages of a host are kept by and made for: the public one, else the host's own. */
  const originOf = (own: string): string => config.publicUrl ?? own;
  const screens = createGuestScreens({
    ...options,
    entry: source.entry,
    originOf,
    markupAge: cacheLimits.maxAge,
  });

  const makePage = createPageMaker({ ...options, source, screens, originOf });

  return {
    async answer(request, client = '') {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return new Response(null, {
          status: 405,
          headers: { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' },
        });
      }
      const url = new URL(request.url);
      const plain = withoutSlash(url.pathname);
      if (plain !== url.pathname) return redirect(plain + url.search, 301);
      const channel = resolveChannel(directory, url.host, null);
      const elsewhere = await screens.moved(url, channel, false);
      if (elsewhere) return elsewhere;
      if (localeOfPath(url.pathname, channel.locales).localePath === '') {
        const better = lithuanianPath(url.pathname);
        if (better !== url.pathname) return redirect(better + url.search, 301);
      }
      const address = addressOfPage(originOf(url.origin), url);
      const key = cacheKey(channel.code, address);
      const make = () => making.run(() => makePage({ url: address, asked: url }, channel), true, client);
      const page = await (key === null
        ? make()
        : getOrMake(key, make).catch((other: unknown) =>
            other instanceof Response ? make() : Promise.reject(other),
          ));
      return page instanceof Response ? page : sendPage(page, request);
    },
    async shell(request) {
      const template = await source.template('/');
      const brotli = await compressPage(Buffer.from(template.shell.html));
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': template.shell.csp,
        'Cache-Control': 'no-cache',
        Vary: 'Accept-Encoding',
      };
      return sendPage({ status: 200, brotli, headers, version: '', madeAt: 0 }, request);
    },
    kept(host, target) {
      const known = keys.get(`${options.version()} ${host} ${target}`);
      if (known !== undefined) return cache.get(known, options.version());
      const origin = originOfHost(host);
      const url = origin === null ? null : URL.parse(origin + target);
      if (!url) return undefined;
      const channel = resolveChannel(directory, host, null);
      const key = cacheKey(channel.code, addressOfPage(originOf(url.origin), url));
      if (key === null) return undefined;
      // Long ones are campaign marks of one visitor: not worth the room.
      if (keys.size >= 2_000) keys.clear();
      if (target.length <= 500) keys.set(`${options.version()} ${host} ${target}`, key);
      return cache.get(key, options.version());
    },
  };
}
