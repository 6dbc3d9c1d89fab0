/** What pages ask the shop for, and how. */
import type { Request } from '@playwright/test';
import { signIn } from './customer-steps.ts';
import { findProduct, isOrdinary, pathOf, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, ofBusiness, test } from './shop-fixture.ts';
import { apiRequests, firstTaxon } from './browse-steps.ts';

test('R7.01 R7.02 R7.03 every call says json, its language and its channel', async ({ page }) => {
  const seen = apiRequests(page);
  await page.goto('/');
  const taxon = await firstTaxon(page);
  await whenHydrated(page);
  await page.evaluate((path) => window.history.pushState({}, '', path), '/');
  await page.locator(`a[href="${taxon.path}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1, name: taxon.name })).toBeVisible();
  await page.locator('main article h2 a').first().click();
  await expect(page).toHaveURL(/\/p\//);
  await page.locator('button', { hasText: 'Į krepšelį' }).first().click();
  await expect.poll(() => seen.some((request) => request.method() === 'POST')).toBe(true);
  const calls = seen.filter((request) => !request.url().endsWith('/health'));
  expect(calls.length).toBeGreaterThan(2);
  for (const request of calls) {
    const headers = await request.allHeaders();
    expect(headers['content-type'], request.url()).toBe('application/json');
    expect(headers['accept']).toBe('application/json');
    expect(headers['s-locale']).toBe('lt');
    expect(headers['accept-language']).toBe('lt');
    expect(headers['s-channel']).toBe('retail');
  }
});

test('R1.43 a page calls with the channel of its host: that of businesses at theirs, the default one at a host that nobody has named', async ({
  page,
  shop,
}) => {
  const seen = apiRequests(page);
  const product = await findProduct(page, isOrdinary);
  for (const [origin, channel] of [
    [ofBusiness(shop), 'business'],
    [shop.url, 'retail'],
  ] as const) {
    await page.goto(origin + pathOf(product));
    await whenHydrated(page);
    await page.locator('button', { hasText: 'Į krepšelį' }).first().click();
    const calls = () => seen.filter((request) => request.url().startsWith(origin));
    await expect.poll(() => calls().some((request) => request.method() === 'POST')).toBe(true);
    for (const request of calls()) expect((await request.allHeaders())['s-channel']).toBe(channel);
  }
});

test('R7.61 a cold start of the shell asks nothing twice at once', async ({ page }) => {
  const running = new Map<string, number>();
  const doubled: string[] = [];
  const name = (request: Request) => `${request.method()} ${request.url()}`;
  page.on('request', (request) => {
    if (!request.url().includes('/api/v2/') || request.method() !== 'GET') return;
    const count = (running.get(name(request)) ?? 0) + 1;
    running.set(name(request), count);
    if (count > 1) doubled.push(name(request));
  });
  const end = (request: Request) => running.set(name(request), (running.get(name(request)) ?? 1) - 1);
  page.on('requestfinished', end);
  // What a page that is left had asked for ends with it.
  page.on('requestfailed', end);
  // The shell itself, without a page from the server: everything has to be asked for.
  await page.goto('/index.html');
  await page.goto('/');
  await whenHydrated(page);
  await page.waitForLoadState('networkidle');
  expect(doubled).toEqual([]);
});

test('R6.11 R6.33 R7.49 R7.50 of a customer the channel is asked for with the bearer, what is public without; the bars of the whole shop all at once, those of a category by its code', async ({
  page,
}) => {
  const { Authorization: bearer } = await signIn(page);
  const seen = apiRequests(page);
  const asked = (call: string) => seen.filter((request) => new URL(request.url()).pathname.endsWith(call));
  const queries = (call: string) => asked(call).map((request) => new URL(request.url()).searchParams);
  const bearers = async (call: string) =>
    new Set(await Promise.all(asked(call).map(async (one) => (await one.allHeaders())['authorization'])));
  const taxon = await firstTaxon(page);
  // The shell itself, without a page from the server: everything has to be asked for.
  await page.goto('/index.html');
  await whenHydrated(page);
  await expect.poll(() => bearers('/shop/channels/retail')).toEqual(new Set([bearer]));
  const global = () => queries('/shop/banners').filter((query) => query.has('standalone'));
  await expect
    .poll(() => global().map((query) => query.getAll('displayFor[]').at(-1)))
    .toContain('registered');
  for (const query of global()) {
    expect(query.get('itemsPerPage')).toBe('9999');
    expect(query.get('standalone')).toBe('1');
    expect(query.getAll('displayFor[]')).toContain('all_users');
  }
  await walkTo(page, taxon.path);
  await expect.poll(() => queries('/shop/banners').map((query) => query.get('taxon'))).toContain(taxon.code);
  // No goods are found: the way on is by the categories.
  await walkTo(page, '/p/paieska?query=nieko-tokio-nera');
  await expect.poll(() => asked('/shop/taxons-tree').length).toBeGreaterThan(0);
  for (const call of ['/shop/taxons-tree', '/shop/banners', '/shop/search/products'])
    expect(await bearers(call), call).toEqual(new Set([undefined]));
});
