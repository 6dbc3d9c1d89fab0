import { mistakesIn } from '../tests/published/schema-org.ts';
import { whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

type Node = Record<string, unknown> & { '@type': string };
const graphOf = (html: string): { data: unknown; node: (type: string) => Node | undefined } => {
  const [, text = 'null'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const data = JSON.parse(text) as { '@graph': Node[] } | null;
  return { data, node: (type) => data?.['@graph'].find((one) => one['@type'] === type) };
};
const plain = (text: string | null) => (text ?? '').replaceAll(/[\s\u00A0]+/g, ' ').trim();
const shown = (cents: number) => `${(cents / 100).toFixed(2).replace('.', ',')} €`;

test('R7.78 R7.79 a product says to machines what it shows: price / 100 with currency, and until when it is reduced', async ({
  page,
  shop,
}) => {
  const [row] = await shop.query(
    `select p.id, p.slug ->> 'lt' as slug, v.id as variant from product p join product_variant v on v.product_id = p.id and v.is_default
     join channel_price c on c.variant_id = v.id join catalogue_discount d on d.code = c.promotion
     where p.enabled and not p.is_chemical and not p.professional_use and p.review_count > 0 and v.net_amount is not null
       and exists (select 1 from stock s join warehouse w on w.id = s.warehouse_id and w.ships where s.variant_id = v.id and s.on_hand > s.on_hold)
       and c.channel_id = (select id from channel where code = 'retail') and d.ends_at > now() + interval '1 day' order by p.id limit 1`,
  );
  const address = `/p/${String(row?.['slug'])}-${String(row?.['id'])}`;
  await shop.query(
    'update channel_price set price = 1299, original_price = 1599, percent = 19 where variant_id = $1',
    [row?.['variant']],
  );
  const offerIn = (html: string) => graphOf(html).node('Product')?.['offers'] as Node | undefined;
  await expect
    .poll(async () => offerIn(await (await page.request.get(address)).text())?.['price'])
    .toBe(12.99);
  const answer = await page.goto(address);
  const { data, node } = graphOf((await answer?.text()) ?? '');
  expect(mistakesIn(data)).toEqual([]);
  const offer = node('Product')?.['offers'] as Node & {
    priceSpecification: { price: number; priceType?: string; referenceQuantity?: { value: number } }[];
  };
  expect(offer).toMatchObject({
    price: 12.99,
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  });
  expect(offer['priceValidUntil']).toMatch(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/);

  // The same on the screen.
  await whenHydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(node('Product')?.['name']));
  const visible = plain(await page.locator('main').innerText());
  expect(visible).toContain('12,99 €');
  const [own, before] = offer.priceSpecification;
  expect(visible).toContain(shown(Math.round((before?.price ?? 0) * 100)));
  expect(visible).toContain(shown(Math.round(1299 / (own?.referenceQuantity?.value ?? 1))));
  const rating = node('Product')?.['aggregateRating'] as { ratingValue: number; reviewCount: number };
  expect(visible).toContain(String(rating.ratingValue).replace('.', ','));
  expect(visible).toContain(String(rating.reviewCount));
  const steps = node('BreadcrumbList')?.['itemListElement'] as { name: string; item: string }[];
  const crumbs = page.getByRole('navigation', { name: /Jūs esate čia|You are here/ }).getByRole('listitem');
  expect((await crumbs.allInnerTexts()).map(plain)).toEqual(steps.slice(0, -1).map(({ name }) => name));
  for (const [at, step] of steps.slice(0, -1).entries())
    expect(
      await crumbs
        .nth(at)
        .getByRole('link')
        .evaluate((link: HTMLAnchorElement) => link.href),
    ).toBe(new URL(step.item, shop.url).href);
});

test('every kind of page has one address, what it is about, and a way to be shared', async ({
  request,
  shop,
}) => {
  const [article] = await shop.query('select id from article order by id limit 1');
  const [taxon] = await shop.query(
    `select id, slug ->> 'lt' as slug from taxon where parent_id is not null and enabled order by id limit 1`,
  );
  const pages: [string, string | null, string][] = [
    ['/', 'OnlineStore', '/'],
    [
      `/c/${String(taxon?.['slug'])}-${String(taxon?.['id'])}?utm_source=x`,
      'BreadcrumbList',
      `/c/${String(taxon?.['slug'])}-${String(taxon?.['id'])}`,
    ],
    ['/akcijos', null, '/akcijos'],
    ['/duk', 'FAQPage', '/duk'],
    ['/duk/3', 'FAQPage', '/duk'],
    ['/naujienos', null, '/naujienos'],
    [`/naujienos/x/x-${String(article?.['id'])}`, 'Article', ''],
    ['/pristatymas', 'BreadcrumbList', '/pristatymas'],
  ];
  for (const [path, type, canonical] of pages) {
    const html = await (await request.get(path)).text();
    const { data, node } = graphOf(html);
    if (type !== null) {
      expect([path, mistakesIn(data)]).toEqual([path, []]);
      expect([path, node(type)?.['@type']]).toEqual([path, type]);
    }
    expect([path, html.match(/<link rel="canonical"/g)?.length]).toEqual([path, 1]);
    if (canonical !== '') expect(html).toContain(`<link rel="canonical" href="${shop.url}${canonical}" />`);
    for (const name of ['og:title', 'og:url', 'og:image', 'og:type', 'og:site_name'])
      expect([path, html.includes(`<meta property="${name}" content="`)]).toEqual([path, true]);
    const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect((await request.get(image)).status()).toBe(200);
  }
  for (const path of ['/krepselis', '/p/paieska?query=morkos', '/nera-tokio-puslapio']) {
    const html = await (await request.get(path)).text();
    expect([
      path,
      html.includes('<meta name="robots" content="noindex" />'),
      html.includes('canonical'),
    ]).toEqual([path, true, false]);
  }
});

test('every address of the sitemap is a page that names itself, and robots are shown the way', async ({
  request,
  shop,
}) => {
  test.setTimeout(120_000);
  const robots = await (await request.get('/robots.txt')).text();
  const [, sitemap = ''] = /^Sitemap: (\S+)$/m.exec(robots) ?? [];
  const addresses = async (url: string) =>
    [...(await (await request.get(url)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      (match) => match[1] ?? '',
    );
  for (const file of await addresses(sitemap)) {
    const all = await addresses(file);
    expect(all.length).toBeGreaterThan(3);
    // Of the many products some; of pages and categories all.
    const few = file.includes('products') ? all.filter((_, at) => at % 20 === 0) : all;
    for (const address of few) {
      const answer = await request.get(address, { maxRedirects: 0 });
      expect([address, answer.status()]).toEqual([address, 200]);
      const [, canonical] = /<link rel="canonical" href="([^"]+)"/.exec(await answer.text()) ?? [];
      expect(canonical).toBe(address);
    }
  }
  const feed = await request.get('/feeds/google-merchant.xml');
  expect(feed.status()).toBe(200);
  const [, link = ''] = /<g:link>([^<]+)<\/g:link>/.exec(await feed.text()) ?? [];
  expect(link.startsWith(shop.url)).toBe(true);
  expect((await request.get(link, { maxRedirects: 0 })).status()).toBe(200);
});
