/**
 * Answers page addresses with HTML rendered as for a guest (docs/architecture.md, journey 1). Nothing of the visitor
 * is read: tokens live in the browser, so every page may be kept and sent to the next one who asks.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type * as PageEntry from '#page-entry';
import { localeOfPath } from '#contract/route-table.ts';
import type { Config } from '#server/config.ts';
import { StartError } from '#server/database/start-error.ts';
import {
  resolveChannel,
  type ChannelDirectory,
  type KnownChannel,
  type RequestContext,
} from '#server/http/request-context.ts';
import { cacheKey, lithuanianAddress } from './page-address.ts';
import { createPageCache, type KeptPage } from './page-cache.ts';
import { loadPageTemplate, type PageTemplate } from './page-template.ts';

const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

export interface PageServerOptions {
  config: Config;
  directory: ChannelDirectory;
  dist: string;
  /** Runs a call of the contract in this process, as a guest. */
  callInProcess: (name: never, input: never, context: RequestContext) => Promise<unknown>;
  /** Changes whenever the catalogue or the content does. */
  version: () => string;
  report: (error: unknown, requestId: string) => void;
  /** In watch mode: the page entry from source, and the template passed through Vite. */
  development?: { entry: () => Promise<typeof PageEntry>; template: (url: string) => Promise<PageTemplate> };
}

export interface PageServer {
  answer(request: Request): Promise<Response>;
  /** A page that is in the cache for this host and address, ready to be sent to a browser that takes brotli. */
  kept(host: string, target: string): KeptPage | undefined;
  /** The shell of the installed shop. */
  shell(request: Request): Promise<Response>;
}

