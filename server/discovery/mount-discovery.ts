/** Addresses that only machines ask for: robots.txt, sitemaps, product feeds. */
import type { Hono } from 'hono';
import { brand } from '#lib/brand.ts';
import { routePattern, type RouteName } from '#contract/route-table.ts';
import type { Config } from '#server/config.ts';
import type { CatalogueServices } from '#server/catalogue/mount-catalogue.ts';
import type { Database } from '#server/database/schema.ts';
import { resolveChannel, type ChannelDirectory, type KnownChannel } from '#server/http/request-context.ts';
import { nobody } from '#server/payment/seller.ts';
import type { Kysely } from 'kysely';
import { writeFeed } from './merchant-feed.ts';
import { createOfferTerms } from './offer-terms.ts';
import { createOutsideHead, type OutsideHead } from './page-head.ts';
import { sitemapFile, sitemapFiles, sitemapIndex, type SitemapSource } from './sitemap.ts';

export interface Discovery {
  mount: (app: Hono) => void;
  outsideHead: OutsideHead;
}

/** Files made once for a state of the shop: search engines come in crowds. */
const filesKept = 24;
const xml = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' };

/** Pages of one visitor; search results are endless. */
const closed: readonly RouteName[] = [
  'CART',
  'CHECKOUT',
  'ORDER',
  'WAITING',
  'DEVICE',
  'PRODUCTS_SEARCH',
  'AUTH',
  'REGISTRATION',
  'VERIFY_ACCOUNT',
  'RESET_REQUEST',
  'ACCOUNT_DASHBOARD',
  'WISHLIST',
];

export function createDiscovery(options: {
  db: Kysely<Database>;
  config: Pick<Config, 'publicUrl' | 'newUrls'>;
  directory: ChannelDirectory;
  catalogue: CatalogueServices;
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

  const kept = new Map<string, Promise<string | null>>();
  const once = (key: string, make: () => Promise<string | null>): Promise<string | null> => {
    const versioned = `${catalogue.version()} ${key}`;
    const known = kept.get(versioned);
    if (known) return known;
    const made = make();
    kept.set(versioned, made);
    made.catch(() => kept.delete(versioned));
    for (const oldest of kept.keys()) {
      if (kept.size <= filesKept) break;
      kept.delete(oldest);
    }
    return made;
  };

  return {
    outsideHead,
    mount(app) {
      const where = (request: Request) => {
        const url = new URL(request.url);
        const channel = resolveChannel(directory, url.host, null);
        return { channel, origin: config.publicUrl ?? url.origin };
      };
      app.get('/robots.txt', (c) => {
        const { channel, origin } = where(c.req.raw);
        return c.text(robots(channel, origin), 200, { 'Cache-Control': 'public, max-age=3600' });
      });
      app.get('/sitemap.xml', async (c) => {
        const { channel, origin } = where(c.req.raw);
        const text = await once(`index ${origin} ${channel.code}`, async () =>
          sitemapIndex(origin, await sitemapFiles(source, channel)),
        );
        return c.body(text ?? '', 200, xml);
      });
      app.get('/sitemaps/:file{[a-z0-9-]{1,40}\\.xml}', async (c) => {
        const { channel, origin } = where(c.req.raw);
        const file = c.req.param('file').slice(0, -'.xml'.length);
        const text = await once(`${file} ${origin} ${channel.code}`, () =>
          sitemapFile(source, channel, origin, file),
        );
        return text === null
          ? c.text('Not found', 404, { 'Cache-Control': 'no-store' })
          : c.body(text, 200, xml);
      });
      app.get('/feeds/:file{google-merchant(?:-[a-z]{2})?\\.xml}', async (c) => {
        const { channel, origin } = where(c.req.raw);
        const asked = /-([a-z]{2})\.xml$/.exec(c.req.param('file'))?.[1];
        const locale = asked ?? channel.defaultLocale;
        const offered = await terms(channel.code);
        if (!offered || !channel.locales.some(({ code }) => code === locale))
          return c.text('Not found', 404, { 'Cache-Control': 'no-store' });
        const feed = writeFeed({
          catalogue: catalogue.catalogue,
          channel: channel.code,
          locale,
          origin,
          terms: offered,
          newUrls: config.newUrls,
          shopName: brand.name,
        });
        return c.body(streamOf(feed), 200, xml);
      });
    },
  };
}

/** Written no faster than it is taken. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

function robots(channel: KnownChannel, origin: string): string {
  const stem = (pattern: string) => pattern.replace(/\/(?:[:*]).*$/, '');
  const paths = channel.locales.flatMap(({ code, path }) =>
    closed.map((route) => stem(routePattern(route, code, path))),
  );
  return [
    'User-agent: *',
    ...[...new Set(paths)].map((path) => `Disallow: ${path}`),
    'Disallow: /api/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
