import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { RunningShop } from '#tests/running-shop.ts';
import { openDoor, type Door } from './door.ts';
import { findProduct, isOrdinary, openCheckout, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

let door: Door;
let context: BrowserContext;
let page: Page;
/** How often a lost script is still missing. */
let missing = 0;

interface Devices {
  browser: Browser;
  shop: RunningShop;
}
/** A device behind a door that has lost scripts. */
async function openDevice(
  { browser, shop }: Devices,
  options: BrowserContextOptions = {},
  lost = /\/assets\/cart-[\w-]{7}\.js$/,
): Promise<void> {
  missing = 1_000;
  door = await openDoor(shop.url);
  door.instead = (incoming, outgoing) => {
    if (!lost.test(incoming.url ?? '') || missing <= 0) return false;
    missing -= 1;
    outgoing.writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end('Not found');
    return true;
  };
  context = await browser.newContext({ baseURL: door.url, ...options });
  page = await context.newPage();
}
test.afterEach(async () => {
  await context.close();
  await door.close();
});

/** As on a first visit: a worker would have the script already. */
const onFirstVisit = { serviceWorkers: 'block' } as const;
/** Goes to the cart by its link, as a navigation of the page. */
const toCart = () => page.locator('a[href="/krepselis"]').locator('visible=true').first().click();

/** The clock goes on by 61 seconds. */
const aMinuteLater = () =>
  page.evaluate(() => {
    const { at, count } = JSON.parse(localStorage.getItem('SCRIPT_RELOADS') ?? '{}') as {
      at: number;
      count: number;
    };
    localStorage.setItem('SCRIPT_RELOADS', JSON.stringify({ at: at - 61_000, count }));
  });

test('R4.97 R4.98 R8.52 a script that stays gone: one reload, then the error page with a way home; a minute later one more, at the address that was gone to, and its screen shows once the script is there again', async ({
  browser,
  shop,
}) => {
  await openDevice({ browser, shop }, onFirstVisit);
  let loads = 0;
  const home = async () => {
    await page.goto('/');
    await whenHydrated(page);
    loads = 0;
  };
  await page.setViewportSize({ width: 480, height: 800 });
  page.on('load', () => (loads += 1));
  const failed = page.getByRole('heading', { name: 'Vidinė serverio klaida' });
  await home();
  await toCart();
  await expect.poll(() => loads).toBe(1);
  // The server's page only keeps the place of a cart: it does not stay grey for ever.
  await expect(failed).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /pradžią|pradinį/ })).toBeVisible();
  await home();
  await toCart();
  await expect(failed).toBeVisible();
  await expect(page.getByRole('link', { name: /pradžią|pradinį/ }).first()).toBeVisible();
  expect(loads).toBe(0);
  await home();
  await aMinuteLater();
  missing = 1;
  await toCart();
  await expect(page.getByRole('heading', { level: 1, name: 'Krepšelis' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/krepselis');
  // The heading stands in the server's page, before its load is over.
  await expect.poll(() => [missing, loads]).toEqual([0, 1]);
});

test('R0.14 without a connection nothing is reloaded: the page says that it is not on the device, though the screen that says more is not there either, and comes by itself with the connection; a checkout opened with one has what an order without one takes before it goes, on a device without a worker', async ({
  browser,
  shop,
}) => {
  await openDevice({ browser, shop }, onFirstVisit, /\/assets\/(?:cart|error-screen-part)-[\w-]{7}\.js$/);
  await page.goto('/');
  await whenHydrated(page);
  // It was asked for, in an idle moment.
  const isAsked = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/error-screen-part')),
    );
  await expect.poll(isAsked).toBe(true);
  await page.setViewportSize({ width: 480, height: 800 });
  let loads = 0;
  page.on('load', () => (loads += 1));
  await context.setOffline(true);
  await toCart();
  await expect(page.getByRole('main')).toContainText('įrenginyje');
  await expect(page.getByRole('main')).not.toContainText('klaida');
  expect(loads).toBe(0);
  missing = 0;
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Krepšelis' })).toBeVisible();
  await test.step('a checkout opened with a connection', async () => {
    const parts = [/\/assets\/offline-checkout-view-.+\.js$/, /\/assets\/intent-card-.+\.js$/].map((part) =>
      page.waitForEvent('requestfinished', (request) => part.test(request.url())),
    );
    await openCheckout(page, await findProduct(page, isOrdinary));
    await expect(page.getByRole('radio', { name: /^Kurjeris į namus/ })).toBeVisible();
    const came = (await Promise.all(parts)).map((request) => request.url());
    // What they import comes after them.
    await page.evaluate(async (urls) => {
      await Promise.all(urls.map((url) => import(url)));
    }, came);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Tęsti be ryšio' }).click();
    await expect(page.getByRole('heading', { name: 'Užsakymas be ryšio' })).toBeVisible();
  });
});

test('R0.14 R4.98 R2.135 in the installed shop a screen whose script the device has lost and the shop no longer has: the error page in its frame; without a connection it is not on the device', async ({
  browser,
  shop,
}) => {
  await openDevice({ browser, shop });
  await installWorker(page);
  await page.goto('/');
  await whenHydrated(page);
  // What the screen of an error needs is on the device as everything else is.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys())
        if (/\/assets\/cart-[\w-]{7}\.js$/.test(url)) await cache.delete(url);
    }
  });
  const loads: string[] = [];
  page.on('load', () => loads.push(new URL(page.url()).pathname));
  const frameStands = async () => {
    await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeAttached();
    await expect(page.locator('#nothing-came')).toBeHidden();
  };
  await page.goto('/krepselis');
  await expect(page.getByRole('heading', { name: 'Vidinė serverio klaida' })).toBeVisible();
  await frameStands();
  expect(loads).toEqual(['/krepselis', '/krepselis']);
  await page
    .getByRole('main')
    .getByRole('link', { name: /pradžią|pradinį/ })
    .click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await test.step('R0.14 the same without a connection', async () => {
    door.state = 'cut';
    await context.setOffline(true);
    loads.length = 0;
    await aMinuteLater();
    await page.goto('/krepselis');
    await expect(page.getByRole('main')).toContainText('įrenginyje');
    await frameStands();
    expect(loads).toEqual(['/krepselis']);
    // With the connection, and the script, it comes.
    missing = 0;
    door.state = 'open';
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Krepšelis' })).toBeVisible();
  });
});
