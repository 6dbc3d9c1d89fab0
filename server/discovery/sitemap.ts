/**
 * The sitemap of a channel: an index and files of at most 5,000 addresses (sitemaps.org protocol 0.9), each address with
 * its translations where more than one language is on. Made of the same rows and addresses as the pages.
 */
import { sql, type Kysely } from 'kysely';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { Database } from '#server/database/schema.ts';
import type { CatalogueData } from '#server/catalogue/catalogue-data.ts';
import type { ContentData } from '#server/content/content-data.ts';
import {
  articlePath,
  attributeValuePath,
  pagePath,
  productPath,
  routePath,
  taxonPath,
} from '#server/text/site-paths.ts';
import { escapeXml } from './xml.ts';

export interface SitemapSource {
  db: Kysely<Database>;
  content: () => ContentData;
  catalogue: () => CatalogueData;
  newUrls: boolean;
}
export interface SitemapChannel {
  code: string;
  defaultLocale: string;
  locales: readonly { code: string }[];
}

/** Addresses in one file; the protocol allows 50,000 and 50 MB. */
const perFile = 5_000;

interface Entry {
  /** Path by locale; languages without one are missing. */
  paths: Texts;
  lastModified?: Date;
}

/** Names of the files of a channel, without `.xml`. */
export async function sitemapFiles({ db }: SitemapSource, channel: SitemapChannel): Promise<string[]> {
  const found = await sql<{
    count: number;
  }>`select count(*) as count from (${productsOf(channel.code)}) p`.execute(db);
  const products = Math.ceil((found.rows[0]?.count ?? 0) / perFile);
  return ['pages', 'categories', ...Array.from({ length: products }, (_, at) => `products-${at + 1}`)];
}

const productsOf = (channel: string) => sql`
  select p.id, p.code, p.slug, p.updated_at from product p
  where p.enabled and not p.is_gift and exists (select 1 from product_variant v
    join channel_price cp on cp.variant_id = v.id join channel c on c.id = cp.channel_id
    where v.product_id = p.id and v.enabled and c.code = ${channel})`;

const inAll = (channel: SitemapChannel, path: (locale: string) => string | undefined): Texts =>
  Object.fromEntries(
    channel.locales.flatMap(({ code }) => {
      const found = path(code);
      return found === undefined ? [] : [[code, found] as const];
    }),
  );

async function entriesOf(
  source: SitemapSource,
  channel: SitemapChannel,
  file: string,
): Promise<Entry[] | null> {
  if (file === 'pages') return pageEntries(source, channel);
  if (file === 'categories') return categoryEntries(source, channel);
  const number = /^products-([1-9]\d{0,4})$/.exec(file)?.[1];
  if (number === undefined) return null;
  const { rows } = await sql<{ id: number; code: string; slug: Texts; updated_at: Date }>`
    ${productsOf(channel.code)} order by p.id limit ${perFile} offset ${(Number(number) - 1) * perFile}`.execute(
    source.db,
  );
  if (rows.length === 0) return null;
  return rows.map(({ id, code, slug, updated_at }) => ({
    paths: inAll(
      channel,
      (locale) => slug[locale] && productPath(locale, slug[locale], source.newUrls ? code : id),
    ),
    lastModified: updated_at,
  }));
}

function pageEntries({ content }: SitemapSource, channel: SitemapChannel): Entry[] {
  const { pages, articles, sections } = content();
  const hasNews = articles.some(
    ({ channels, published_at }) => channels.includes(channel.code) && published_at <= new Date(),
  );
  const routes = (['HOME', 'SALES', ...(hasNews ? (['NEWS'] as const) : []), 'FAQ'] as const).map(
    (route) => ({
      paths: inAll(channel, (locale) => routePath(locale, route)),
    }),
  );
  return [
    ...routes,
    ...pages.flatMap(({ slug, channels, page_group, updated_at }) =>
      // The home page has no slug; it is a route. To what is still planned nothing leads.
      channels.includes(channel.code) && page_group !== 'planned' && Object.values(slug).some(Boolean)
        ? [
            {
              paths: inAll(channel, (locale) => slug[locale] && pagePath(locale, slug[locale])),
              lastModified: updated_at,
            },
          ]
        : [],
    ),
    ...sections.map(({ slug }) => ({
      paths: inAll(channel, (locale) => slug[locale] && `${routePath(locale, 'NEWS')}/${slug[locale]}`),
    })),
    ...articles.flatMap(({ id, slug, sections, channels, published_at }) =>
      channels.includes(channel.code) && published_at <= new Date()
        ? [
            {
              paths: inAll(
                channel,
                (locale) => slug[locale] && articlePath(locale, sections[0]?.slug[locale], slug[locale], id),
              ),
              lastModified: published_at,
            },
          ]
        : [],
    ),
  ];
}

function categoryEntries({ catalogue }: SitemapSource, channel: SitemapChannel): Entry[] {
  const { taxons, attributesByCode } = catalogue();
  const brands = attributesByCode.get('brand');
  return [
    ...[...taxons.values()].map(({ id, slug }) => ({
      paths: inAll(channel, (locale) => slug[locale] && taxonPath(locale, slug[locale], id)),
    })),
    ...(brands?.values ?? []).map(({ slug }) => ({
      paths: inAll(channel, (locale) => {
        const attribute = brands?.slug[locale];
        return attribute && slug[locale] && attributeValuePath(locale, attribute, slug[locale]);
      }),
    })),
  ];
}

/** One file of the sitemap, or null when the channel has no such file. */
export async function sitemapFile(
  source: SitemapSource,
  channel: SitemapChannel,
  origin: string,
  file: string,
): Promise<string | null> {
  const entries = await entriesOf(source, channel, file);
  if (!entries) return null;
  const address = (path: string) => escapeXml(new URL(path, origin).href);
  const urls = entries.flatMap(({ paths, lastModified }) => {
    const all = Object.entries(paths);
    const fallback = paths[channel.defaultLocale];
    const links =
      all.length < 2
        ? ''
        : [...all, ...(fallback === undefined ? [] : [['x-default', fallback] as const])]
            .map(
              ([locale, path]) =>
                `<xhtml:link rel="alternate" hreflang="${locale}" href="${address(path)}"/>`,
            )
            .join('');
    const modified = lastModified ? `<lastmod>${lastModified.toISOString()}</lastmod>` : '';
    return all.map(([, path]) => `<url><loc>${address(path)}</loc>${modified}${links}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`;
}

export function sitemapIndex(origin: string, files: readonly string[]): string {
  const entries = files.map(
    (file) => `<sitemap><loc>${escapeXml(`${origin}/sitemaps/${file}.xml`)}</loc></sitemap>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>\n`;
}
