import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Banner, NavItem, Redirect } from '#contract/channel.ts';
import type { Article, Block, Page } from '#contract/content.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { Catalogue } from '#server/catalogue/catalogue.ts';
import { mountChannelCalls } from '#server/navigation/channel-routes.ts';
import { createOutsideLink } from '#server/navigation/other-shop.ts';
import { readConfig } from '#server/process/config.ts';
import { openChannelDirectory, type KeptDirectory } from '#server/channels/channel-directory.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { EndpointServer } from '#server/http/serve-endpoint.ts';
import { demoSeller } from '#server/channels/seller.ts';
import { isHarmless } from '#server/text/clean-content.ts';
import { Content } from './content.ts';
import { mountContentCalls } from './content-routes.ts';

let database: TestDatabase;
let content: Content;
let catalogue: Catalogue;
let directory: KeptDirectory;
let hono: Hono;
const faults: unknown[] = [];
let now = new Date();

beforeAll(async () => {
  database = await createTestDatabase();
  const report = (error: unknown): void => void faults.push(error);
  catalogue = await Catalogue.open(database.db, report);
  content = await Content.open(database.db, report);
  directory = await openChannelDirectory(database.db, {
    channelByHost: { 'ukis.example': 'business' },
    channelCode: undefined,
    activeLocales: ['lt', 'en'],
  });
  hono = new Hono();
  const server = new EndpointServer(hono, { directory, report, clientAddress: () => 'test' });
  const ready = async () => void (await database.pool.query('select 1'));
  const outside = createOutsideLink(readConfig({ PUBLIC_URL: 'https://shop.example' }), directory);
  mountChannelCalls(server, { content, catalogue, directory, version: '0', ready, outside, now: () => now });
  mountContentCalls(server, content, catalogue, () => now);
}, 60_000);
afterAll(async () => {
  catalogue.close();
  await database.drop();
  expect(faults).toEqual([]);
});

const ask = (path: string, locale = 'lt', channel = 'retail') =>
  hono.request(`/api/v2${path}`, { headers: { 's-locale': locale, 's-channel': channel } });
async function list<T>(path: string, locale = 'lt', channel = 'retail'): Promise<T[]> {
  const answer = await ask(path, locale, channel);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: T[] }).data;
}

test('a setting that names a channel which is not there stops the start by its name', async () => {
  const open = (settings: { channelCode?: string; channelByHost?: Record<string, string> }) =>
    openChannelDirectory(database.db, {
      channelByHost: {},
      channelCode: undefined,
      activeLocales: ['lt'],
      ...settings,
    });
  await expect(open({ channelCode: 'retial' })).rejects.toThrow(
    'CHANNEL_CODE should be a channel of the shop (retail, business), not "retial".',
  );
  const refused = open({ channelByHost: { 'a.example': 'retail', 'farm.example': 'farms' } });
  await expect(refused).rejects.toThrow(
    'CHANNEL_BY_HOST should lead to channels of the shop (retail, business), not to "farms" as it does for farm.example.',
  );
  await expect(refused).rejects.toMatchObject({ name: 'StartError' });
  (await open({ channelCode: 'business', channelByHost: { 'a.example': 'retail' } })).close();
});

