/**
 * No page may end empty or without a way on: with any one script or call of a first visit refused or cut off, and with no
 * connection, whatever the device's clock says. `EMPTY_EVERY=1` tries all of it (npm run test:long), npm test some.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { isOrdinary, findProduct } from './purchase-steps.ts';
import { expect, installWorker, saved, test } from './shop-fixture.ts';

/** Of the scripts and calls every so many is tried; of the addresses every fourth as many. */
const every = Number(process.env['EMPTY_EVERY'] ?? 40);

/** One address of each kind of page. */
async function kinds(page: Page): Promise<[name: string, path: string][]> {
  const read = async (path: string) =>
    (await (await page.request.get(path)).json()) as { data: { id: number; slug: string }[] };
  const [taxon] = (await read('/api/v2/shop/taxons-tree?depth=1')).data;
  const product = await findProduct(page, isOrdinary);
  return [
    ['home', '/'],
    ['category', `/c/${taxon?.slug}-${taxon?.id}`],
    ['product', `/p/${product.slug}-${product.id}`],
    ['search', '/p/paieska?query=morkos'],
    ['cart', '/krepselis'],
    ['sign-in', '/prisijungimas'],
    ['questions', '/duk'],
    ['an address that is none', '/tokio-puslapio-nera'],
  ];
}

/** What a first visit with somebody there asks for: scripts and calls, without what stands in the address. */
async function askedFor(context: BrowserContext, path: string): Promise<string[]> {
  const page = await context.newPage();
  await page.goto(path);
  await wake(page);
  await page.waitForLoadState('networkidle');
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  await page.close();
  return [
    ...new Set(
      names.map((name) => new URL(name).pathname).filter((name) => /^\/(assets\/.+\.js$|api\/)/.test(name)),
    ),
  ];
}

/** Somebody is there: every part of the page is wanted. */
async function wake(page: Page): Promise<void> {
  await page.mouse.move(200, 300);
  await page.mouse.move(210, 310);
}

/** Words, and links that lead on, on the page of somebody who looks; false: they do not come. */
async function stands(page: Page): Promise<boolean> {
  const look = () =>
    page.evaluate(
      () =>
        (document.querySelector('main') ?? document.body).innerText.trim().length > 20 &&
        [...document.querySelectorAll('a[href]')].some((link) => link.checkVisibility()),
    );
  return expect
    .poll(look, { timeout: 10_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

for (const how of ['refused', 'cut off'] as const)
  test(`R2.135 R8.52 with one script or call of a first visit ${how}, no page ends empty or without a way on`, async ({
    browser,
    shop,
    page,
  }) => {
    test.setTimeout(60 * 60_000);
    const context = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'block' });
    const bad: string[] = [];
    /** Times that something was really kept from a page. */
    let missed = 0;
    let count = how === 'refused' ? 0 : Math.floor(every / 2);
    // Some: what a person meets first, and what is none.
    const tried = (await kinds(page)).filter(([name]) => every === 1 || /^(category|an address)/.test(name));
    for (const [name, path] of tried)
      for (const address of await askedFor(context, path)) {
        count += 1;
        if (count % every !== 0) continue;
        const one = await context.newPage();
        let asked = 0;
        await one.route(
          (url) => url.pathname === address,
          (route) => {
            asked += 1;
            return how === 'refused'
              ? route.abort('connectionrefused')
              : route.fulfill({ status: 200, contentType: 'text/javascript', body: '!' });
          },
        );
        await one.goto(path);
        await wake(one);
        await one.waitForLoadState('networkidle');
        const isStanding = await stands(one);
        // What an idle moment asks for may not have had one this time.
        if (asked > 0) missed += 1;
        if (!isStanding) bad.push(`${name}: ${address}`);
        await one.close();
      }
    await context.close();
    expect(bad).toEqual([]);
    expect(missed).toBeGreaterThan(0);
  });

const day = 24 * 60 * 60 * 1000;

for (const [name, days] of [
  ['31 days later', 31],
  ['400 days later', 400],
  ['a clock that was turned back by a year', -366],
] as const)
  test(`without a connection no page is empty: ${name}`, async ({ page, context }) => {
    test.setTimeout(20 * 60_000);
    const seen = await kinds(page);
    await installWorker(page);
    await page.goto('/');
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name)))
      .toEqual(expect.arrayContaining(['arimas-start', 'arimas-shared']));
    await saved(page, 'home');
    await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeAttached();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.close();
    const bad: string[] = [];
    const addresses = [
      ...seen.map(([, path]) => path),
      '/akcijos',
      '/naujienos',
      '/privatumo-politika',
      '/apmokejimas',
      '/paskyra',
      '/megstamiausios',
      '/laukia',
      '/sis-irenginys',
      '/en/',
      '/en/faq',
    ];
    for (const [index, path] of addresses.entries()) {
      if (index % Math.ceil(every / 4) !== 0) continue;
      const one = await context.newPage();
      await one.clock.setFixedTime(Date.now() + days * day);
      await one.goto(path);
      if (!(await stands(one))) bad.push(path);
      await one.close();
    }
    expect(bad).toEqual([]);
  });
