import type { BrowserContext, Page } from '@playwright/test';
import { openDoor, type Door } from './door.ts';
import { findProduct, isOrdinary, openCheckout, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

let door: Door;
let context: BrowserContext;
let page: Page;
/** How often the script of the cart's screen is still missing. */
let missing = 0;
let lost = /\/assets\/cart-[\w-]{7}\.js$/;

test.beforeEach(async ({ browser, shop }) => {
  door = await openDoor(shop.url);
  door.instead = (incoming, outgoing) => {
    if (!lost.test(incoming.url ?? '') || missing <= 0) return false;
    missing -= 1;
    outgoing.writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end('Not found');
    return true;
  };
  // As on a first visit: a worker would have the script already.
  context = await browser.newContext({ baseURL: door.url, serviceWorkers: 'block' });
  page = await context.newPage();
});
test.afterEach(async () => {
  await context.close();
  await door.close();
});

/** Goes to the cart by its link, as a navigation of the page. */
async function toCart(): Promise<void> {
  await page.goto('/');
  await whenHydrated(page);
  await page.setViewportSize({ width: 480, height: 800 });
  await page.locator('a[href="/krepselis"]').locator('visible=true').first().click();
}

/** The clock goes on by 61 seconds. */
const aMinuteLater = () =>
  page.evaluate(() => {
    const { at, count } = JSON.parse(localStorage.getItem('SCRIPT_RELOADS') ?? '{}') as {
      at: number;
      count: number;
    };
    localStorage.setItem('SCRIPT_RELOADS', JSON.stringify({ at: at - 61_000, count }));
  });

test('R4.97 R8.52 a script that is gone reloads the page at the address that was gone to, and its screen shows', async () => {
  missing = 1;
  await toCart();
  await expect(page.getByRole('heading', { level: 1, name: 'Krepšelis' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/krepselis');
  expect(missing).toBe(0);
});

test('a checkout opened with a connection has what an order without one takes before the connection goes, on a device without a worker', async () => {
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

test('R4.98 a script that stays gone: one reload, then the error page with a way home; a minute later one more', async () => {
  missing = 1_000;
  let loads = 0;
  page.on('load', () => (loads += 1));
  await toCart();
  const failed = page.getByRole('heading', { name: 'Vidinė serverio klaida' });
  await expect.poll(() => loads).toBe(2);
  // The server's page only keeps the place of a cart: it does not stay grey for ever.
  await expect(failed).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /pradžią|pradinį/ })).toBeVisible();
  await page.goto('/');
  await whenHydrated(page);
  loads = 0;
  await page.locator('a[href="/krepselis"]').locator('visible=true').first().click();
  await expect(failed).toBeVisible();
  await expect(page.getByRole('link', { name: /pradžią|pradinį/ }).first()).toBeVisible();
  expect(loads).toBe(0);
  await page.goto('/');
  await whenHydrated(page);
  loads = 0;
  await aMinuteLater();
  await page.locator('a[href="/krepselis"]').locator('visible=true').first().click();
  await expect.poll(() => loads).toBe(1);
});

test('R0.14 without a connection nothing is reloaded: the page says that it is not on the device, though the screen that says more is not there either, and comes by itself with the connection', async () => {
  lost = /\/assets\/(?:cart|error-screen-part)-[\w-]{7}\.js$/;
  missing = 1_000;
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
  await page.locator('a[href="/krepselis"]').locator('visible=true').first().click();
  await expect(page.getByRole('main')).toContainText('įrenginyje');
  await expect(page.getByRole('main')).not.toContainText('klaida');
  expect(loads).toBe(0);
  missing = 0;
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Krepšelis' })).toBeVisible();
});

test.describe('in the installed shop', () => {
  test.beforeEach(async ({ browser }) => {
    await context.close();
    context = await browser.newContext({ baseURL: door.url });
    page = await context.newPage();
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
    missing = 1_000;
  });
  const loadsOf = () => {
    const loads: string[] = [];
    page.on('load', () => loads.push(new URL(page.url()).pathname));
    return loads;
  };
  const frameStands = async () => {
    await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeAttached();
    await expect(page.locator('#nothing-came')).toBeHidden();
  };

  test('R0.14 R4.98 R2.135 a screen whose script the device has lost and the shop no longer has: the error page in its frame; without a connection it is not on the device', async () => {
    const loads = loadsOf();
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
});