test('every answer has the shape of the contract', async () => {
  for (const [name, path] of [
    ['channel', '/shop/channels/retail'],
    ['channels', '/shop/channels?hostname=ukis.example'],
    ['locales', '/shop/locales'],
    ['countries', '/shop/countries'],
    ['country', '/shop/countries/LT'],
    ['translations', '/translations/shop'],
    ['menu', '/shop-menus/retail-main'],
    ['menu', '/shop-menus/retail-mega'],
    ['menu', '/shop-menus/retail-footer'],
    ['redirects', '/shop/redirects'],
    ['health', '/health'],
    ['blocks', '/shop/cms-plugin/blocks?displayLocation=product_inner_page'],
    ['page', '/shop/cms/pages/2'],
    ['pages', '/shop/cms/pages?code=home'],
    ['articles', '/shop/cms/articles'],
    ['article', '/shop/cms/articles/1'],
    ['sections', '/shop/cms/sections'],
    ['faq', '/shop/cms-plugin/faq'],
    ['banners', '/shop/banners?standalone=1'],
  ] as const) {
    const answer = await ask(path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect([path, shapes[name].response.safeParse(await answer.json()).error]).toEqual([path, undefined]);
  }
  for (const path of [
    '/shop/channels/none',
    '/shop-menus/none',
    '/shop/cms/pages/999',
    '/shop/cms/articles/999',
    '/shop/countries/XX',
  ]) {
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  }
});

test('the host names its channel, and only active languages are offered', async () => {
  const [farm] = await list<{ code: string; locales: { code: string }[] }>(
    '/shop/channels?hostname=ukis.example',
  );
  expect(farm?.code).toBe('business');
  expect(farm?.locales.map(({ code }) => code)).toEqual(['lt', 'en']);
  expect(await list('/shop/channels?hostname=unknown.example')).toEqual([]);
});

describe('menus', () => {
  const links = (items: NavItem[]): string[] =>
    items.flatMap((item) => [...(item.link ? [item.link] : []), ...links(item.children)]);

  test.each(['lt', 'en'])('lead to addresses of the language (%s), never to a reference', async (locale) => {
    for (const code of [
      'retail-main',
      'retail-mega',
      'retail-footer',
      'retail-mobile',
      'retail-top',
      'retail-checkout',
    ]) {
      const { items } = (await (await ask(`/shop-menus/${code}`, locale)).json()) as { items: NavItem[] };
      const all = links(items);
      expect(all.length).toBeGreaterThan(0);
      for (const link of all) expect(link).toMatch(locale === 'lt' ? /^\/(?!en\/)/ : /^\/en(\/|$)/);
    }
  });

  test('a category tree is filled from the catalogue, four levels at most', async () => {
    const { items } = (await (await ask('/shop-menus/retail-mobile')).json()) as { items: NavItem[] };
    const tree = items.find(({ type }) => type === 'taxon_tree');
    expect(tree?.children.length).toBeGreaterThan(1);
    const depth = (item: NavItem): number => 1 + Math.max(0, ...item.children.map(depth));
    for (const item of items) expect(depth(item)).toBeLessThanOrEqual(4);
  });

  test('an entry that leads to the other shop does where customers find it, and is left out where nobody said so', async () => {
    const toOther = async (code: string, channel: string) =>
      ((await (await ask(`/shop-menus/${code}`, 'lt', channel)).json()) as { items: NavItem[] }).items
        .map(({ externalLink }) => externalLink)
        .filter((link) => link !== undefined);
    expect(await toOther('retail-top', 'retail')).toEqual(['https://ukis.example/']);
    expect(await toOther('business-top', 'business')).toEqual([]);
  });

  test('a menu of another channel is not there', async () => {
    expect((await ask('/shop-menus/business-main')).status).toBe(404);
  });
});

describe('content', () => {
  test('the page of goods says what delivery costs, that of a chemical names no parcel', async () => {
    const { rows } = await database.pool.query<{ code: string; is_chemical: boolean }>(
      'select distinct on (is_chemical) code, is_chemical from product where enabled and not is_gift order by is_chemical, id',
    );
    const said = await Promise.all(
      rows.map(async ({ code }) =>
        JSON.stringify(
          await list<Block>(
            `/shop/cms-plugin/blocks?displayLocation=product_inner_page&product=${code}`,
            'en',
          ),
        ),
      ),
    );
    expect(rows.map(({ is_chemical }) => is_chemical)).toEqual([false, true]);
    for (const words of [
      'Courier to your door: €4.99',
      'Collect at a warehouse: free',
      'Free from €50.00: Courier',
    ])
      expect(said[0]).toContain(words);
    expect(said[1]).toContain('Collect at a warehouse: free');
    expect(said[1]).not.toMatch(/€|Parcel locker|\{\{/);
  });

  test('the page of goods that lie only where nothing is sent from names no parcel either', async () => {
    const { rows } = await database.pool.query<{ code: string }>(
      `select p.code from product p join product_variant v on v.product_id = p.id and v.tracked
         join stock s on s.variant_id = v.id join warehouse w on w.id = s.warehouse_id
       where p.enabled and not p.is_gift and not p.is_chemical
       group by p.code having bool_or(w.collection and s.on_hand > s.on_hold) and not bool_or(w.ships and s.on_hand > s.on_hold)
       order by p.code limit 1`,
    );
    const blocks = await list<Block>(
      `/shop/cms-plugin/blocks?displayLocation=product_inner_page&product=${rows[0]?.code ?? ''}`,
      'en',
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(blocks)).toContain('Collect at a warehouse: free');
    expect(JSON.stringify(blocks)).not.toMatch(/€|Parcel locker|Courier|\{\{/);
  });

  test('a chosen pack that lies only where nothing is sent from names no parcel, beside packs that are sent', async () => {
    const { rows } = await database.pool.query<{ product: string; variant: string }>(
      `with pack as (
         select p.code product, v.code variant, v.product_id,
           bool_or(w.collection and s.on_hand > s.on_hold) collected, bool_or(w.ships and s.on_hand > s.on_hold) sent
         from product p join product_variant v on v.product_id = p.id and v.tracked and v.enabled
           join stock s on s.variant_id = v.id join warehouse w on w.id = s.warehouse_id
         where p.enabled and not p.is_gift and not p.is_chemical group by p.code, v.code, v.product_id)
       select product, variant from pack one where collected and not sent
         and exists (select from pack other where other.product_id = one.product_id and other.sent)
       order by variant limit 1`,
    );
    const { product = '', variant = '' } = rows[0] ?? {};
    const of = async (query: string) =>
      JSON.stringify(
        await list<Block>(
          `/shop/cms-plugin/blocks?displayLocation=product_inner_page&product=${product}${query}`,
          'en',
        ),
      );
    expect(rows).toHaveLength(1);
    expect(await of('')).toContain('Courier to your door');
    expect(await of(`&variant=${variant}`)).toContain('Collect at a warehouse: free');
    expect(await of(`&variant=${variant}`)).not.toMatch(/€|Parcel locker|Courier|\{\{/);
  });

  test('of goods that are too heavy for a courier or a locker neither is promised, nor what is free by them', async () => {
    const { rows } = await database.pool.query<{ code: string }>(
      `select p.code from product p join product_variant v on v.product_id = p.id and v.enabled
         join stock s on s.variant_id = v.id join warehouse w on w.id = s.warehouse_id
       where p.enabled and not p.is_gift and not p.is_chemical group by p.code
       having count(distinct v.id) = 1 and min(v.weight) > 30000 and bool_or(s.on_hand > s.on_hold and w.ships)
       order by p.code limit 1`,
    );
    expect(rows).toHaveLength(1);
    const blocks = await list<Block>(
      `/shop/cms-plugin/blocks?displayLocation=product_inner_page&product=${rows[0]?.code ?? ''}`,
      'en',
    );
    expect(JSON.stringify(blocks)).toContain('Freight');
    expect(JSON.stringify(blocks)).not.toMatch(/Courier to your door|Parcel locker|Free from|\{\{/);
  });

  test('of a chosen pack that is too heavy for a courier neither is promised, beside packs that they carry', async () => {
    const { rows } = await database.pool.query<{ product: string; variant: string }>(
      `select p.code product, max(v.code) filter (where v.weight > 30000) variant
       from product p join product_variant v on v.product_id = p.id and v.enabled
         join stock s on s.variant_id = v.id join warehouse w on w.id = s.warehouse_id
           and w.ships and s.on_hand > s.on_hold
       where p.enabled and not p.is_gift and not p.is_chemical and p.type = 'simple' group by p.code
       having min(v.weight) < 20000 and max(v.weight) > 30000 order by p.code limit 1`,
    );
    const { product = '', variant = '' } = rows[0] ?? {};
    const of = async (query: string) =>
      JSON.stringify(
        await list<Block>(
          `/shop/cms-plugin/blocks?displayLocation=product_inner_page&product=${product}${query}`,
          'en',
        ),
      );
    expect(rows).toHaveLength(1);
    expect(await of('')).toContain('Courier to your door');
    expect(await of(`&variant=${variant}`)).toContain('Freight');
    expect(await of(`&variant=${variant}`)).not.toMatch(/Courier to your door|Parcel locker|Free from/);
  });

  test('beside the cart no text says what is free for everybody: the cart says it of its own goods', async () => {
    await database.pool.query(
      `update block set content_types = replace(content_types::text, 'Chemicals must be collected.', '</p><p>{{freeDelivery}}')::jsonb
       where code = 'cart-help'`,
    );
    content.changed();
    await content.settled();
    const at = async (place: string) =>
      JSON.stringify(await list<Block>(`/shop/cms-plugin/blocks?displayLocation=${place}`, 'en'));
    expect(await at('cart_inner_page')).not.toMatch(/€|Courier|\{\{|must be collected/);
    expect(await at('product_inner_page')).toMatch(/free from €|€.*Courier/i);
  });

  test('texts come in one language, without references, safe as stored', async () => {
    for (const locale of ['lt', 'en']) {
      const pages = await list<Page>('/shop/cms/pages?code=home', locale);
      const articles = await list<Article>('/shop/cms/articles?itemsPerPage=100', locale);
      const blocks = await list<Block>('/shop/cms-plugin/blocks', locale);
      const text = JSON.stringify([pages, articles, blocks]);
      expect(text).not.toContain('ref:');
      expect(text).not.toMatch(/"lt":"[^"]*","en":/);
      expect(text).not.toMatch(/<script|onerror=|javascript:/i);
    }
  });

  test('R5.23 what was put into a row by hand is cleaned before anybody reads it, and the rest stays as it was', async () => {
    const evil =
      '<p>Sėkla</p><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a><iframe src="https://www.youtube.com.evil.example/x"></iframe><p style="position:fixed;color:red">b</p>';
    await database.pool.query(
      `update page set content = jsonb_set(content, '{lt}', to_jsonb($1::text)) where code = 'about'`,
      [evil],
    );
    await database.pool.query(
      `update banner set translations = jsonb_set(translations, '{lt,description}', to_jsonb($1::text)) where code = 'retail-join'`,
      [evil],
    );
    const before = await list<Page>('/shop/cms/pages?code=delivery');
    content.changed();
    await content.settled();
    const [page] = await list<Page>('/shop/cms/pages?code=about');
    expect(page?.content).toBe('<p>Sėkla</p><img><a>a</a><p style="color: red">b</p>');
    const bars = await list<Banner>('/shop/banners?standalone=1&displayFor[]=guests');
    expect(bars[0]?.translations['lt']?.description).toBe(page?.content);
    expect(await list<Page>('/shop/cms/pages?code=delivery')).toEqual(before);
  });
  test('the shop’s own texts need no cleaner; what could do harm is never taken for harmless', async () => {
    const { pages, articles, blocks, faq, banners, menus } = content.data;
    const texts =
      JSON.stringify([pages, articles, blocks, faq, banners, [...menus.values()]]).match(
        /"(?:[^"\\]|\\.)*"/g,
      ) ?? [];
    const marked = texts.map((text) => JSON.parse(text) as string).filter((text) => text.includes('<'));
    expect(marked.length).toBeGreaterThan(100);
    expect(marked.filter((html) => !isHarmless(html) && !html.startsWith('<p>Sėkla</p>'))).toEqual([]);
    for (const html of [
      '<script>',
      '<p onclick="x">',
      '<a href="javascript:x">',
      '<a href="//evil">',
      '<a href="/\\evil">',
      '<<p>script>',
      '<img src=x>',
      '<a href="/x" onclick="y">',
      '<P>',
      '<a href="/x"',
    ])
      expect([html, isHarmless(html)]).toEqual([html, false]);
  });
  test('a page is found by its slug in any language', async () => {
    const [page] = await list<Page>('/shop/cms/pages?slug=pristatymas', 'en');
    expect(page?.code).toBe('delivery');
    expect(page?.slug).toBe(page?.translations['en']?.slug);
    expect(await list('/shop/cms/pages?slug=none')).toEqual([]);
  });

  test('an article appears when its time has come, with its neighbours', async () => {
    const articles = await list<Article>('/shop/cms/articles?itemsPerPage=100');
    const times = articles.map(({ publishedAt }) => publishedAt);
    expect(times).toEqual([...times].sort().reverse());
    const [newest, second] = articles;
    const whole = (await (await ask(`/shop/cms/articles/${second?.id}`)).json()) as Article;
    expect(whole.next?.id).toBe(newest?.id);
    const before = now;
    now = new Date(Date.parse(newest?.publishedAt ?? '') - 1);
    expect((await list<Article>('/shop/cms/articles?itemsPerPage=100')).map(({ id }) => id)).not.toContain(
      newest?.id,
    );
    expect((await ask(`/shop/cms/articles/${newest?.id}`)).status).toBe(404);
    now = before;
  });

  test('targeted blocks come first and only where they belong', async () => {
    const codes = async (query: string) => {
      const { rows } = await database.pool.query<{ id: number; code: string }>('select id, code from block');
      const byId = new Map(rows.map(({ id, code }) => [id, code]));
      return (await list<Block>(`/shop/cms-plugin/blocks?${query}`)).map(({ id }) => byId.get(id));
    };
    expect(await codes('displayLocation=product_list_top&taxonomy=SAKNIAVAISIAI')).toEqual([
      'list-top-seeds',
    ]);
    expect(await codes('displayLocation=product_list_top&attributeValue=brand:SEKLYNAS')).toEqual([
      'list-top-brand',
    ]);
    expect(await codes('displayLocation=product_list_page&taxonomy=SEKLOS')).toEqual([
      'list-bottom-seeds',
      'list-bottom',
    ]);
    expect(await codes('displayLocation=product_list_page&taxonomy=TRASOS')).toEqual(['list-bottom']);
    expect(await codes('displayLocation=product_inner_below_gallery&product=MT1001')).toEqual([
      'below-gallery',
    ]);
  });

  test('bars are those of the audience, the place and the moment', async () => {
    const { rows } = await database.pool.query<{ id: number; code: string }>('select id, code from banner');
    const byId = new Map(rows.map(({ id, code }) => [id, code]));
    const codes = async (query: string) =>
      (await list<Banner>(`/shop/banners?${query}`)).map(({ id }) => byId.get(id));
    expect(await codes('standalone=1&displayFor[]=all_users&displayFor[]=guests&itemsPerPage=9999')).toEqual([
      'retail-free-delivery',
      'retail-join',
    ]);
    expect(await codes('displayFor[]=all_users&displayFor[]=registered&taxon=AZOTO')).toEqual([
      'scoped-nitrogen',
    ]);
    expect(await codes('taxon=HERBICIDAI')).toEqual(['scoped-chemicals']);
  });

  test('redirects: exact before the longest rule with a star', async () => {
    const [first] = await list<Redirect>('/shop/redirects?source=/akcija');
    expect(first).toEqual({ source: '/akcija', target: '/ispardavimas', only404: false, statusCode: 301 });
    const [rest] = await list<Redirect>('/shop/redirects?source=/katalogas/seklos/x');
    expect(rest?.target).toMatch(/^\/c\/seklos-\d+$/);
    expect(await list('/shop/redirects?source=/nieko')).toEqual([]);
  });

  test('footer, contacts and terms name the seller of the channel, another one in the next answer, and nobody before', async () => {
    const places = [
      '/shop-menus/retail-footer',
      '/shop-menus/retail-top',
      '/shop/cms/pages?code=contacts',
      '/shop/cms/pages?code=terms',
    ];
    const said = async (channel = 'retail'): Promise<string[]> =>
      Promise.all(places.map(async (at) => (await ask(at.replace('retail', channel), 'en', channel)).text()));
    const sells = async (seller: object | null) => {
      await database.pool.query("update channel set seller = $1 where code = 'retail'", [
        seller && JSON.stringify(seller),
      ]);
      const before = directory.timesRead();
      directory.changed();
      await expect.poll(() => directory.timesRead()).toBeGreaterThan(before);
    };
    const phones = (texts: string[]) => texts.map((text) => /tel:[+\d]+/.exec(text)?.[0]);
    expect(phones(await said())).toEqual(places.map(() => 'tel:+37060000001'));
    await sells({ ...demoSeller, name: 'UAB Kitas', phone: '+370 5 200 3040' });
    const texts = await said();
    expect(phones(texts)).toEqual(places.map(() => 'tel:+37052003040'));
    expect([texts[0], texts[3]].map((text) => text?.includes('UAB Kitas'))).toEqual([true, true]);
    expect(phones(await said('business'))).toEqual(places.map(() => 'tel:+37060000002'));
    await sells(null);
    expect((await said()).join(' ')).not.toMatch(/tel:|\{\{|999999|"html":""/);
    await sells(demoSeller);
  });

  test('an edited text is in the next answer after the notice', async () => {
    await database.pool.query(
      "update page set title = jsonb_set(title, '{lt}', '\"Nauja\"') where code = 'delivery'",
    );
    content.changed();
    await content.settled();
    expect((await list<Page>('/shop/cms/pages?code=delivery'))[0]?.title).toBe('Nauja');
  });
});
