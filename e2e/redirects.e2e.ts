import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/running-shop.ts';
import { openDoor } from './door.ts';
import { expect, installWorker, test } from './shop-fixture.ts';
import { walkTo, whenHydrated } from './purchase-steps.ts';

const insert = `insert into redirect (source, target, only404, status_code, channels) values ($1, $2, $3, $4, '{retail}')`;

type Rule = [source: string, target: string, only404: boolean, status: number];
const sources: string[] = [];
async function add(shop: RunningShop, rule: Rule): Promise<void> {
  await shop.query(insert, rule);
  sources.push(rule[0]);
}

// The shop is shared with the journeys that come after: its own addresses lead to its own pages again.
test.afterEach(async ({ request, shop }) => {
  await shop.query('delete from redirect where source = any($1)', [sources]);
  await expect.poll(async () => (await request.get('/akcijos', { maxRedirects: 0 })).status()).toBe(200);
});

test('R3.73 a redirect with only404 applies where there is no page, one without it at once', async ({
  request,
  shop,
}) => {
  const rows: Rule[] = [
    ['/duk', '/naujienos', true, 301],
    ['/akcijos', '/naujienos', false, 302],
    ['/senas/*', '/sena', false, 301],
    ['/sena', '/duk', false, 301],
    ['/ratas', '/ratas-2', false, 301],
    ['/ratas-2', '/ratas', false, 301],
    ['/svetimas', 'https://evil.example/', false, 301],
    ['/svetimas-2', '//evil.example/', true, 301],
    // The last, as it is waited for: the server may read them while they are written.
    ['/nera-tokio', '/duk', true, 301],
  ];
  for (const row of rows) await add(shop, row);
  const get = async (path: string) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    return [answer.status(), answer.headers()['location'] ?? null];
  };
  // The server reads the rules anew when it hears that they changed.
  await expect.poll(() => get('/nera-tokio')).toEqual([301, '/duk']);
  expect(await get('/duk')).toEqual([200, null]);
  expect(await get('/akcijos')).toEqual([302, '/naujienos']);
  expect(await get('/akcijos?utm_source=x')).toEqual([302, '/naujienos?utm_source=x']);
  // A chain is one step for the visitor.
  expect(await get('/senas/kelias/toli')).toEqual([301, '/duk']);
  for (const path of ['/ratas', '/ratas-2', '/svetimas', '/svetimas-2'])
    expect([path, ...(await get(path))]).toEqual([path, 404, null]);
  // A language that is not on has no addresses.
  expect(await get('/en/akcija')).toEqual([404, null]);
});

test('R7.25 R2.01 R3.73 in the installed shop an unknown address is asked about, and a match takes its place; who has been here before is sent on as who comes first is, by an address with and without a connection, and by an international link within the shop; a rule over a page that exists is followed, by a link within the page, and no more once it is gone', async ({
  page,
  shop,
}) => {
  await installWorker(page);
  await page.goto('/');
  await whenHydrated(page);
  await test.step('R7.25 an unknown address', () => isAskedAbout(page, shop));
  await test.step('R2.01 addresses of before and of other countries', () => areSentOn(page, shop));
  await test.step('R2.01 R3.73 a rule over a page that exists', () => isFollowed(page, shop));
});

async function isAskedAbout(page: Page, shop: RunningShop): Promise<void> {
  const context = page.context();
  await add(shop, ['/persikele', '/duk', true, 301]);
  await expect
    .poll(async () => (await page.request.get('/persikele', { maxRedirects: 0 })).status())
    .toBe(301);
  // From now on the shell answers: no server sees the address before the page does.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await context.route('**/api/v2/shop/redirects*', async (route) => {
    await held;
    await route.continue();
  });
  const asked = context.waitForEvent('request', (request) =>
    request.url().includes('/api/v2/shop/redirects'),
  );
  await page.goto('/persikele?utm_source=x');
  const address = new URL((await asked).url());
  expect(address.searchParams.get('source')).toBe('/persikele');
  // Nothing is said of the address before the answer is there.
  await expect(page.locator('main[aria-busy="true"]')).toHaveCount(1);
  await expect(page.getByText('404')).toHaveCount(0);
  letGo();
  await expect(page).toHaveURL(`${shop.url}/duk?utm_source=x`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('404')).toHaveCount(0);
  // Replaced, not added: back is where the visitor came from.
  await page.goBack();
  await expect(page).toHaveURL(`${shop.url}/`);
  await whenHydrated(page);
}

