/**
 * No page may end empty or without a way on: with any one script or call of a first visit refused or cut off, and with no
 * connection, whatever the device's clock says. `EMPTY_EVERY=1` tries all of it (npm run test:long), npm test some.
 */
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { routePattern, type RouteName } from '#contract/route-table.ts';
import type { RunningShop } from '#tests/running-shop.ts';
import { newCustomer, orderOf } from './account-steps.ts';
import { isOrdinary, findProduct } from './purchase-steps.ts';
import { expect, installWorker, saved, test } from './shop-fixture.ts';

/** Of the scripts and calls every so many is tried; of the addresses every fourth as many. */
const every = Number(process.env['EMPTY_EVERY'] ?? 40);

/** A page of each route: its address, and what lies on the device of whoever opens it. */
interface Opened {
  path: string;
  cells?: Record<string, string>;
}
type Kind = RouteName | 'NONE';

async function kinds(page: Page, shop: RunningShop): Promise<Record<Kind, Opened>> {
  const read = async (path: string) =>
    (await (await page.request.get(path)).json()) as { data: { id: number; slug: string }[] };
  const [taxon] = (await read('/api/v2/shop/taxons-tree?depth=1')).data;
  const product = await findProduct(page, isOrdinary);
  const goods = { productVariantCode: product.defaultVariant, quantity: 1 };
  const cart = randomBytes(24).toString('base64url');
  await page.request.post('/api/v2/shop/orders', { data: { localeCode: 'lt', tokenValue: cart } });
  await page.request.post(`/api/v2/shop/orders/${cart}/items`, { data: goods });
  const person = await newCustomer(page, shop);
  const order = await orderOf(page, person, { [product.defaultVariant]: 1 });
  const tokens = await page.request.post('/api/v2/shop/authentication-token', {
    data: { email: person.email, password: person.password },
  });
  const { token, refreshToken } = (await tokens.json()) as { token: string; refreshToken: string };
  const signedIn = { AUTH_TOKEN: token, AUTH_REFRESH_TOKEN: refreshToken };
  const at = (name: RouteName, parameters: Record<string, string> = {}): string =>
    routePattern(name, 'lt', '').replaceAll(/\/?(?::(\w+)\??|\*)/g, (_all, one: string | undefined) => {
      const value = parameters[one ?? '*'];
      return value === undefined ? '' : `/${value}`;
    }) || '/';
  const anyToken = '1_nothing';
  const slug = `${taxon?.slug}-${taxon?.id}`;
  return {
    HOME: { path: at('HOME') },
    TAXON_PRODUCTS: { path: at('TAXON_PRODUCTS', { '*': slug }) },
    ATTRIBUTE_PRODUCTS: { path: at('ATTRIBUTE_PRODUCTS', { attributeSlug: 'x', valueSlug: 'y-1' }) },
    ATTRIBUTE_PRODUCTS_TAXON: {
      path: at('ATTRIBUTE_PRODUCTS_TAXON', { attributeSlug: 'x', valueSlug: 'y-1', '*': slug }),
    },
    SALES: { path: at('SALES') },
    SALES_TAXON: { path: at('SALES_TAXON', { '*': slug }) },
    PRODUCTS_SEARCH: { path: `${at('PRODUCTS_SEARCH')}?query=morkos` },
    PRODUCT_INNER: { path: at('PRODUCT_INNER', { '*': `${product.slug}-${product.id}` }) },
    CART: { path: at('CART'), cells: { CART_TOKEN: cart } },
    CART_RECOVER: { path: at('CART_RECOVER', { cartId: '1' }) },
    CHECKOUT: { path: at('CHECKOUT'), cells: { CART_TOKEN: cart } },
    CHECKOUT_THANK_YOU: {
      path: `${at('CHECKOUT_THANK_YOU')}?orderToken=${order.tokenValue}`,
      cells: signedIn,
    },
    WAITING: { path: at('WAITING') },
    NEWSLETTER_CONFIRM: { path: at('NEWSLETTER_CONFIRM', { token: anyToken }) },
    NEWSLETTER_STOP: { path: at('NEWSLETTER_STOP', { token: anyToken }) },
    STOCK_REQUEST: { path: at('STOCK_REQUEST', { token: anyToken }) },
    ORDER: { path: at('ORDER', { orderToken: order.tokenValue }), cells: signedIn },
    AUTH: { path: at('AUTH') },
    EMAIL_VERIFICATION: { path: at('EMAIL_VERIFICATION') },
    REGISTRATION: { path: at('REGISTRATION') },
    VERIFY_ACCOUNT: { path: at('VERIFY_ACCOUNT') },
    RESET_REQUEST: { path: at('RESET_REQUEST') },
    RESET_PASSWORD: { path: at('RESET_PASSWORD', { token: anyToken }) },
    NEWS: { path: at('NEWS') },
    NEWS_SECTION: { path: at('NEWS_SECTION', { sectionSlug: 'patarimai' }) },
    NEWS_INNER: { path: at('NEWS_INNER', { sectionSlug: 'patarimai', '*': 'x-1' }) },
    WISHLIST: { path: at('WISHLIST') },
    FAQ: { path: at('FAQ') },
    FAQ_ITEM: { path: at('FAQ_ITEM', { '*': 'x-1' }) },
    ACCOUNT_DASHBOARD: { path: at('ACCOUNT_DASHBOARD'), cells: signedIn },
    ACCOUNT_ORDERS: { path: at('ACCOUNT_ORDERS'), cells: signedIn },
    ACCOUNT_INNER: { path: at('ACCOUNT_INNER', { '*': 'adresai' }), cells: signedIn },
    ACCOUNT_LOYALTY: { path: at('ACCOUNT_LOYALTY'), cells: signedIn },
    DEVICE: { path: at('DEVICE') },
    STATIC: { path: at('STATIC', { '*': 'privatumo-politika' }) },
    NONE: { path: '/tokio-puslapio-nera' },
  };
}
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
/** Those that have emptied a page before, or left it grey for ever, are always among what is tried. */
const named: Partial<Record<Kind, RegExp>> = {
  HOME: /\/recently-viewed-part-/,
  NONE: /\/error-screen-part-/,
  CHECKOUT: /\/(?:reduced-frame-part|boot|index)-/,
};

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
    await buttons
      .nth(at)
      .click({ timeout: 500 })
      .catch(() => undefined);
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

