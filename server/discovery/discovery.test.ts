/** The ways in from outside, out of the demo shop: what they say is held against the published definitions. */
import { Hono } from 'hono';
import sax from 'sax';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Product, TaxonRef } from '#contract/catalogue.ts';
import type { PageSubject } from '#contract/page-head.ts';
import { isRestricted } from '#domain/catalogue/restricted-goods.ts';
import { openChannelDirectory } from '#server/channels/channel-directory.ts';
import { createCatalogueServices, type CatalogueServices } from '#server/compose/open-catalogue.ts';
import { isDatabaseAway } from '#server/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { feedMistakes, type FeedItem } from '#tests/published/merchant-feed.ts';
import { mistakesIn } from '#tests/published/schema-org.ts';
import { createDiscovery, type Discovery } from './mount-discovery.ts';
import { createOfferTerms, methodsFor, type OfferTerms } from './offer-terms.ts';
import { structuredData } from './structured-data.ts';
import { escapeXml } from './xml.ts';
import { demoSeller } from '#server/channels/seller.ts';

let database: TestDatabase;
let catalogue: CatalogueServices;
let discovery: Discovery;
let app: Hono;
let terms: OfferTerms;
let ids: number[];
const origin = 'http://localhost';
beforeAll(async () => {
  database = await createTestDatabase();
  catalogue = await createCatalogueServices(
    { db: database.db, listen: async () => async () => {} },
    (error) => {
      // A test turns the clock on by seconds: a connection that is being made just then seems to come too late.
      if (!isDatabaseAway(error)) throw error;
    },
  );
  const settings = { channelByHost: {}, channelCode: undefined, activeLocales: ['lt', 'en'] as const };
  const directory = await openChannelDirectory(database.db, settings);
  discovery = createDiscovery({
    db: database.db,
    config: { publicUrl: undefined, newUrls: false },
    directory,
    catalogue,
  });
  app = new Hono();
  discovery.mount(app, (request) => request.headers.get('x-client') ?? 'somebody');
  app.onError((error, c) => c.text('', error instanceof ApiFailure && error.status === 503 ? 503 : 500));
  const known = await createOfferTerms(database.db)('retail');
  if (!known) throw new Error('no terms');
  terms = known;
  ids = catalogue.catalogue.state.goods.products.map(({ id }) => id);
}, 60_000);
afterAll(async () => {
  catalogue.close();
  await database.drop();
});

const get = async (path: string) => {
  const response = await app.request(path, { headers: { host: 'localhost' } });
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
};

/** Elements with their text and attributes; throws where the text is no well-formed XML. */
function readXml(text: string) {
  const found: { path: string; name: string; text: string; attributes: Record<string, string> }[] = [];
  const open: number[] = [];
  const parser = Object.assign(sax.parser(true), {
    onerror(error: Error) {
      throw error;
    },
    onopentag({ name, attributes }: sax.Tag | sax.QualifiedTag) {
      const above = open.map((at) => found[at]?.name ?? '');
      open.push(found.length);
      found.push({
        path: [...above, name].join('/'),
        name,
        text: '',
        attributes: attributes as Record<string, string>,
      });
    },
    ontext(words: string) {
      const one = found[open.at(-1) ?? -1];
      if (one) one.text += words;
    },
    onclosetag: () => void open.pop(),
  });
  parser.write(text).close();
  return found;
}

const words = { home: 'Pradinis puslapis', news: 'Naujienos ir patarimai' };
const context = (url: string) => ({
  origin,
  locale: 'lt',
  url: origin + url,
  seller: demoSeller,
  terms,
  shopName: 'Arimas',
});
const productOf = async (id: number): Promise<Product> => {
  const product = await catalogue.catalogue.product('retail', 'lt', id);
  if (!product) throw new Error(`no product ${id}`);
  return product;
};
const productData = (product: Product, variant?: string) => {
  const subject: PageSubject = {
    route: 'PRODUCT_INNER',
    params: {},
    product,
    words,
    ...(variant ? { variant } : {}),
  };
  return structuredData(subject, context(`/p/${product.slug}-${product.id}`));
};
type Graph = { '@graph': Record<string, never>[] };
const nodeOf = (data: unknown, type: string) =>
  (data as Graph)['@graph'].find((node) => node['@type'] === (type as never)) as never as Record<
    string,
    unknown
  >;