/** Pages that show something of one visitor or order, or nothing worth keeping. */
const personalKinds = new Set(['cart', 'checkout', 'order']);
/** At most 24 MB of compressed pages, some eight hundred, each for a minute (ms). */
const cacheLimits = { maxBytes: 24 * 1024 * 1024, maxAge: 60_000 };

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
  const inFlight = new Map<string, Promise<KeptPage>>();

  async function render(url: URL, channel: KnownChannel, request: Request): Promise<KeptPage | Response> {
    const entry = built?.entry ?? (await options.development!.entry());
    const template = built?.template ?? (await options.development!.template(url.pathname));
    const { locale, localePath } = localeOfPath(url.pathname, channel.locales);
    const context: RequestContext = {
      requestId: crypto.randomUUID(),
      origin: url.origin,
      channel,
      locale,
      clientAddress: '',
      idempotencyKey: null,
      ifMatch: null,
      bearer: null,
      contactId: null,
      userKey: null,
    };
    const call = config.apiUrl
      ? entry.createCall({ locale, channel: channel.code, baseUrl: config.apiUrl, onOutcome: () => {} })
      : (name: never, input: never) => options.callInProcess(name, input, context);
    const texts = await (
      call as (name: string, input: object) => Promise<{ translations: Record<string, string> }>
    )('translations', {})
      .then((answer) => answer.translations)
      // Without them the texts of the build stand (R8.07).
      .catch(() => ({}));
    const rendered = await entry.renderPage({
      // A guest's request: only the address goes on, no header of the visitor does.
      request: new Request(url.href, { signal: request.signal }),
      channel: channel.code,
      locales: channel.locales,
      newUrls: config.newUrls,
      apiUrl: config.apiUrl ?? '',
      locale,
      localePath,
      texts,
      call: call as never,
    });
    if (rendered.kind === 'redirect') return redirect(rendered.location, rendered.status);
    if (rendered.error !== undefined) options.report(rendered.error, context.requestId);
    const origin = config.publicUrl ?? url.origin;
    const page = template.render({ ...rendered, locale, url, origin });
    const personal = personalKinds.has(rendered.pageKind);
    const html = Buffer.from(page.html);
    return {
      status: rendered.status,
      brotli: await compressBrotli(html, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 5,
          // A window of 256 KB holds any page; the default would take sixteen times the memory for each compression.
          [constants.BROTLI_PARAM_LGWIN]: 18,
          [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
        },
      }),
      version: options.version(),
      madeAt: Date.now(),
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Language': locale,
        'Content-Security-Policy': page.csp,
        Vary: 'Accept-Encoding',
        'Cache-Control':
          personal || rendered.status >= 400
            ? 'private, no-store'
            : 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
        ...(personal ? { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' } : {}),
      },
    };
  }

  /** Visitors who ask for the same address at once share one rendering. */
  async function kept(key: string, make: () => Promise<KeptPage | Response>): Promise<KeptPage | Response> {
    const found = cache.get(key, options.version());
    if (found) return found;
    const running = inFlight.get(key);
    if (running) return running;
    const work = make();
    const shared = work.then((page) => (page instanceof Response ? Promise.reject(page) : page));
    inFlight.set(key, shared);
    shared.catch(() => {});
    try {
      const page = await work;
      if (
        !(page instanceof Response) &&
        page.status === 200 &&
        !page.headers['Cache-Control']?.startsWith('private')
      )
        cache.set(key, page);
      return page;
    } finally {
      inFlight.delete(key);
    }
  }

  return {
    async answer(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return new Response(null, {
          status: 405,
          headers: { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' },
        });
      }
      const url = new URL(request.url);
      const host = request.headers.get('host') ?? url.host;
      if (url.pathname !== '/' && url.pathname.endsWith('/'))
        return redirect(url.pathname.replace(/\/+$/, '') + url.search, 301);
      const channel = resolveChannel(directory, host, null);
      if (localeOfPath(url.pathname, channel.locales).localePath === '') {
        const better = lithuanianAddress(url);
        if (better) return redirect(better, 301);
      }
      const key = cacheKey(channel.code, host, url);
      const make = () => render(url, channel, request);
      const page = await (key === null
        ? make()
        : kept(key, make).catch((other: unknown) =>
            other instanceof Response ? make() : Promise.reject(other),
          ));
      return page instanceof Response ? page : send(page, request);
    },
    async shell(request) {
      const template = built?.template ?? (await options.development!.template('/'));
      const html = Buffer.from(template.shell.html);
      const brotli = await compressBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': template.shell.csp,
        'Cache-Control': 'no-cache',
        Vary: 'Accept-Encoding',
      };
      return send({ status: 200, brotli, headers, version: '', madeAt: 0 }, request);
    },
    kept(host, target) {
      const known = keys.get(`${options.version()} ${host} ${target}`);
      if (known !== undefined) return cache.get(known, options.version());
      const url = URL.parse(target, `http://${host}`);
      if (!url) return undefined;
      const channel = resolveChannel(directory, host, null);
      const key = cacheKey(channel.code, host, url);
      if (key === null) return undefined;
      if (keys.size >= 2_000) keys.clear();
      keys.set(`${options.version()} ${host} ${target}`, key);
      return cache.get(key, options.version());
    },
  };
}

/** Only a path of this shop: an address that begins with two slashes or a backslash leaves it. */
function redirect(location: string, status: number): Response {
  const url = new URL(location, 'http://shop.invalid');
  const target = url.host === 'shop.invalid' ? `/${url.pathname.replace(/^\/+/, '')}${url.search}` : '/';
  return new Response(null, {
    status,
    headers: { Location: target, 'Cache-Control': status === 301 ? 'public, max-age=300' : 'no-store' },
  });
}

async function send(page: KeptPage, request: Request): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? '';
  let body: Buffer = page.brotli;
  const headers: Record<string, string> = { ...page.headers };
  if (accepted.includes('br')) headers['Content-Encoding'] = 'br';
  else {
    body = await decompressBrotli(page.brotli);
    if (accepted.includes('gzip')) {
      body = await compressGzip(body);
      headers['Content-Encoding'] = 'gzip';
    }
  }
  headers['Content-Length'] = String(body.length);
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
    status: page.status,
    headers,
  });
}
