import { expect, test, vi } from 'vitest';
import { header } from '#contract/calls/endpoints.ts';
import { rulesOf } from '#offline/worker/redirect-rules-cache.ts';
import { cacheKey } from '../sw/cache-key.ts';
import { movedByRules } from '../sw/moved-pages.ts';
import { keptPaper } from '../sw/kept-picture.ts';
import { leavingNoTrace } from '../sw/no-trace.ts';
import { isKeepable, isSharedRead } from '../sw/keepable-answers.ts';
import { isShellAddress, movedInShell } from '../sw/shell-addresses.ts';

const address = 'https://shop.example/api/v2/shop/taxons-tree';
const ask = (headers: Record<string, string>, url = address, method = 'GET') =>
  new Request(url, { method, headers });
const shared = (request: Request) => isSharedRead(request, new URL(request.url));
const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(status === 204 ? null : '{}', {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', [header.marker]: '2', ...headers },
  });

test('R0.19 the same address in another locale or channel has another key', () => {
  const keys = ['lt', 'en'].flatMap((locale) =>
    ['retail', 'business'].map((channel) =>
      cacheKey(ask({ [header.locale]: locale, [header.channel]: channel })),
    ),
  );
  expect(new Set(keys).size).toBe(4);
});

test('only a whole answer that is good may be kept', () => {
  expect(isKeepable(answer(200))).toBe(true);
  for (const status of [204, 206, 400, 404, 500, 503]) expect(isKeepable(answer(status))).toBe(false);
});

test('only the shop itself is believed: no sign-in page of a network, no answer for one person', () => {
  expect(isKeepable(new Response('<html>', { headers: { 'content-type': 'text/html' } }))).toBe(false);
  expect(isKeepable(new Response('{}', { headers: { 'content-type': 'application/json' } }))).toBe(false);
  expect(isKeepable(answer(200, { 'cache-control': 'private, no-store' }))).toBe(false);
});

test.each([
  'shop/search/products?taxonId=4',
  'shop/taxons-tree',
  'shop/taxons',
  'shop/taxons/4',
  'shop/products/PP1001',
  'shop/products-by-slug/morkos',
  'shop/products-by-id/7',
  'shop/product-variants/PP1001-1',
  'shop/cms-plugin/blocks?codes=home',
  'shop/cms/pages/privatumo-politika',
  'shop/cms/articles',
  'shop/cms/articles/3',
  'shop/cms-plugin/faq',
  'shop/banners',
  'shop-menus/retail-main',
  'translations/shop',
])('R0.16 the worker keeps a copy of %s', (call) => {
  expect(shared(ask({}, `https://shop.example/api/v2/${call}`))).toBe(true);
});

test('carts, orders, writes and anything with credentials are no shared reads', () => {
  expect(shared(ask({}))).toBe(true);
  expect(shared(ask({ authorization: 'Bearer x' }))).toBe(false);
  expect(shared(ask({ [header.userKey]: 'x' }))).toBe(false);
  expect(shared(ask({}, 'https://shop.example/api/v2/shop/orders/aaaaaaaaaaaaaaaaaaaaaa'))).toBe(false);
  expect(shared(ask({}, address, 'POST'))).toBe(false);
});

test('the shell at an address that holds a token keeps its own policy, is kept by nobody and tells the address to nobody', async () => {
  const shell = new Response('<div id="root">', {
    headers: { 'Content-Security-Policy': "default-src 'self'", 'Cache-Control': 'no-cache' },
  });
  const answer = leavingNoTrace(shell);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': "default-src 'self'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect(await answer.text()).toBe('<div id="root">');
});

const inShop = (address: string) => new URL(`https://shop.example${address}`);

test('R0.13 the shell answers every page, whatever stands in the query: a price, a campaign, an address', () => {
  for (const address of [
    '/',
    '/p/paieska?query=8.20',
    '/c/seklos-1?utm_source=newsletter.lt',
    '/p/morku-seklos-saulute-1?fbclid=abc.def',
    '/paskyra?back=/api/v2/shop',
    '/developers',
  ])
    expect([address, isShellAddress(inShop(address))]).toEqual([address, true]);
  for (const address of [
    '/api/v2/shop/products?query=a',
    '/media/label.pdf?x=1',
    '/sitemap.xml',
    '/sandbox-bank?x=1',
    '/readyz',
    '/dev/mails',
    '/assets/boot',
  ])
    expect([address, isShellAddress(inShop(address))]).toEqual([address, false]);
});

test('R2.01 a returning visitor is sent on as the server sends a first one, with the query', () => {
  const moved = (address: string) => movedInShell(inShop(address))?.href ?? null;
  expect(moved('/cart?x=1')).toBe('https://shop.example/krepselis?x=1');
  expect(moved('/c/seklos-1/')).toBe('https://shop.example/c/seklos-1');
  expect(moved('/account/details/?a=b.c')).toBe('https://shop.example/paskyra/informacija?a=b.c');
  expect(moved('//evil.example/')).toBe('https://shop.example/evil.example');
  for (const right of ['/', '/krepselis?x=1', '/c/seklos-1', '/en/cart']) expect(moved(right)).toBeNull();
});

test('R2.01 R3.73 rules of editors hold over a page that exists for a returning visitor too; those for missing pages do not', () => {
  const rule = (source: string, target: string, only404 = false) => ({
    source,
    target,
    only404,
    statusCode: 301,
  });
  const rules = rulesOf({
    data: [
      rule('/akcijos', '/naujienos'),
      rule('/duk', '/naujienos', true),
      rule('/senas/*', '/sena'),
      rule('/sena', '/duk'),
      rule('/ratas', '/ratas-2'),
      rule('/ratas-2', '/ratas'),
      rule('/svetimas', 'https://evil.example/'),
      rule('/krepselis', '/cart'),
      { source: 1 },
      null,
    ],
  });
  const moved = (address: string) => movedByRules(inShop(address), rules)?.href ?? null;
  expect(moved('/akcijos?utm_source=x.lt')).toBe('https://shop.example/naujienos?utm_source=x.lt');
  expect(moved('/akcijos/')).toBe('https://shop.example/naujienos');
  expect(moved('/senas/kelias/toli')).toBe('https://shop.example/duk');
  for (const stays of ['/duk', '/ratas', '/svetimas', '/krepselis', '/'])
    expect([stays, moved(stays)]).toEqual([stays, null]);
  for (const nothing of [null, 'x', {}, { data: 1 }]) expect(rulesOf(nothing)).toEqual([]);
});

test('a kept label is shown where the shop fails, cannot be reached or says nothing for eight seconds; one that answers has the word', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('caches', { match: async () => new Response('kept') });
  const shown = async (answer: Promise<Response>) => {
    vi.stubGlobal('fetch', () => answer);
    const paper = keptPaper({ request: ask({}, 'https://shop.example/media/label.pdf') });
    await vi.advanceTimersByTimeAsync(8_000);
    return (await paper).text();
  };
  expect(await shown(Promise.resolve(new Response('new')))).toBe('new');
  expect(await shown(Promise.resolve(new Response('', { status: 502 })))).toBe('kept');
  expect(await shown(Promise.reject(new TypeError('offline')))).toBe('kept');
  expect(await shown(new Promise(() => {}))).toBe('kept');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