test('what every product says keeps to schema.org and to what search engines want of it', async () => {
  let reduced = 0;
  for (const id of ids) {
    const product = await catalogue.catalogue.product('retail', 'lt', id);
    if (!product) continue;
    const data = productData(product);
    const mistakes = mistakesIn(data).filter(
      (mistake) => !(product.isGift && mistake.includes('without offers')),
    );
    expect([product.code, mistakes]).toEqual([product.code, []]);
    const written = JSON.stringify(data);
    // Numbers that a shop gives its own goods name nothing elsewhere.
    expect(written).not.toMatch(/"gtin\w*":"2/);
    if (written.includes('priceValidUntil')) reduced += 1;
  }
  expect(reduced).toBeGreaterThan(5);
});

test('the definitions find what is wrong', () => {
  const offer = { '@type': 'Offer', price: 'cheap', priceCurrency: 'EUR', availability: 'yes', url: '/p/1' };
  const data = {
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'Product', name: '', offers: offer, colour: 'red' }, { '@type': 'Shop' }],
  };
  expect(mistakesIn(data)).toHaveLength(5);
});

test('an offer is what the page shows: price, unit price, stock, rating, the whole way home', async () => {
  const { rows } = await database.pool.query<{ id: number }>(
    `select p.id from product p join product_variant v on v.product_id = p.id join channel_price c on c.variant_id = v.id
     where p.enabled and c.original_price is not null and v.net_amount is not null and not p.is_chemical and not p.professional_use
       and exists (select 1 from stock s join warehouse w on w.id = s.warehouse_id and w.ships
         where s.variant_id = v.id and s.on_hand > s.on_hold)
       and p.review_count > 0 and c.channel_id = (select id from channel where code = 'retail') order by p.id limit 1`,
  );
  const product = await productOf(rows[0]?.id ?? 0);
  const variant = product.variants.find(
    ({ prices, unitPrice, collectAt }) => prices.originalPrices.length > 0 && unitPrice && !collectAt,
  );
  if (!variant?.unitPrice || !variant.netContent) throw new Error('no such variant');
  const data = nodeOf(productData(product, variant.code), 'Product');
  const offer = data['offers'] as {
    price: number;
    priceCurrency: string;
    availability: string;
    priceValidUntil: string;
    priceSpecification: {
      price: number;
      priceType?: string;
      referenceQuantity?: { value: number; unitCode: string };
    }[];
    shippingDetails: unknown[];
    hasMerchantReturnPolicy: Record<string, unknown>;
  };
  expect(data['sku']).toBe(variant.code);
  expect(offer.price * 100).toBeCloseTo(variant.prices.price, 6);
  expect(offer.priceCurrency).toBe('EUR');
  expect(offer.availability).toBe(`https://schema.org/${variant.inStock ? 'InStock' : 'OutOfStock'}`);
  // A year-month-day date with time, the end of the reduction.
  expect(offer.priceValidUntil).toMatch(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/);
  const [own, before] = offer.priceSpecification;
  expect(Math.round((offer.price * 100) / (own?.referenceQuantity?.value ?? 0))).toBe(
    variant.unitPrice.amount,
  );
  expect(before).toMatchObject({
    priceType: 'https://schema.org/StrikethroughPrice',
    price: (variant.prices.originalPrices[0] ?? 0) / 100,
  });
  expect(data['aggregateRating']).toMatchObject({
    ratingValue: product.averageRating,
    reviewCount: product.reviewCount,
  });
  expect(offer.shippingDetails).toHaveLength(methodsFor(terms, variant.weight ?? 0).length);
  expect(offer.hasMerchantReturnPolicy['merchantReturnDays']).toBe(
    product.returnable === false ? undefined : 14,
  );
  const steps = nodeOf(productData(product), 'BreadcrumbList')['itemListElement'] as {
    name: string;
    item: string;
  }[];
  const main = product.productTaxons.find(({ taxon }) => taxon.id === product.mainTaxon?.id)?.taxon;
  const taxons: TaxonRef[] = main ? [...(main.ancestors ?? []), main] : [];
  expect(steps.map(({ name }) => name)).toEqual([
    words.home,
    ...taxons.map(({ name }) => name),
    product.name,
  ]);
});

