/** What strangers may send to a server that stands in the open: answered with a code, kept for nobody else. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as PageEntry from '#page-entry';
import type { Redirect } from '#contract/channel.ts';
import { createApp, type App } from './compose/app.ts';
import { readConfig } from './process/config.ts';
import { readText } from './http/read-body.ts';
import type { KnownChannel } from './http/request-context.ts';
import { createLog } from './process/log.ts';
import { createMetrics } from './process/metrics.ts';
import { createPageServer } from './pages/page-server.ts';
import { allPaths, pathHoldsToken } from './pages/token-paths.ts';

const channel: KnownChannel = {
  code: 'retail',
  hostnames: ['shop.example'],
  isDefault: true,
  defaultLocale: 'lt',
  locales: [{ code: 'lt', name: 'Lietuvių', path: '' }],
};
const directory = { channels: () => [channel] };

/**
 * Pages that say of which address they are made; those that begin with /missing are none.
 * @param made ends when pages may be finished
 * @param redirects rules of editors
 */
async function appWithPages(
  environment: Record<string, string> = {},
  made?: Promise<void>,
  redirects: readonly Redirect[] = [],
): Promise<App> {
  const config = readConfig(environment);
  const entry = {
    renderPage: async ({ request }: { request: Request }) => {
      await made;
      return Promise.resolve(
        request.url.includes('/moved')
          ? { kind: 'redirect', status: 301, location: '/there?page=2#x' }
          : {
              kind: 'page',
              status: request.url.includes('/missing') ? 404 : 200,
              html: [`[made of ${request.url}]`],
              head: undefined,
              subject: undefined,
              error: undefined,
              modules: [],
              pageKind: 'other',
              boot: {},
            },
      );
    },
  } as unknown as typeof PageEntry;
  return createApp({
    config,
    directory,
    log: createLog('silent'),
    metrics: createMetrics(),
    areas: [],
    linkOrigin: () => 'http://localhost',
    ready: async () => {},
    pages: () =>
      createPageServer({
        config,
        directory,
        dist: '',
        callInProcess: async () => ({ data: redirects, translations: {} }),
        outsideHead: ({ origin }) => Promise.resolve(`[for ${origin}]`),
        version: () => '1',
        report: () => {},
        development: {
          entry: () => Promise.resolve(entry),
          template: () =>
            Promise.resolve({
              shell: { html: '', csp: '' },
              render: ({ html, outside }) => ({
                html: [outside, Buffer.concat(html as Buffer[])],
                csp: "default-src 'none'",
              }),
            }),
        },
      }),
  });
}

let app: App;
let port: number;
const server = createServer();
beforeAll(async () => {
  app = await appWithPages();
  const answer = getRequestListener((request) => app.fetch(request));
  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Bytes as somebody writes them who uses no browser. */
async function raw(lines: readonly string[]): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
const keptText = (of: App, host: string, target: string) => {
  const page = of.keptPage('GET', host, target, 'br');
  return page && brotliDecompressSync(page.body).toString();
};

test('a target that names another host than the Host header is refused, for pages and calls, and poisons nothing', async () => {
  for (const target of ['/kontaktai', '/api/v2/shop/locales', '/sitemap.xml'])
    expect(await raw([`GET http://evil.test${target} HTTP/1.1`, 'Host: shop.example'])).toMatch(
      /^HTTP\/1\.1 421 /,
    );
  const page = await raw(['GET /kontaktai HTTP/1.1', 'Host: shop.example']);
  expect(page).toContain('[for http://shop.example][made of http://shop.example/kontaktai]');
  // The same host in full is allowed (RFC 9112, 3.2.2), however it is spelled.
  expect(await raw(['GET http://SHOP.example:80/kontaktai HTTP/1.1', 'Host: shop.example'])).toMatch(
    /^HTTP\/1\.1 200 /,
  );
  expect(keptText(app, 'shop.example', '/kontaktai')).toContain('[for http://shop.example]');
  const doubled = await raw(['GET //evil.test/kontaktai HTTP/1.1', 'Host: shop.example']);
  expect(doubled).not.toContain('[for http://evil.test]');
  expect(doubled).not.toMatch(/^location:\s*(?:https?:)?\/\/evil/im);
  expect(keptText(app, 'shop.example', '//evil.test/kontaktai') ?? '').not.toContain('evil.test]');
});

test('a Host that is no host is 400, and finds nothing that is kept', async () => {
  for (const host of [
    'shop.example/x',
    'a@shop.example',
    'shop.example?x',
    'shop.example:x',
    'shop..example',
  ]) {
    expect(await raw(['GET /kontaktai HTTP/1.1', `Host: ${host}`])).toMatch(/^HTTP\/1\.1 400 /);
    expect(keptText(app, host, '/kontaktai')).toBeUndefined();
  }
  for (const host of ['1.2.3.4.5', '1.2.3.999', '0x7f.1.2.3.4', '999999999999'])
    for (const target of ['/kontaktai', '/api/v2/health'])
      expect(await raw([`GET ${target} HTTP/1.1`, `Host: ${host}`])).toMatch(
        /^HTTP\/1\.1 400 [^]*host\.invalid/,
      );
});

test('T7 a form that is posted to a page whose path holds a token leads back without being kept or told on', async () => {
  for (const path of [
    '/orders/kX3vQ9-aZ_7mB2nL0pR8sT4u',
    '/en/checkout/0f8fad5b-d9cb-469f-a165-70867728950e',
  ]) {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await app.request(path, { method: 'POST', headers, body: 'email=a' });
    const told = ['location', 'cache-control', 'referrer-policy'].map((name) => answer.headers.get(name));
    expect([answer.status, ...told]).toEqual([303, path, 'private, no-store', 'no-referrer']);
  }
});

test('a form that is posted to a page leads back to that page, and nowhere else', async () => {
  const sent = (target: string) =>
    raw([
      `POST ${target} HTTP/1.1`,
      'Host: shop.example',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 0',
    ]);
  expect(await sent('/kontaktai?a=1')).toMatch(/^HTTP\/1\.1 303 [^]*\r\nlocation: \/kontaktai\?a=1\r\n/i);
  for (const target of [
    '/%09/evil.example/x',
    '/%5C%09%5Cevil.example',
    '//evil.example',
    '/%0d%0aSet-Cookie:x=1',
    '/%0B/evil.example',
  ]) {
    const answer = await sent(target);
    expect(answer).toMatch(/^HTTP\/1\.1 303 /);
    const [, location = ''] = /\r\nlocation: ([^\r\n]*)\r\n/i.exec(answer) ?? [];
    expect([target, location !== '', new URL(location, 'http://shop.example').host]).toEqual([
      target,
      true,
      'shop.example',
    ]);
    expect(answer).not.toMatch(/^set-cookie/im);
  }
});

test('who hangs up in the middle of a body is no fault of the shop', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{'));
      controller.error(new Error('aborted'));
    },
  });
  const request = new Request('http://shop.example/', {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit);
  await expect(readText(request)).rejects.toMatchObject({ status: 400, errorCode: 'body.invalid' });
});

