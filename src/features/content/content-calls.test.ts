/** What screens ask of the shop, as it goes over the wire: real caller, real addresses, answers by hand. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aChannel, aProduct } from '#tests/builders.ts';
import { createCall } from '#api/call.ts';
import { firstCategoriesQuery } from '#api/category-queries.ts';
import { channelQuery } from '#api/channel-queries.ts';
import type { Shop } from '#api/shop.ts';
import { suggestionsQuery } from '#features/search/use-suggestions.ts';
import { frameQueries, loadFrame } from '#features/site-header/frame-queries.ts';
import { contentQueries, loadBlocks } from './content-queries.ts';
import { screenQueries } from './screen-queries.ts';

const asked: string[] = [];
let status = 200;
let body: unknown;
beforeEach(() => {
  asked.length = 0;
  status = 200;
  body = { data: [], meta: { totalItems: 0, page: 1, itemsPerPage: 12, pageCount: 0, sections: [] } };
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(decodeURIComponent(address));
    const failure = { code: status, errorCode: 'server.error', message: 'Internal', violations: [] };
    return Promise.resolve(
      new Response(JSON.stringify(status === 200 ? body : failure), {
        status,
        headers: { 'X-Shop-Api': '2', 'Content-Type': 'application/json' },
      }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

const call = createCall({ locale: 'lt', channel: 'retail', baseUrl: '', onOutcome: () => undefined });
const shop: Shop = {
  locale: 'lt',
  localePath: '',
  channel: 'retail',
  call,
  scope: { locale: 'lt', channel: 'retail' },
  newUrls: false,
};
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
/** Path and query of the calls, the parts of the query in the order of their names. */
const calls = () =>
  asked.map((address) => {
    const { pathname, searchParams } = new URL(address, 'http://shop.example');
    return `${pathname} ${[...searchParams]
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join(' ')}`.trim();
  });