test('goods that are only handed out on the spot, and gifts, are offered as what they are', async () => {
  let [chemicals, local] = [0, 0];
  for (const id of ids) {
    const product = await productOf(id).catch(() => null);
    if (!product) continue;
    const text = JSON.stringify(productData(product));
    if (product.isGift) expect(text).not.toContain('"Offer"');
    if (!product.isChemical && !product.collectAt) continue;
    if (product.isChemical) chemicals += 1;
    else local += 1;
    expect(text).not.toContain('schema.org/InStock"');
    expect(text).not.toContain('shippingDetails');
  }
  expect(chemicals).toBeGreaterThan(0);
  expect(local).toBeGreaterThan(0);
});

test('the home page says who sells, an article who wrote it, the questions their answers', () => {
  const home = structuredData({ route: 'HOME', params: {}, words }, context('/'));
  expect(mistakesIn(home)).toEqual([]);
  expect(nodeOf(home, 'OnlineStore')).toMatchObject({
    legalName: demoSeller.name,
    address: { addressLocality: 'Ukmergė', postalCode: 'LT-20001' },
  });
  const article = catalogue.content.data.articles[0];
  if (!article) throw new Error('no article');
  const shown = {
    id: article.id,
    slug: 'x',
    name: 'Sėja',
    content: '',
    contentTypes: [],
    sections: [],
    publishedAt: article.published_at.toISOString(),
    translations: {},
  };
  const news = structuredData(
    { route: 'NEWS_INNER', params: {}, article: shown, words },
    context('/naujienos/x/x-1'),
  );
  expect(mistakesIn(news)).toEqual([]);
  expect(nodeOf(news, 'BreadcrumbList')['itemListElement']).toHaveLength(3);
  const faq = [{ id: 1, position: 0, translations: { lt: { question: 'Kada?', answer: '<p>Rytoj.</p>' } } }];
  const questions = structuredData({ route: 'FAQ', params: {}, faq, words }, context('/duk'));
  expect(mistakesIn(questions)).toEqual([]);
});

test('a page names its one address and those of its translations', async () => {
  const product = await productOf(ids[0] ?? 0);
  const page = {
    head: { title: product.name, description: 'A "quoted" <word>' },
    subject: { route: 'PRODUCT_INNER' as const, params: {}, product, words },
    url: new URL(`${origin}/p/x-1?utm=1`),
    origin,
    locale: 'lt',
    channel: { code: 'retail', defaultLocale: 'lt', locales: [{ code: 'lt' }, { code: 'en' }] },
  };
  const tags = await discovery.outsideHead(page, 'Title');
  const en = `${origin}/en/p/${product.translations['en']?.slug}-${product.id}`;
  const lt = `${origin}/p/${product.slug}-${product.id}`;
  expect(tags).toContain(`<link rel="canonical" href="${lt}" />`);
  expect(tags).toContain(`<link rel="alternate" hreflang="en" href="${en}" />`);
  expect(tags).toContain(`<link rel="alternate" hreflang="x-default" href="${lt}" />`);
  expect(tags).toContain('<meta property="og:type" content="product" />');
  expect(tags).toContain('content="A &#34;quoted&#34; &#60;word&#62;"');
  const alone = await discovery.outsideHead(
    { ...page, channel: { ...page.channel, locales: [{ code: 'lt' }] } },
    'Title',
  );
  expect(alone).not.toContain('hreflang');
  expect(await discovery.outsideHead({ ...page, head: { title: '', noIndex: true } }, 'Title')).toBe('');
});