test('a page of one host is never that of another; with a public address all hosts have one', async () => {
  const get = async (of: App, host: string) =>
    (await of.fetch(new Request(`http://${host}/apie`, { headers: { Host: host } }))).text();
  expect(await get(app, 'evil.test')).toContain('[for http://evil.test]');
  expect(await get(app, 'shop.example')).toContain('[for http://shop.example]');
  const open = await appWithPages({ PUBLIC_URL: 'https://shop.example' });
  expect(await get(open, 'evil.test')).toBe('[for https://shop.example][made of https://shop.example/apie]');
  expect(keptText(open, 'another.test', '/apie')).toContain('[for https://shop.example]');
});

test('what is not in the key of a page is not in the page, and goes along when the page sends elsewhere', async () => {
  const made = async (path: string) => (await app.request(path)).text();
  expect(await made('/x?utm_source=evil&page=2&pageX=1&filter%5Bbrand%5D%5B%5D=a&x-auth=secret')).toContain(
    '[made of http://localhost/x?filter%5Bbrand%5D%5B%5D=a&page=2]',
  );
  // The same page, whatever the campaign.
  expect(keptText(app, 'localhost', '/x?page=2&utm_source=b&filter%5Bbrand%5D%5B%5D=a')).toContain('page=2');
  const moved = await app.request('/moved?utm_source=a');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/there?page=2&utm_source=a#x']);
});

test('a page whose address holds a token is kept by nobody and does not tell its address on', async () => {
  await app.request('/veikti');
  expect(keptText(app, 'localhost', '/veikti')).toBeDefined();
  for (const path of [
    '/veikti?x-auth=abc',
    '/veikti?page=2&x-auth=abc',
    '/veikti?x-auth',
    '/veikti?x%2Dauth=abc',
    '/veikti?page=2&%78-auth=abc',
    '/moved?x-auth=abc',
    '/veikti?review=abc',
    '/veikti?page=2&r%65view=abc',
    '/moved?review=abc',
  ]) {
    expect(keptText(app, 'localhost', path)).toBeUndefined();
    const { headers } = await app.request(path);
    expect([path, headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
      path,
      'no-referrer',
      'no-store',
    ]);
  }
  for (const path of ['/veikti?x-authentic=1', '/veikti?reviews=1']) {
    const other = await app.request(path);
    expect([path, other.headers.get('cache-control')]).toEqual([path, expect.stringContaining('public')]);
  }
});

/** Names that anybody may read in an address. */
const publicNames = [':attributeSlug', ':valueSlug', ':sectionSlug', ':addressId'];

