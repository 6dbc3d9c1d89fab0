import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  mountCatalogue,
  createCatalogueServices,
  type CatalogueServices,
} from '#server/compose/open-catalogue.ts';
import { openChannelDirectory } from '#server/channels/channel-directory.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { EndpointServer } from '#server/http/serve-endpoint.ts';

let database: TestDatabase;
let services: CatalogueServices;
let hono: Hono;

beforeAll(async () => {
  database = await createTestDatabase();
  const fail = (error: unknown) => {
    throw error;
  };
  services = await createCatalogueServices({ db: database.db, listen: async () => async () => {} }, fail);
  const directory = await openChannelDirectory(database.db, {
    channelByHost: {},
    channelCode: undefined,
    activeLocales: ['lt', 'en'],
  });
  hono = new Hono();
  const server = new EndpointServer(hono, { directory, report: fail, clientAddress: () => 'test' });
  mountCatalogue(server, services, directory, async () => {});
}, 60_000);
afterAll(async () => {
  services.close();
  await database.drop();
});

const get = async (path: string, headers: Record<string, string> = {}) =>
  hono.request(`/api/v2${path}`, { headers });

test('goods are found by codes and bar codes of their packs and by their own codes, in any case, once each', async () => {
  const { data } = (await (await get('/shop/search/products?itemsPerPage=3&facets=0')).json()) as {
    data: { code: string; defaultVariant: string; variants: { code: string; ean?: string }[] }[];
  };
  const [one, other, third] = data;
  const bar = other?.variants.find(({ ean }) => ean !== undefined)?.ean ?? '';
  expect(bar).not.toBe('');
  const asked = [one?.defaultVariant.toLowerCase(), one?.code, bar, third?.code, 'NO-SUCH-CODE'];
  const answer = await get(`/shop/products-by-codes?${asked.map((code) => `code[]=${code}`).join('&')}`);
  expect(answer.status).toBe(200);
  const found = ((await answer.json()) as { data: { code: string }[] }).data.map(({ code }) => code);
  expect(found.toSorted()).toEqual(data.map(({ code }) => code).toSorted());
  for (const bad of ['', '?code[]==1%2B1', `?${'code[]=A&'.repeat(101)}`])
    expect((await get(`/shop/products-by-codes${bad}`)).status).toBe(400);
});