test('the sitemap is an index of files whose addresses are those of the pages, in every language that is on', async () => {
  const index = await get('/sitemap.xml');
  expect(index).toMatchObject({ status: 200, type: expect.stringContaining('application/xml') as string });
  const files = readXml(index.text)
    .filter(({ path }) => path === 'sitemapindex/sitemap/loc')
    .map(({ text }) => text);
  expect(files).toContain(`${origin}/sitemaps/products-1.xml`);
  const all = new Set<string>();
  for (const file of files) {
    const { status, text } = await get(new URL(file).pathname);
    expect(status).toBe(200);
    const found = readXml(text);
    expect(found[0]).toMatchObject({
      name: 'urlset',
      attributes: { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' },
    });
    const known = new Set([
      'urlset',
      'urlset/url',
      'urlset/url/loc',
      'urlset/url/lastmod',
      'urlset/url/xhtml:link',
    ]);
    expect(found.filter(({ path }) => !known.has(path))).toEqual([]);
    for (const { name, text: value, attributes } of found) {
      if (name === 'loc') {
        expect(value.startsWith(`${origin}/`)).toBe(true);
        expect(all.has(value)).toBe(false);
        all.add(value);
      }
      if (name === 'lastmod') expect(value).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
      if (name === 'xhtml:link') expect(attributes['hreflang']).toMatch(/^(lt|en|x-default)$/);
    }
  }
  for (const id of ids) {
    const product = await productOf(id).catch(() => null);
    if (product)
      expect([product.code, all.has(`${origin}/p/${product.slug}-${product.id}`)]).toEqual([
        product.code,
        !product.isGift,
      ]);
  }
  expect(all.has(`${origin}/en/faq`)).toBe(true);
  // Terms of what the demo shop offers beside its goods.
  for (const slug of ['dovanu-korteles', 'lojalumo-programos-taisykles'])
    expect([slug, all.has(`${origin}/${slug}`)]).toEqual([slug, true]);
  expect([...all].some((address) => address.includes('/et/'))).toBe(false);
  for (const missing of ['/sitemaps/products-99.xml', '/sitemaps/x.xml', '/sitemaps/products-0.xml'])
    expect((await get(missing)).status).toBe(404);
});

test('names of sitemaps that somebody made up are not drawn, and put none of those that are kept away', async () => {
  for (const path of ['/sitemap.xml', '/sitemaps/products-1.xml']) expect((await get(path)).status).toBe(200);
  const asked = vi.spyOn(database.pool, 'connect');
  for (let number = 2; number < 40; number += 1)
    expect((await get(`/sitemaps/products-${String(number)}.xml`)).status).toBe(404);
  expect((await get('/sitemaps/products-1.xml')).status).toBe(200);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});

test('feeds are written two at once; who asks for many waits for himself, and one that nobody reads ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const order: string[] = [];
    const ask = async (client: string) => {
      const answer = await app.request('/feeds/google-merchant.xml', { headers: { 'x-client': client } });
      order.push(`${client} ${String(answer.status)}`);
      return answer;
    };
    const first = await Promise.all([ask('a'), ask('a')]);
    const waiting = [ask('a'), ask('a')];
    expect((await ask('a')).status).toBe(503);
    const others = ask('b');
    expect(order).toEqual(['a 200', 'a 200', 'a 503']);
    await first[0].body?.cancel();
    await waiting[0];
    await first[1].text();
    await others;
    expect(order).toEqual(['a 200', 'a 200', 'a 503', 'a 200', 'b 200']);
    // Nobody reads these two.
    await vi.advanceTimersByTimeAsync(16_000);
    await waiting[1];
    // Whoever only asks whether it is there holds nothing.
    const heads = Array.from({ length: 3 }, async () =>
      app.request('/feeds/google-merchant.xml', { method: 'HEAD', headers: { 'x-client': 'c' } }),
    );
    expect((await Promise.all(heads)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await vi.advanceTimersByTimeAsync(16_000);
  } finally {
    vi.useRealTimers();
  }
});

test('robots are shown the sitemap and kept out of carts, in every language that is on', async () => {
  const { status, text } = await get('/robots.txt');
  expect(status).toBe(200);
  for (const line of [
    'User-agent: *',
    'Disallow: /krepselis',
    'Disallow: /en/cart',
    'Disallow: /apmokejimas',
    'Disallow: /api/',
    `Sitemap: ${origin}/sitemap.xml`,
  ])
    expect(text.split('\n')).toContain(line);
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^$|^(User-agent: \*|Disallow: \/\S+|Sitemap: http\S+)$/);
});

