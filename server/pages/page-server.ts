/**
 * Answers page addresses with HTML rendered as for a guest (docs/architecture.md, journey 1). Nothing of the visitor
 * is read: tokens live in the browser, so every page may be kept and sent to the next one who asks.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as PageEntry from '#page-entry';
import { localeOfPath } from '#contract/route-table.ts';
import { lithuanianPath, withoutSlash } from '#contract/settled-address.ts';
import { brand } from '#lib/brand.ts';
import { StartError } from '#server/errors/start-error.ts';
import type { OutsideHead } from '#server/discovery/page-head.ts';
import { originOfHost } from '#server/http/addressed-host.ts';
import { resolveChannel, type KnownChannel } from '#server/http/request-context.ts';
import { WorkQueue } from '#server/process/work-queue.ts';
import { addressOfPage, cacheKey, withUnseen } from './page-address.ts';
import { compressPage } from './compress-page.ts';
import { createGuestScreens, type GuestScreensOptions } from './guest-screens.ts';
import { createPageCache, type KeptPage } from './page-cache.ts';
import { createSharedPages } from './shared-pages.ts';
import { redirect, sendPage } from './page-answer.ts';
import { loadPageTemplate, type PageTemplate } from './page-template.ts';
import { putTogether, type BufferPool } from './buffer-pool.ts';

export interface PageServerOptions extends Pick<
  GuestScreensOptions,
  'config' | 'directory' | 'callInProcess' | 'version'
> {
  dist: string;
  outsideHead: OutsideHead;
  report: (error: unknown, requestId: string) => void;
  /** In watch mode: the page entry from source, and the template passed through Vite. */
  development?: { entry: () => Promise<typeof PageEntry>; template: (url: string) => Promise<PageTemplate> };
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

/** Pages that show something of one visitor or order, or nothing worth keeping. */
const personalKinds = new Set(['cart', 'checkout', 'order']);
/** At most 8 MB of compressed pages, some three hundred, each for a minute (ms). */
const cacheLimits = { maxBytes: 8 * 1024 * 1024, maxAge: 60_000 };

/** Pages that may wait to be made, in all and for one client: past some two seconds of work people are told to come back. */
const waitingLimits = { all: 200, ofOne: 50, wait: 1_000 };

export async function createPageServer(options: PageServerOptions): Promise<PageServer> {
  const { config, directory, dist } = options;
  const cache = createPageCache(cacheLimits);
  const policy = { connect: config.apiUrl ? [new URL(config.apiUrl).origin] : [] };
  if (!options.development && !existsSync(path.join(dist, 'server', 'entry-server.js'))) {
    throw new StartError('The shop is not built: run npm run build, or npm start, which does.');
  }
  const built = options.development
    ? undefined
    : {
        entry: (await import(
          pathToFileURL(path.join(dist, 'server', 'entry-server.js')).href
        )) as typeof PageEntry,
        template: loadPageTemplate(dist, policy),
      };
  /** Addresses as they were asked, to the keys they mean: reading an address costs more than finding its page. */
  const keys = new Map<string, string>();
  const getOrMake = createSharedPages(cache, options.version);
  // Pages that are rendered at the same time on one thread finish no sooner, and all that each has made lies in memory until the
  // last has ended: one is rendered while those before it are compressed beside this thread. With an API elsewhere a page
  // mostly waits, and others are made meanwhile.
  const making = new WorkQueue(config.apiUrl ? 50 : 3, waitingLimits);
  const rendering = new WorkQueue(config.apiUrl ? 50 : 1);

  /** The one origin that pages of a host are kept by and made for: the public one, else the host's own. */
  const originOf = (own: string): string => config.publicUrl ?? own;
  const { moved, renderScreen } = createGuestScreens({
    ...options,
    entry: async () => built?.entry ?? (await options.development!.entry()),
    originOf,
    markupAge: cacheLimits.maxAge,
  });

  /** @param url what the page is made of; `asked` only says where a visitor is sent on to */
  async function render(
    { url, asked }: { url: URL; asked: URL },
    channel: KnownChannel,
  ): Promise<(Omit<KeptPage, 'brotli'> & { page: BufferPool }) | Response> {
    // What changes while the page is made is not in all of it.
    const version = options.version();
    const template = built?.template ?? (await options.development!.template(url.pathname));
    const { rendered, markup, locale, requestId } = await renderScreen(url, channel);
    if (rendered.kind === 'redirect') return redirect(withUnseen(rendered.location, asked), rendered.status);
    const elsewhere = rendered.status === 404 ? await moved(asked, channel, true) : null;
    if (elsewhere) return elsewhere;
    // The database is away for a moment: nothing is wrong with the page.
    const isBusy = (rendered.error as { status?: unknown } | undefined)?.status === 503;
    if (rendered.error !== undefined && !isBusy) options.report(rendered.error, requestId);
    const status = isBusy ? 503 : rendered.status;
    const origin = originOf(url.origin);
    const { head } = rendered;
    const title = head?.title && head.title !== brand.name ? `${head.title} – ${brand.name}` : brand.name;
    const outside = await options.outsideHead({ ...rendered, url, origin, locale, channel }, title);
    const body = putTogether(rendered.html);
    const { html, csp } = template.render({
      ...rendered,
      html: markup.complete(body.bytes, rendered.error === undefined),
      locale,
      title,
      outside,
    });
    const page = putTogether(html);
    body.free();
    const personal = personalKinds.has(rendered.pageKind) || head?.isSecret === true;
    return {
      status,
      page,
      version,
      madeAt: Date.now(),
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Language': locale,
        'Content-Security-Policy': csp,
        Vary: 'Accept-Encoding',
        'Cache-Control':
          personal || status >= 400
            ? 'private, no-store'
            : 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
        ...(isBusy ? { 'Retry-After': '2' } : {}),
        ...(personal ? { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' } : {}),
      },
    };
  }

  async function makePage(
    addresses: { url: URL; asked: URL },
    channel: KnownChannel,
  ): Promise<KeptPage | Response> {
    const rendered = await rendering.run(() => render(addresses, channel));
    if (rendered instanceof Response) return rendered;
    const { page, ...facts } = rendered;
    try {
      return { ...facts, brotli: await compressPage(page.bytes) };
    } finally {
      page.free();
    }
  }

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
      const elsewhere = await moved(url, channel, false);
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
      const template = built?.template ?? (await options.development!.template('/'));
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