async function areSentOn(page: Page, shop: RunningShop): Promise<void> {
  const context = page.context();
  const addresses = [
    ['/cart?x=1', '/krepselis?x=1'],
    ['/sales', '/akcijos'],
    ['/wishlist', '/megstamiausios'],
    ['/faq', '/duk'],
    ['/account/orders', '/paskyra/uzsakymas'],
    ['/checkout/thank-you', '/apmokejimas/thank-you'],
    ['/c/seklos-1/?utm_source=x.lt', '/c/seklos-1?utm_source=x.lt'],
  ] as const;
  for (const [given, right] of addresses) {
    const answer = await page.request.get(given, { maxRedirects: 0 });
    expect([given, answer.headers()['location']]).toEqual([given, right]);
  }
  await test.step('a link within the shop', async () => {
    for (const [given, right] of [
      ['/faq', '/duk'],
      ['/c/seklos-1/', '/c/seklos-1'],
    ] as const) {
      await walkTo(page, given);
      await expect(page).toHaveURL(shop.url + right);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('404')).toHaveCount(0);
    }
  });
  await context.setOffline(true);
  for (const [given, right] of addresses) {
    const seen = page.waitForEvent('framenavigated');
    await page.goto(given, { waitUntil: 'commit' });
    await seen;
    expect([given, page.url()]).toEqual([given, shop.url + right]);
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('404')).toHaveCount(0);
  await context.setOffline(false);
}

async function isFollowed(page: Page, shop: RunningShop): Promise<void> {
  const context = page.context();
  await add(shop, ['/akcijos', '/naujienos', false, 302]);
  await expect.poll(async () => (await page.request.get('/akcijos', { maxRedirects: 0 })).status()).toBe(302);
  /** The worker asks behind its answers, at most once a minute: a new one has not asked yet. */
  const hear = async () => {
    await page.goto('about:blank');
    const session = await context.newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await session.detach();
    await page.goto('/');
  };
  const rules = () =>
    page.evaluate(async () => {
      const cache = await caches.open('arimas-rules');
      const [key] = await cache.keys();
      return key ? ((await (await cache.match(key))?.text()) ?? '') : '';
    });
  await hear();
  await expect.poll(rules).toContain('"source":"/akcijos"');
  await context.setOffline(true);
  await page.goto('/akcijos?utm_source=x');
  await expect(page).toHaveURL(`${shop.url}/naujienos?utm_source=x`);
  await context.setOffline(false);
  // A link of the open page, which no worker sees.
  await page.goto('/');
  await whenHydrated(page);
  const link = page.locator('a[href="/akcijos"]').first();
  await expect
    .poll(async () => {
      await link.evaluate((one: HTMLElement) => one.click());
      await page.waitForTimeout(500);
      const { pathname } = new URL(page.url());
      if (pathname === '/akcijos') await page.goBack();
      return pathname;
    })
    .toBe('/naujienos');
  await shop.query('delete from redirect where source = $1', ['/akcijos']);
  await expect.poll(async () => (await page.request.get('/akcijos', { maxRedirects: 0 })).status()).toBe(200);
  await hear();
  await expect.poll(rules).not.toContain('"source":"/akcijos"');
  await page.goto('/akcijos');
  await expect(page).toHaveURL(`${shop.url}/akcijos`);
}

test('a list of moved addresses that never comes holds up no page of a first visit, nor a second tab', async ({
  newContext,
  shop,
}) => {
  const door = await openDoor(shop.url);
  const asked: string[] = [];
  door.instead = ({ url = '' }) => url.includes('/shop/redirects') && asked.push(url) > 0;
  const context = await newContext({ baseURL: door.url });
  try {
    const page = await context.newPage();
    await installWorker(page);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    for (const tab of [page, await context.newPage()]) {
      await tab.goto('/duk', { timeout: 10_000 });
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    }
  } finally {
    await context.close();
    await door.close();
  }
});