test('R7.16 blocks are asked for by place and by product, category or attribute value; the list is the data of the answer', async () => {
  body = {
    data: [
      { id: 1, contentTypes: [{ code: 'textBlock', properties: {} }] },
      { id: 2, contentTypes: [{ code: 'slider', properties: {} }] },
    ],
    meta: { totalItems: 2, page: 1, itemsPerPage: 2, pageCount: 1 },
  };
  const answer = await client().fetchQuery(
    contentQueries.blocks(shop, 'product_inner_page', { product: 'MT1001' }),
  );
  await client().fetchQuery(contentQueries.blocks(shop, 'product_list_top', { taxonomy: 'SEKLOS' }));
  await client().fetchQuery(
    contentQueries.blocks(shop, 'product_list_top', { attributeValue: 'brand:SEKLYNAS' }),
  );
  expect(calls()).toEqual([
    '/api/v2/shop/cms-plugin/blocks displayLocation=product_inner_page product=MT1001',
    '/api/v2/shop/cms-plugin/blocks displayLocation=product_list_top taxonomy=SEKLOS',
    '/api/v2/shop/cms-plugin/blocks attributeValue=brand:SEKLYNAS displayLocation=product_list_top',
  ]);
  expect(answer.map(({ code }) => code)).toEqual(['textBlock', 'slider']);
});
test('R7.17 a place whose call fails shows nothing, and the screen goes on', async () => {
  status = 500;
  const queryClient = client();
  await expect(loadBlocks({ shop, queryClient } as never, 'cart_inner_page')).resolves.toBeUndefined();
  expect(queryClient.getQueryData(contentQueries.blocks(shop, 'cart_inner_page').queryKey)).toBeUndefined();
});
test('R7.18 articles are asked for by their number on a page', async () => {
  await client().fetchQuery(contentQueries.articles(shop, 3, undefined));
  await client().fetchQuery(screenQueries.news(shop, 'patarimai', 2));
  expect(calls()).toEqual([
    '/api/v2/shop/cms/articles itemsPerPage=3',
    '/api/v2/shop/cms/articles itemsPerPage=12 page=2 section=patarimai',
  ]);
});
test('R7.22 goods by codes are asked for a hundred at once; those of the answer come in its order, unknown codes are not there', async () => {
  body = {
    data: [aProduct({ code: 'B' }), aProduct({ code: 'A' })],
    meta: { totalItems: 2, page: 1, itemsPerPage: 100, pageCount: 1 },
  };
  const goods = await client().fetchQuery(contentQueries.products(shop, ['B', 'A', 'X']));
  expect(goods.map(({ code }) => code)).toEqual(['B', 'A']);
  expect(calls()).toEqual([
    '/api/v2/shop/search/products code[]=A code[]=B code[]=X facets=0 itemsPerPage=100',
  ]);
  expect(new URL(asked[0] ?? '', 'http://shop.example').searchParams.getAll('code[]')).toEqual([
    'B',
    'A',
    'X',
  ]);
  expect(await client().fetchQuery(contentQueries.products(shop, []))).toEqual([]);
  expect(asked).toHaveLength(1);
});
test('R7.28 taxons by codes are asked for as many as there are codes, and not at all without', async () => {
  await client().fetchQuery(contentQueries.taxons(shop, ['A', 'B', 'C', 'D']));
  expect(calls()).toEqual(['/api/v2/shop/taxons code[]=A code[]=B code[]=C code[]=D itemsPerPage=4']);
  expect(await client().fetchQuery(contentQueries.taxons(shop, []))).toEqual([]);
  expect(asked).toHaveLength(1);
});
test('R7.26 R2.85 every menu place is asked for by its own code, once, outside /shop/', async () => {
  const menus = {
    main: 'm-main',
    mega: 'm-mega',
    top: 'm-top',
    footer: 'm-footer',
    social: 'm-social',
    mobile: 'm-mobile',
    checkout: 'm-checkout',
  };
  body = { code: 'x', items: [] };
  const queryClient = client();
  const channel = aChannel({ menus });
  queryClient.setQueryData(channelQuery(shop).queryKey, channel);
  await loadFrame({ shop, queryClient } as never);
  for (const role of ['mobile', 'checkout'] as const)
    await queryClient.fetchQuery(frameQueries.menu(shop, channel, role));
  const menuCalls = calls().filter((one) => one.includes('menus'));
  expect(menuCalls.sort()).toEqual(
    Object.values(menus)
      .map((code) => `/api/v2/shop-menus/${code}`)
      .sort(),
  );
});
test('R7.27 the tree of taxons is the data of the answer', async () => {
  const taxon = (id: number, name: string) => ({
    id,
    name,
    code: `T${String(id)}`,
    slug: `t${String(id)}`,
    children: [],
    translations: {},
    position: id,
    level: 0,
  });
  body = {
    data: [taxon(2, 'Trąšos'), taxon(1, 'Sėklos')],
    meta: { totalItems: 2, page: 1, itemsPerPage: 2, pageCount: 1 },
  };
  const taxons = await client().fetchQuery(firstCategoriesQuery(shop));
  expect(taxons.map(({ name }) => name)).toEqual(['Trąšos', 'Sėklos']);
  expect(calls()).toEqual(['/api/v2/shop/taxons-tree depth=1']);
});
test('R7.23 suggestions are asked for with their words encoded', async () => {
  const raw = vi.fn((_address: string) => Promise.reject(new TypeError('x')));
  vi.stubGlobal('fetch', raw);
  await client()
    .fetchQuery(suggestionsQuery(shop, 'žolė & co'))
    .catch(() => undefined);
  const address = String(raw.mock.calls[0]?.[0]);
  expect(address).toMatch(/^\/api\/v2\/shop\/search\/suggestions\?[\w%=&+.~-]+$/);
  const { searchParams } = new URL(address, 'http://shop.example');
  expect(Object.fromEntries(searchParams)).toEqual({ query: 'žolė & co', itemsPerPage: '4' });
});