test("the product feed keeps to Google's specification and says the prices of the pages", async () => {
  const feed = await get('/feeds/google-merchant.xml');
  expect(feed.status).toBe(200);
  const items: FeedItem[] = [];
  for (const { path, name, text } of readXml(feed.text)) {
    if (path === 'rss/channel/item') items.push({});
    if (!path.startsWith('rss/channel/item/')) continue;
    const key = path.slice('rss/channel/item/'.length).replaceAll('g:', '').replace('/', '.');
    expect(name.startsWith('g:')).toBe(true);
    ((items.at(-1) ?? {})[key] ??= []).push(text);
  }
  expect(items.length).toBeGreaterThan(200);
  const codes = new Set<string>();
  for (const item of items) {
    expect([item['id'], feedMistakes(item)]).toEqual([item['id'], []]);
    codes.add(item['id']?.[0] ?? '');
  }
  expect(codes.size).toBe(items.length);
  for (const id of ids) {
    const product = await productOf(id).catch(() => null);
    if (!product) continue;
    for (const variant of product.variants) {
      const item = items.find((one) => one['id']?.[0] === variant.code);
      const isSent = !product.isGift && !product.isChemical && !isRestricted(product) && !variant.collectAt;
      expect([variant.code, item !== undefined]).toEqual([variant.code, isSent]);
      if (!item) continue;
      expect(item['sale_price']?.[0] ?? item['price']?.[0]).toBe(
        `${(variant.prices.price / 100).toFixed(2)} EUR`,
      );
      expect(item['availability']?.[0]).toBe(variant.inStock ? 'in_stock' : 'out_of_stock');
    }
  }
  expect((await get('/feeds/google-merchant-en.xml')).text).toContain('/en/p/');
  for (const missing of ['/feeds/google-merchant-et.xml', '/feeds/google-merchant-xx.xml', '/feeds/x.xml'])
    expect((await get(missing)).status).toBe(404);
});

test('R7.80 a name that would close its element does not, neither in structured data nor in XML', async () => {
  const product = { ...(await productOf(ids[0] ?? 0)), name: '</script><script>alert(1)</script> & "\u0000' };
  const subject: PageSubject = { route: 'PRODUCT_INNER', params: {}, product, words };
  const page = {
    head: { title: product.name },
    subject,
    url: new URL(`${origin}/p/x-1`),
    origin,
    locale: 'lt',
    channel: { code: 'retail', defaultLocale: 'lt', locales: [{ code: 'lt' }] },
  };
  const tags = await discovery.outsideHead(page, product.name);
  expect(tags.match(/<\/script>/g)).toHaveLength(1);
  const [, text = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(tags) ?? [];
  expect(nodeOf(JSON.parse(text), 'Product')['name']).toBe(product.name);
  expect(readXml(`<x>${escapeXml(`${product.name}\uD800\uFFFF`)}</x>`)[0]?.text).toBe(
    '</script><script>alert(1)</script> & "',
  );
});