test('T7 a page whose path holds a token is kept by nobody and does not tell its address on, of all paths there are', async () => {
  const headersOf = async (path: string) => {
    const { headers, status } = await app.request(path);
    const told = ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name));
    // Another spelling is sent on to the page, which says the rest.
    return status === 301 ? [...told.slice(0, 2), 'noindex'] : told;
  };
  const secret = ['private, no-store', 'no-referrer', 'noindex'];
  const names = new Set<string>();
  for (const path of allPaths) {
    const written = path
      .replace('*', 'a')
      .replaceAll(/(:\w+)\??/g, (_, name: string) =>
        publicNames.includes(name) ? '1' : 'kX3vQ9-aZ_7mB2nL0pR8sT4u',
      );
    const params = (path.match(/:\w+/g) ?? []).filter((name) => !publicNames.includes(name));
    for (const name of params) names.add(name);
    if (params.length > 0) expect([path, await headersOf(written)]).toEqual([path, secret]);
    else expect([path, (await headersOf(written))[0]]).toEqual([path, expect.stringContaining('public')]);
  }
  // A new name is of a token or stands above.
  expect([...names].toSorted()).toEqual([':cancelToken', ':orderToken', ':token']);
  const order = '/paskyra/uzsakymas/kX3vQ9-aZ_7mB2nL0pR8sT4u';
  const english = [...channel.locales, { code: 'en', path: 'en' }];
  expect([order, `/en${order}`, `/fr${order}`].map((path) => pathHoldsToken(path, english))).toEqual([
    true,
    true,
    false,
  ]);
  for (const path of [order.replace('paskyra', 'PASKYRA'), order.replace('sky', '%73ky')])
    expect([path, await headersOf(path)]).toEqual([path, secret]);
});

test('pages that nobody can wait for are refused at once; who asks for few is served among those who ask for many', async () => {
  let finish = () => {};
  const crowded = await appWithPages(
    { TRUST_PROXY: 'on' },
    new Promise<void>((resolve) => (finish = resolve)),
  );
  const ask = (path: string, from: string) => crowded.request(path, { headers: { 'X-Forwarded-For': from } });
  const many = Array.from({ length: 110 }, (_, index) => ask(`/many-${String(index)}`, '192.0.2.1'));
  const refused = await Promise.race(many);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(await refused.text()).toMatch(/Parduotuvė labai užimta.*\n.*very busy/);
  const few = ask('/few', '192.0.2.2');
  finish();
  expect((await few).status).toBe(200);
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  // Three are made, fifty of one client may wait.
  expect(statuses.filter((one) => one === 200)).toHaveLength(53);
  expect(statuses.filter((one) => one === 503)).toHaveLength(57);
});

test('addresses that lead back to each other are pages of what is not there, whichever is asked for', async () => {
  const rule = (source: string, target: string, only404 = true) => ({
    source,
    target,
    only404,
    statusCode: 301,
  });
  const open = await appWithPages({}, undefined, [
    rule('/missing-1', '/missing-2'),
    rule('/missing-2', '/missing-1'),
    rule('/missing-3', '/there'),
    rule('/there', '/missing-3'),
    rule('/missing-4', '/missing-4/'),
    rule('/krepselis', '/cart', false),
  ]);
  const get = async (path: string) => {
    const { status, headers } = await open.request(path);
    return [path, status, headers.get('location')];
  };
  for (const path of ['/missing-1', '/missing-2', '/missing-4'])
    expect(await get(path)).toEqual([path, 404, null]);
  expect(await get('/missing-3')).toEqual(['/missing-3', 301, '/there']);
  expect(await get('/there')).toEqual(['/there', 200, null]);
  // The server itself leads from /cart to /krepselis.
  expect(await get('/cart')).toEqual(['/cart', 301, '/krepselis']);
  expect(await get('/krepselis')).toEqual(['/krepselis', 200, null]);
});

test('the figures of the process are for this machine, or for who shows the token', async () => {
  const get = async (of: App, address: string, headers: Record<string, string> = {}) =>
    (await of.fetch(new Request('http://localhost/metrics', { headers }), address)).status;
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await get(app, address)).toBe(200);
  for (const address of ['192.0.2.1', '', '::ffff:192.0.2.1', '127.evil', '2001:db8::1'])
    expect([address, await get(app, address)]).toEqual([address, 404]);
  // A proxy on this machine asks for somebody else.
  expect(await get(app, '127.0.0.1', { 'X-Forwarded-For': '192.0.2.1' })).toBe(404);
  const open = await appWithPages({ METRICS_TOKEN: 'secret' });
  expect(await get(open, '192.0.2.1', { Authorization: 'Bearer secret' })).toBe(200);
  for (const Authorization of ['Bearer secrex', 'Bearer', 'secret', 'Basic secret'])
    expect([Authorization, await get(open, '127.0.0.1', { Authorization })]).toEqual([Authorization, 404]);
});
