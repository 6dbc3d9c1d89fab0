import { createHash } from 'node:crypto';
import { expect, test } from './shop-fixture.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What every answer of the shop carries (docs/security.md T1, T40). */
function checkCommon(headers: Record<string, string>, where: string): void {
  expect(headers['x-content-type-options'], where).toBe('nosniff');
  expect(headers['x-frame-options'], where).toBe('DENY');
  expect(headers['referrer-policy'], where).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
  expect(headers['permissions-policy'], where).toContain('camera=(self)');
  expect(headers['content-security-policy'], where).toBeTruthy();
  expect(headers['content-security-policy'], where).not.toMatch(
    /script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*)/,
  );
  expect(headers['x-powered-by'], where).toBeUndefined();
}

interface OpenApi {
  paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>;
}

test('every call of the API carries the headers, is marked as ours and never answers 500', async ({
  request,
}) => {
  const document = (await (await request.get('/api/docs.json')).json()) as OpenApi;
  let walked = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of Object.keys(methods)) {
      // A stranger's token, an unknown code, and a body that no call takes.
      const address = path.replace('{token}', 'a'.repeat(22)).replaceAll(/\{\w+\}/g, '999999');
      const answer = await request.fetch(address, {
        method: method.toUpperCase(),
        ...(method === 'get'
          ? {}
          : { data: { smuggled: true }, headers: { 'Idempotency-Key': crypto.randomUUID() } }),
      });
      const where = `${method} ${path}`;
      expect(answer.status(), where).toBeLessThan(500);
      const headers = answer.headers();
      checkCommon(headers, where);
      if (!/download|sandbox/.test(path)) expect(headers['x-shop-api'], where).toBe('2');
      if (method !== 'get' || /orders|payment-requests|invoices/.test(path))
        expect(headers['cache-control'], where).toMatch(/no-store/);
      walked += 1;
    }
  }
  expect(walked).toBeGreaterThan(40);
});

test('every page allows only the scripts and styles that it names by their hash', async ({ request }) => {
  const taxons = (await (await request.get('/api/v2/shop/taxons-tree?depth=1')).json()) as {
    data: { id: number; slug: string }[];
  };
  const taxon = taxons.data[0];
  const products = (await (
    await request.get(`/api/v2/shop/search/products?taxonId=${taxon?.id ?? 0}&itemsPerPage=1`)
  ).json()) as { data: { id: number; slug: string }[] };
  const product = products.data[0];
  const pages = [
    '/',
    `/c/${taxon?.slug}-${taxon?.id}`,
    `/p/${product?.slug}-${product?.id}`,
    '/p/paieska?query=morkos',
    '/krepselis',
    '/apmokejimas',
    `/orders/${'a'.repeat(22)}`,
    `/reset-password/${'a'.repeat(22)}`,
    `/verify-account?token=${'a'.repeat(22)}`,
    `/naujienlaiskis/atsisakyti/${'a'.repeat(22)}`,
    '/nera',
    '/index.html',
  ];
  for (const path of pages) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBeLessThan(500);
    const headers = answer.headers();
    checkCommon(headers, path);
    const policy = headers['content-security-policy'] ?? '';
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types cms jsonld sw pocket',
    ]) {
      expect(policy, path).toContain(part);
    }
    const html = await answer.text();
    for (const [, attributes = '', text = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (/\bsrc=|type="application\/(ld\+)?json"/.test(attributes)) continue;
      expect(policy, path).toContain(hash(text));
    }
    for (const [, text = ''] of html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g))
      expect(policy, path).toContain(hash(text));
    expect(html, path).not.toMatch(/<[^>]+\son(click|load|error)=/);
    if (/krepselis|apmokejimas|orders|a{22}/.test(path)) {
      expect(headers['cache-control'], path).toMatch(/no-store/);
      expect(headers['referrer-policy'], path).toBe('no-referrer');
    }
  }
});

test('files carry the headers too, the worker may fetch, and what is missing is not a page', async ({
  request,
}) => {
  const html = await (await request.get('/')).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  for (const path of [
    script,
    '/manifest.webmanifest',
    '/icons/icon-192.png',
    '/robots.txt',
    '/healthz',
    '/readyz',
    '/metrics',
  ]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    checkCommon(answer.headers(), path);
  }
  expect((await request.get(script)).headers()['cache-control']).toContain('immutable');
  const worker = await request.get('/sw.js');
  expect(worker.headers()['cache-control']).toBe('no-cache');
  expect(worker.headers()['content-security-policy']).toContain("connect-src 'self'");
  for (const path of [
    '/assets/gone-12345.js',
    '/icons/none.png',
    '/api/v2/none',
    '/.env',
    '/server/main.ts',
    '/dist/index.html',
  ]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(404);
    if (/\.(js|png)$|api/.test(path)) expect(answer.headers()['content-type'], path).not.toContain('html');
  }
});

test('addresses that hold strange characters, and methods that no page knows, get a clear answer', async ({
  request,
  shop,
}) => {
  for (const path of [
    '/%',
    '/%E0%A4%A',
    '/c/%00-1',
    '/p/..%2f..%2fetc-1',
    '//evil.example/',
    '/c/a-1?page=x',
    '/c/seklos-1?page=999999',
    `/p/paieska?query=${'a'.repeat(10_000)}`,
    '/p/paieska?query=%25_%27%22%3B%E2%80%8B',
  ]) {
    const answer = await request.get(shop.url + path, { maxRedirects: 0 });
    expect(answer.status(), path).toBeLessThan(500);
    expect(answer.headers()['location'] ?? '/', path).toMatch(/^\/(?!\/)/);
  }
  expect((await request.post('/', { data: {} })).status()).toBe(405);
  expect(
    (
      await request.post('/api/v2/shop/orders', {
        data: 'x'.repeat(300_000),
        headers: { 'content-type': 'application/json' },
      })
    ).status(),
  ).toBe(413);
  expect(
    (
      await request.post('/api/v2/shop/orders', {
        data: '{',
        headers: { 'content-type': 'application/json' },
      })
    ).status(),
  ).toBe(400);
  expect(
    (
      await request.post('/api/v2/shop/orders', { data: '<a/>', headers: { 'content-type': 'text/xml' } })
    ).status(),
  ).toBe(415);
});