for (const how of ['refused', 'cut off'] as const)
  for (const kind of every === 1
    ? [...whole, ...others]
    : (['HOME', 'TAXON_PRODUCTS', 'CHECKOUT', 'NONE'] as const))
    test(`R2.135 R8.52 with one script or call of a first visit ${how}, no page ends empty or without a way on: ${kind}`, async ({
      browser,
      shop,
      page,
    }) => {
      test.setTimeout(60 * 60_000);
      const context = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'block' });
      const all = await kinds(page, shop);
      const asked = await askedFor(context, all[kind]);
      if (!whole.includes(kind))
        for (const address of (await askedFor(context, all.HOME)).keys()) asked.delete(address);
      const tried = [...asked].filter(
        ([address], at) => (at + 1) % every === 0 || named[kind]?.test(address) === true,
      );
      if (named[kind]) expect(tried.some(([address]) => named[kind]?.test(address))).toBe(true);
      const bad: string[] = [];
      /** Times that something was really kept from a page. */
      let missed = 0;
      for (const [address, by] of tried) {
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
        if (!isStanding) bad.push(address);
        await one.close();
      }
      await context.close();
      expect(bad).toEqual([]);
      if (tried.length > 0) expect(missed).toBeGreaterThan(0);
    });

const day = 24 * 60 * 60 * 1000;

for (const [name, days] of [
  ['31 days later', 31],
  ['400 days later', 400],
  ['a clock that was turned back by a year', -366],
] as const)
  test(`without a connection no page is empty: ${name}`, async ({ page, context, shop, browser }) => {
    test.setTimeout(20 * 60_000);
    // Made elsewhere: this device is a guest's.
    const elsewhere = await browser.newContext({ baseURL: shop.url });
    const seen = await kinds(await elsewhere.newPage(), shop);
    await elsewhere.close();
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
    const addresses = [...new Set(Object.values(seen).map((one) => one.path)), '/en/', '/en/faq'];
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
