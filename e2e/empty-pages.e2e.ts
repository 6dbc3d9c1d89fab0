/**
 * No page may end empty or without a way on: with any one script or call of a first visit refused or cut off, and with no
 * connection, whatever the device's clock says. `EMPTY_EVERY=1` tries all of it (npm run test:long), npm test some of it and each route.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { routeTable } from '#contract/route-table.ts';
import type { RunningShop } from '#tests/running-shop.ts';
import { everyRoute, type Kind, type Opened } from './every-route.ts';
import { expect, installWorker, saved, test } from './shop-fixture.ts';

/** Of the scripts and calls every so many is tried. */
const every = Number(process.env['EMPTY_EVERY'] ?? 40);

/** Each with a screen of its own: with them everything that they ask for is tried, with the others what these do not have. */
const whole: readonly Kind[] = [
  'HOME',
  'TAXON_PRODUCTS',
  'PRODUCT_INNER',
  'PRODUCTS_SEARCH',
  'CART',
  'CHECKOUT',
  'ORDER',
  'AUTH',
  'ACCOUNT_DASHBOARD',
  'WISHLIST',
  'FAQ',
  'NONE',
];
const others: readonly Kind[] = [
  'ATTRIBUTE_PRODUCTS',
  'SALES',
  'CHECKOUT_THANK_YOU',
  'WAITING',
  'NEWSLETTER_STOP',
  'STOCK_REQUEST',
  'REGISTRATION',
  'RESET_PASSWORD',
  'NEWS',
  'NEWS_INNER',
  'ACCOUNT_INNER',
  'DEVICE',
  'STATIC',
];
/**
 * Always among what is tried: those that have emptied a page before or left it grey for ever, and of a page without such what it
 * surely asks for. The others may be such as only an idle moment asks for, which does not come each time.
 */
const named: Partial<Record<Kind, RegExp>> = {
  HOME: /\/recently-viewed-part-/,
  TAXON_PRODUCTS: /\/product-list-part-(?!shared-)/,
  NONE: /\/error-screen-part-/,
  CHECKOUT: /\/(?:reduced-frame-part|boot|index)-/,
};

let made: ReturnType<typeof everyRoute> | undefined;
/** Made once for a shop: opening pages changes nothing of them, but pressing whatever stands there does. */
const routesOf = (page: Page, shop: RunningShop) =>
  every === 1 ? everyRoute(page, shop) : (made ??= everyRoute(page, shop));

/** Opens the page as somebody who is there: every part of it is wanted. */
async function visit(context: BrowserContext, { path, cells = {} }: Opened, page?: Page): Promise<Page> {
  const one = page ?? (await context.newPage());
  await one.addInitScript((given) => {
    for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value);
  }, cells);
  await one.goto(path);
  await one.mouse.move(200, 300);
  await one.mouse.move(210, 310);
  await one.waitForLoadState('networkidle');
  return one;
}

/** Presses what opens something: menus, dialogs, the next step. A button that went with another press is left out. */
async function pressAll(page: Page): Promise<void> {
  const buttons = page.locator('#root').getByRole('button');
  for (let at = 0; at < Math.min(await buttons.count(), 16); at += 1) {
    const button = buttons.nth(at);
    // One in sight is waited for on a slow machine too: what nobody pressed asks for nothing, and nothing would be tried.
    if (!(await button.isVisible())) continue;
    await button.click({ timeout: 5_000 }).catch(() => undefined);
    await page.keyboard.press('Escape');
  }
  await page.waitForLoadState('networkidle');
}

/** Scripts and calls of a visit, without what stands in the address, and those that came with a press. */
async function askedFor(context: BrowserContext, opened: Opened): Promise<Map<string, 'visit' | 'press'>> {
  const asked = new Map<string, 'visit' | 'press'>();
  const page = await context.newPage();
  let by: 'visit' | 'press' = 'visit';
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:assets\/.+\.js$|api\/)/.test(pathname) && !asked.has(pathname)) asked.set(pathname, by);
  });
  await visit(context, opened, page);
  if (every === 1) {
    by = 'press';
    await pressAll(page);
  }
  await page.close();
  return asked;
}

/**
 * Whether the page of somebody who looks has words in it, if only that something did not come, and a link to another page in
 * its frame: what index.html says of an empty page is not enough.
 */