/** Paths that answer without a token, for everybody alike. */
const openTo = async (...paths: string[]) => {
  const open: string[] = [];
  for (const path of paths) {
    const answer = await get(path);
    if (answer.status === 200 && answer.headers.get('cache-control')?.startsWith('public')) open.push(path);
  }
  return open;
};
test.each(['/shop/search/products?', '/shop/product-attributes/brand/values?', '/shop/cms/articles?'])(
  'sorting by a field that is none is refused, whatever its name: %s',
  async (path) => {
    for (const field of ['nothing', '__proto__', 'constructor']) {
      const answer = await get(`${path}order[${field}]=asc`);
      expect([field, answer.status, (await answer.json()).errorCode]).toEqual([
        field,
        400,
        'query.invalid_sort',
      ]);
    }
  },
);
test.each(['banners', 'redirects'])(
  'pages of %s have up to 9999, and with 0 say how many there are',
  async (name) => {
    const whole = await (await get(`/shop/${name}`)).json();
    expect(whole.data).toHaveLength(whole.meta.totalItems);
    expect(whole.meta.totalItems).toBeGreaterThan(0);
    expect(await (await get(`/shop/${name}?itemsPerPage=9999`)).json()).toMatchObject({ data: whole.data });
    expect(await (await get(`/shop/${name}?itemsPerPage=0`)).json()).toMatchObject({
      data: [],
      meta: { totalItems: whole.meta.totalItems, pageCount: 0 },
    });
    expect((await (await get(`/shop/${name}?itemsPerPage=1`)).json()).data).toEqual(whole.data.slice(0, 1));
    for (const wrong of ['10000', '-1', 'x'])
      expect((await get(`/shop/${name}?itemsPerPage=${wrong}`)).status).toBe(400);
  },
);
test('R6.26 banners are answered without a token', async () => {
  expect(await openTo('/shop/banners?standalone=1')).toEqual(['/shop/banners?standalone=1']);
});
test('R6.27 search and suggestions are answered without a token', async () => {
  expect(await openTo('/shop/search/products?query=sekla', '/shop/search/suggestions?query=sekla')).toEqual([
    '/shop/search/products?query=sekla',
    '/shop/search/suggestions?query=sekla',
  ]);
});
test('R6.28 pages and articles are answered without a token', async () => {
  expect(await openTo('/shop/cms/pages?code=about', '/shop/cms/articles')).toEqual([
    '/shop/cms/pages?code=about',
    '/shop/cms/articles',
  ]);
});
test('R6.29 the loyalty rule and its benefits are answered without a token, with the terms, where the channel has them', async () => {
  expect(await openTo('/shop/loyalty-rules/KLUBAS', '/shop/loyalty-benefits')).toEqual([
    '/shop/loyalty-rules/KLUBAS',
    '/shop/loyalty-benefits',
  ]);
  const read = async (path: string, headers = {}) =>
    (await (await get(path, headers)).json()) as Record<string, unknown>;
  const rule = await read('/shop/loyalty-rules/KLUBAS', { 's-locale': 'en' });
  expect(rule).toMatchObject({
    code: 'KLUBAS',
    name: 'Club “Vaga”',
    pointValue: 10,
    earnRate: { points: 1, perCents: 1000 },
  });
  const terms = await read(`/shop/cms/pages/${(rule['termsAndConditionsPage'] as { id: number }).id}`);
  expect(terms['code']).toBe('loyalty-terms');
  const benefits = (await read('/shop/loyalty-benefits')) as {
    data: { name: string; position: number; loyaltyGroups: unknown[] }[];
  };
  expect(benefits.data.map(({ position }) => position)).toEqual([1, 2, 3]);
  // The channel of businesses has no programme; nobody has one of another name.
  const business = { 's-channel': 'business' };
  expect((await get('/shop/loyalty-rules/KLUBAS', business)).status).toBe(404);
  expect(await read('/shop/loyalty-benefits', business)).toMatchObject({ data: [] });
  expect(await read('/shop/loyalty-rules/NONE')).toMatchObject({
    errorCode: 'not_found',
    detail: 'Nerasta.',
  });
});
test('benefits of a group of members are those of all and its own', async () => {
  await database.db
    .insertInto('loyalty_benefit')
    .values({
      rule_id: 1,
      name: JSON.stringify({ lt: 'Auksas' }),
      description: null,
      image: null,
      groups: [7],
      position: 4,
    })
    .execute();
  services.content.changed();
  await services.content.settled();
  const names = async (query: string) =>
    (
      (await (await get(`/shop/loyalty-benefits${query}`)).json()) as {
        data: { position: number; loyaltyGroups: { id: number }[] }[];
      }
    ).data.map(({ position, loyaltyGroups }) => [position, ...loyaltyGroups.map(({ id }) => id)]);
  expect(await names('')).toEqual([[1], [2], [3], [4, 7]]);
  expect(await names('?loyaltyGroups.id=7')).toEqual([[1], [2], [3], [4, 7]]);
  expect(await names('?loyaltyGroups.id=8')).toEqual([[1], [2], [3]]);
  for (const wrong of ['0', '-1', 'x', '1e9', '99999999999999'])
    expect((await get(`/shop/loyalty-benefits?loyaltyGroups.id=${wrong}`)).status).toBe(400);
});
test('R6.30 taxons and their tree are answered without a token', async () => {
  expect(await openTo('/shop/taxons', '/shop/taxons-tree')).toEqual(['/shop/taxons', '/shop/taxons-tree']);
});
test('R6.31 redirects are answered without a token', async () => {
  expect(await openTo('/shop/redirects')).toEqual(['/shop/redirects']);
});
test('R6.32 menus and translations are answered without a token', async () => {
  expect(await openTo('/shop-menus/retail-main', '/translations/shop')).toEqual([
    '/shop-menus/retail-main',
    '/translations/shop',
  ]);
});

