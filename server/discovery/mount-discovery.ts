/** Addresses that only machines ask for: robots.txt, sitemaps, product feeds. */
import type { Context, Hono } from 'hono';
import { brand } from '#lib/brand.ts';
import { routePattern, routeRow, routeTable, type RouteName } from '#contract/route-table.ts';
import type { Config } from '#server/process/config.ts';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import type { Content } from '#server/content/content.ts';
import type { Database } from '#server/database/schema.ts';
import { resolveChannel, type ChannelDirectory, type KnownChannel } from '#server/http/request-context.ts';
import { nobody } from '#server/channels/seller.ts';
import { WorkQueue } from '#server/process/work-queue.ts';
import type { Kysely } from 'kysely';
import { writeFeed } from './merchant-feed.ts';
import { createOfferTerms } from './offer-terms.ts';
import { createOutsideHead, type OutsideHead } from './page-head.ts';
import { sitemapFile, sitemapFiles, sitemapIndex, type SitemapSource } from './sitemap.ts';

export interface Discovery {
  /** @param clientOf whose turn an answer takes where many ask */
  mount: (app: Hono, clientOf: (request: Request) => string) => void;
  outsideHead: OutsideHead;
}

/** Files made once for a state of the shop: search engines come in crowds. */
const filesKept = 24;
/** Sitemaps that are made at once, and who may wait for one: a search engine asks for all of them. */
const sitemapQueue = { width: 1, bounds: { all: 60, ofOne: 20, wait: 10_000 } };
/**
 * Feeds that are written at once: each reads all goods, and is too large to be kept. Machines fetch them some times a day, and
 * one that stops reading gives its place on (ms).
 */
const feedQueue = { width: 2, bounds: { all: 20, ofOne: 2, wait: 30_000 }, patience: 15_000 };
const xml = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' };

/** Pages of one visitor; search results are endless. */
const closed = (Object.keys(routeTable) as RouteName[]).filter(
  (name) => routeRow(name).visitor || name === 'PRODUCTS_SEARCH',
);

/**
 * Each file is made once for a state of the shop, whoever asks for it.
 * @param version changes whenever what the files say may
 */
function createOnce(version: () => string) {
  const kept = new Map<string, Promise<string | null>>();
  const sitemaps = new WorkQueue(sitemapQueue.width, sitemapQueue.bounds);
  return (client: string, key: string, make: () => Promise<string | null>): Promise<string | null> => {
    const versioned = `${version()} ${key}`;
    const known = kept.get(versioned);
    if (known) return known;
    const made = sitemaps.run(make, true, client);
    kept.set(versioned, made);
    made.catch(() => kept.delete(versioned));
    for (const oldest of kept.keys()) {
      if (kept.size <= filesKept) break;
      kept.delete(oldest);
    }
    return made;
  };
}