async function stands(page: Page): Promise<boolean> {
  const look = () =>
    page.evaluate(() => {
      const root = document.getElementById('root');
      const missing = ['not-yet', 'nothing-came'].flatMap((id) => {
        const said = document.getElementById(id);
        return said?.checkVisibility({ visibilityProperty: true }) === true ? [said.innerText] : [];
      });
      const words = [(root?.querySelector('main') ?? root)?.innerText ?? '', ...missing].join(' ');
      const links = [...(root?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])];
      return (
        words.trim().length > 20 &&
        links.some((link) => link.checkVisibility() && link.pathname !== location.pathname)
      );
    });
  return expect
    .poll(look, { timeout: 30_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

for (const kind of every === 1
  ? [...whole, ...others]
  : (['HOME', 'TAXON_PRODUCTS', 'CHECKOUT', 'NONE'] as const))
  test(`R2.135 R8.52 with one script or call of a first visit refused or cut off, no page ends empty or without a way on: ${kind}`, async ({
    browser,
    shop,
    page,
  }) => {
    test.setTimeout(120 * 60_000);
    const context = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'block' });
    const all = await routesOf(page, shop);
    const asked = await askedFor(context, all[kind]);
    if (!whole.includes(kind))
      for (const address of (await askedFor(context, all.HOME)).keys()) asked.delete(address);
    // Where not all are tried, each is missing in one of the two ways, by turns; those that are named in both.
    const triedIn = (way: number) =>
      [...asked].filter(
        ([address], at) =>
          named[kind]?.test(address) === true ||
          ((at + 1) % every === 0 && (every === 1 || ((at + 1) / every) % 2 === way)),
      );
    if (named[kind]) expect(triedIn(0).some(([address]) => named[kind]?.test(address))).toBe(true);
    const bad: string[] = [];
    /** Times that something was really kept from a page. */
    let missed = 0;
    for (const [way, how] of (['refused', 'cut off'] as const).entries())
      await test.step(how, async () => {
        for (const [address, by] of triedIn(way)) {
          const one = await context.newPage();
          let times = 0;
          await one.route(
            (url) => url.pathname === address,
            (route) => {
              times += 1;
              return how === 'refused'
                ? route.abort('connectionrefused')
                : route.fulfill({ status: 200, contentType: 'text/javascript', body: '!' });
            },
          );
          await visit(context, all[kind], one);
          if (by === 'press') await pressAll(one);
          const isStanding = await stands(one);
          // What an idle moment asks for may not have had one this time.
          if (times > 0) missed += 1;
          if (!isStanding) bad.push(`${address} ${how}`);
          await one.close();
        }
      });
    expect(missed).toBeGreaterThan(0);
    await context.close();
    expect(bad).toEqual([]);
  });

const day = 24 * 60 * 60 * 1000;

/** Opens an address in a page that is open, with these cells on the device and no others. */
async function openAs(
  page: Page,
  { path, cells = {} }: { path: string; cells?: Opened['cells'] | undefined },
): Promise<void> {
  await page.evaluate((given) => {
    for (const name of ['AUTH_TOKEN', 'AUTH_REFRESH_TOKEN', 'CART_TOKEN']) localStorage.removeItem(name);
    for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value);
  }, cells);
  await page.goto(path);
}

const clocks = [
  ['31 days later', 31],
  ['400 days later', 400],
  ['a clock that was turned back by a year', -366],
] as const;

// Each route with one of the clocks, by turns, on one device that sees them one after another; npm run test:long tries each with
// all of them, on a device for each clock.
for (const seenClocks of every === 1 ? clocks.map((one) => [one]) : [clocks])
  test(`without a connection no page of the site map is empty: ${seenClocks.map(([name]) => name).join(', ')}`, async ({
    page,
    context,
    shop,
    browser,
  }) => {
    test.setTimeout(20 * 60_000);
    // Made elsewhere: this device is a guest's.
    const elsewhere = await browser.newContext({ baseURL: shop.url });
    const seen = await routesOf(await elsewhere.newPage(), shop);
    await elsewhere.close();
    expect(Object.keys(seen).toSorted()).toEqual([...Object.keys(routeTable), 'NONE'].toSorted());
    await installWorker(page);
    for (const kind of ['TAXON_PRODUCTS', 'PRODUCT_INNER', 'FAQ', 'HOME'] as const)
      await page.goto(seen[kind].path);
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name)))
      .toEqual(expect.arrayContaining(['arimas-start', 'arimas-shared']));
    await saved(page, 'home');
    await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeAttached();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    const bad: string[] = [];
    const addresses: Opened[] = [...Object.values(seen), { path: '/en/' }, { path: '/en/faq' }];
    for (const [nth, [name, days]] of seenClocks.entries()) {
      await page.clock.setFixedTime(Date.now() + days * day);
      for (const [index, { path, cells }] of addresses.entries()) {
        if (every !== 1 && index % clocks.length !== nth) continue;
        // As whoever the page is for, and as somebody who has nothing there.
        for (const one of cells === undefined || every !== 1
          ? [{ path, cells }]
          : [{ path, cells }, { path }]) {
          await openAs(page, one);
          if (!(await stands(page))) bad.push(`${name}: ${path} ${Object.keys(one.cells ?? {}).join(' ')}`);
        }
      }
    }
    expect(bad).toEqual([]);
  });