test('R2.53 a taxon has a slug of its own in each language', async () => {
  const slugs = async (locale: string) => {
    const { data } = (await (await get('/shop/taxons-tree', { 's-locale': locale })).json()) as {
      data: { code: string; slug: string }[];
    };
    return Object.fromEntries(data.map(({ code, slug }) => [code, slug]));
  };
  const [lt, en] = [await slugs('lt'), await slugs('en')];
  expect([lt['SEKLOS'], en['SEKLOS']]).toEqual(['seklos', 'seeds']);
});

test('R6.07 each sales channel has its own prices', async () => {
  const price = async (channel: string) => {
    const answer = await get('/shop/products/MT1001', { 's-channel': channel });
    const product = (await answer.json()) as { variants: { prices: { price: number } }[] };
    return product.variants[0]?.prices.price;
  };
  expect([await price('retail'), await price('business')]).toEqual([2189, 2059]);
  expect((await get('/shop/products/MT1001', { 's-channel': 'none' })).status).toBe(404);
});

test('an unchanged answer is not sent twice', async () => {
  const first = await get('/shop/search/products?taxon=SEKLOS');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"/);
  const second = await get('/shop/search/products?taxon=SEKLOS', { 'if-none-match': etag });
  expect([second.status, await second.text()]).toEqual([304, '']);
  const other = await get('/shop/search/products?taxon=SEKLOS', { 's-channel': 'business' });
  expect(other.headers.get('etag')).not.toBe(etag);
});

test('a list goes out compressed to who takes it, the same text to all', async () => {
  const path = '/shop/search/products?taxon=SEKLOS';
  const plain = await (await get(path)).text();
  for (const [accepted, unpack] of [
    ['gzip, deflate, br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const answer = await get(path, { 'accept-encoding': accepted });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-encoding')).toBe(accepted === 'gzip' ? 'gzip' : 'br');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(unpack(bytes).toString()).toBe(plain);
    expect(bytes.length).toBeLessThan(plain.length / 4);
  }
  const sizeOf = async () => (await (await get(path, { 'accept-encoding': 'br' })).arrayBuffer()).byteLength;
  const first = await sizeOf();
  // What is asked for again is made smaller beside the answers.
  await vi.waitFor(async () => expect(await sizeOf()).toBeLessThan(first * 0.95), { timeout: 5_000 });
  const better = Buffer.from(await (await get(path, { 'accept-encoding': 'br' })).arrayBuffer());
  expect(brotliDecompressSync(better).toString()).toBe(plain);
  const refused = await get(path, { 'accept-encoding': 'br;q=0, gzip;q=0' });
  expect(refused.headers.get('content-encoding')).toBeNull();
});

test('a sold piece is seen in the next list, kept answers or not', async () => {
  const stockOf = async () => {
    const { data } = (await (await get('/shop/search/products?code[]=IR1001')).json()) as {
      data: { variants: { stock: number | null }[] }[];
    };
    return data[0]?.variants[0]?.stock ?? 0;
  };
  const before = await stockOf();
  const { rows } = await database.pool.query<{ variant_id: number }>(
    `update stock set on_hold = on_hold + 1 where (variant_id, warehouse_id) = (
       select s.variant_id, s.warehouse_id from stock s join product_variant v on v.id = s.variant_id
        where v.code = 'IR1001A' and s.on_hand > s.on_hold limit 1) returning variant_id`,
  );
  const version = services.version();
  await services.catalogue.stockChanged(String(rows[0]?.variant_id));
  expect(services.version()).not.toBe(version);
  expect(await stockOf()).toBe(before - 1);
});