export function createDiscovery(options: {
  db: Kysely<Database>;
  config: Pick<Config, 'publicUrl' | 'newUrls'>;
  directory: ChannelDirectory;
  catalogue: {
    catalogue: Catalogue;
    content: Content;
    /** Changes whenever what these addresses say may. */
    version(): string;
  };
}): Discovery {
  const { db, config, directory, catalogue } = options;
  const terms = createOfferTerms(db);
  const source: SitemapSource = {
    db,
    content: () => catalogue.content.data,
    catalogue: () => catalogue.catalogue.state.data,
    newUrls: config.newUrls,
  };
  const outsideHead = createOutsideHead({
    shopName: brand.name,
    sellerOf: (code) => directory.channels().find((one) => one.code === code)?.seller ?? nobody,
    terms,
    newUrls: config.newUrls,
    sections: {
      section: (slug, locale) =>
        catalogue.content.data.sections.find((one) => Object.values(one.slug).includes(slug))?.slug[locale],
    },
  });

  const once = createOnce(() => catalogue.version());
  const feeds = new WorkQueue(feedQueue.width, feedQueue.bounds);

  return {
    outsideHead,
    mount(app, clientOf) {
      const where = (request: Request) => {
        const url = new URL(request.url);
        const channel = resolveChannel(directory, url.host, null);
        return { channel, origin: config.publicUrl ?? url.origin, client: clientOf(request) };
      };
      const missing = (c: Context) => c.text('Not found', 404, { 'Cache-Control': 'no-store' });
      const namesOf = async (channel: KnownChannel, client: string): Promise<string[]> => {
        const names = await once(client, `names ${channel.code}`, async () =>
          (await sitemapFiles(source, channel)).join(' '),
        );
        return names?.split(' ') ?? [];
      };
      app.get('/robots.txt', (c) => {
        const { channel, origin } = where(c.req.raw);
        return c.text(robots(channel, origin), 200, { 'Cache-Control': 'public, max-age=3600' });
      });
      app.get('/sitemap.xml', async (c) => {
        const { channel, origin, client } = where(c.req.raw);
        return c.body(sitemapIndex(origin, await namesOf(channel, client)), 200, xml);
      });
      app.get('/sitemaps/:file{[a-z0-9-]{1,40}\\.xml}', async (c) => {
        const { channel, origin, client } = where(c.req.raw);
        const file = c.req.param('file').slice(0, -'.xml'.length);
        // Names that somebody made up are neither drawn nor kept in the place of those that are there.
        if (!(await namesOf(channel, client)).includes(file)) return missing(c);
        const text = await once(client, `${file} ${origin} ${channel.code}`, () =>
          sitemapFile(source, channel, origin, file),
        );
        return text === null ? missing(c) : c.body(text, 200, xml);
      });
      app.get('/feeds/:file{google-merchant(?:-[a-z]{2})?\\.xml}', async (c) => {
        const { channel, origin, client } = where(c.req.raw);
        const asked = /-([a-z]{2})\.xml$/.exec(c.req.param('file'))?.[1];
        const locale = asked ?? channel.defaultLocale;
        if (!channel.locales.some(({ code }) => code === locale)) return missing(c);
        return new Promise<Response>((resolve, reject) => {
          const write = async () => {
            const offered = await terms(channel.code);
            if (!offered) return resolve(missing(c));
            if (c.req.raw.method === 'HEAD') return resolve(c.body(null, 200, xml));
            const feed = writeFeed({
              catalogue: catalogue.catalogue,
              channel: channel.code,
              locale,
              origin,
              terms: offered,
              newUrls: config.newUrls,
              shopName: brand.name,
            });
            const { stream, ended } = streamOf(feed, feedQueue.patience);
            resolve(c.body(stream, 200, xml));
            await ended;
          };
          feeds.run(write, true, client).catch(reject);
        });
      });
    },
  };
}

/** Written no faster than it is taken, and given up where nobody takes it for so many ms. */
function streamOf(
  pieces: AsyncGenerator<string>,
  patience: number,
): { stream: ReadableStream<Uint8Array>; ended: Promise<void> } {
  const encoder = new TextEncoder();
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let giveUp: NodeJS.Timeout | undefined;
  const finish = () => {
    clearTimeout(giveUp);
    end();
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        giveUp = setTimeout(() => {
          controller.error(new Error('Nobody reads the feed'));
          void pieces.return(undefined).finally(finish);
        }, patience).unref();
      },
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          giveUp?.refresh();
          if (!done) return controller.enqueue(encoder.encode(value));
          finish();
          controller.close();
        } catch (error) {
          finish();
          throw error;
        }
      },
      async cancel() {
        finish();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, ended };
}

function robots(channel: KnownChannel, origin: string): string {
  const stem = (pattern: string) => pattern.replace(/\/(?:[:*]).*$/, '');
  const paths = channel.locales.flatMap(({ code, path }) =>
    closed.map((route) => stem(routePattern(route, code, path))),
  );
  return [
    'User-agent: *',
    ...[...new Set(paths)]
      // Whoever may not look at an address may not look at those below it either.
      .filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))
      .map((path) => `Disallow: ${path}`),
    'Disallow: /api/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
