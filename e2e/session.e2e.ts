/** A sign-in that is over, one that acts for a customer, and one without site data. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/running-shop.ts';
import {
  entries,
  fillSignIn,
  main,
  menu,
  openMenu,
  rasa,
  refusal,
  sendSignIn,
  stored,
} from './customer-steps.ts';
import { whenHydrated } from './purchase-steps.ts';
import { expect, layOnDevice, test } from './shop-fixture.ts';

test('R4.76 R7.58 R8.16 R8.17 R4.75 R7.11 a token that is over is renewed with both; when the shop ends the sign-in the visitor is at the sign-in page, and back after it', async ({
  page,
  context,
}) => {
  // A sign-in of long ago: neither token is good any more, and the device has nothing of the customer's.
  await layOnDevice(page, { AUTH_TOKEN: 'a.b.c', AUTH_REFRESH_TOKEN: 'a.b.c', USER_KEY: 'a.b.c' });
  await context.route('**/refresh-token', (route) => route.fulfill(refusal(401)));
  await page.goto('/megstamiausios');
  await expect(page).toHaveURL(/\/auth$/);
  await expect(main(page).getByRole('alert')).toContainText('Jūsų prisijungimas baigėsi.');
  for (const key of ['AUTH_TOKEN', 'AUTH_REFRESH_TOKEN', 'USER_KEY'])
    await expect.poll(() => stored(page, key)).toBeNull();
  await context.unroute('**/refresh-token');
  await fillSignIn(page);
  await sendSignIn(page);
  await expect(page).toHaveURL(/\/megstamiausios$/);
  const before = await stored(page, 'AUTH_REFRESH_TOKEN');
  await page.evaluate(() => localStorage.setItem('AUTH_TOKEN', 'a.b.c'));
  const renewal = page.waitForResponse('**/refresh-token');
  await page.reload();
  const renewed = await renewal;
  expect(renewed.status()).toBe(200);
  expect(renewed.request().postDataJSON()).toEqual({ refreshToken: before });
  await expect.poll(() => stored(page, 'AUTH_TOKEN')).toMatch(/^(?!a\.b\.c$)/);
  expect(await stored(page, 'AUTH_REFRESH_TOKEN')).not.toBe(before);
  await expect(page).toHaveURL(/\/megstamiausios$/);
});

/** What the shopkeeper's command prints: the address that acts for a customer, and the token in it. */
async function addressToActAs(shop: RunningShop, email: string): Promise<{ xAuth: string; token: string }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/shop.ts', 'impersonate', email, 'keeper'],
    { env: { ...process.env, DATABASE_URL: shop.database.url, DATA_DIR: shop.dataDir } },
  );
  const xAuth = new URL(stdout.trim()).searchParams.get('x-auth') ?? '';
  const { token } = JSON.parse(Buffer.from(xAuth, 'base64url').toString()) as { token: string };
  return { xAuth, token };
}

test('R4.87 R4.88 R4.89 a token that was made for it signs in by the address as its customer, leaves the address as it was, and is ended in the strip; a broken one, and a customer’s own, change nothing', async ({
  page,
  shop,
}) => {
  const answer = await page.request.post('/api/v2/shop/authentication-token', { data: rasa });
  const own = ((await answer.json()) as { token: string }).token;
  const { xAuth, token } = await addressToActAs(shop, rasa.email);
  await page.goto('/p/paieska?query=a%26b&x-auth=%%%&page=2');
  await expect(page).toHaveURL(/\/p\/paieska\?query=a%26b&page=2$/);
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
  // A link with somebody's own token brings nobody into their account.
  await page.goto(`/?x-auth=${encodeURIComponent(btoa(JSON.stringify({ token: own })))}`);
  await expect(page).toHaveURL(/\/$/);
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();

  const length = await page.evaluate(() => history.length);
  const asked = page.waitForRequest('**/customers/me');
  const told: (string | undefined)[] = [];
  page.on('request', (request) => told.push(request.headers()['referer']));
  const opened = await page.goto(`/p/paieska?query=a%26b&x-auth=${xAuth}&page=2#x`);
  expect(opened?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  expect((await asked).headers()['authorization']).toBe(`Bearer ${token}`);
  await expect(page).toHaveURL(/\/p\/paieska\?query=a%26b&page=2#x$/);
  expect(await page.evaluate(() => history.length)).toBe(length + 1);
  expect(told.filter((address) => address?.includes('x-auth'))).toEqual([]);
  expect(await stored(page, 'AUTH_TOKEN')).toBe(token);
  await expect(page.getByText(`Veikiate kliento vardu: ${rasa.email}`)).toBeVisible();
  await openMenu(page);
  await expect(entries(page)).toContainText(rasa.email);
  await page.keyboard.press('Escape');
  // A broken one leaves who is here.
  await page.goto('/?x-auth=%%%');
  await expect(page).toHaveURL(/\/$/);
  expect(await stored(page, 'AUTH_TOKEN')).toBe(token);
  await page.getByRole('button', { name: 'Baigti' }).click();
  await expect.poll(() => stored(page, 'AUTH_TOKEN')).toBeNull();
  await expect(page.getByText('Veikiate kliento vardu')).toBeHidden();
});

/** Site data blocked in the browser's settings: in one browser a look at a door to it throws, in another only its use. */
const blockSiteData = (page: Page, when: 'looked at' | 'used') =>
  page.addInitScript((moment) => {
    const denied = () => new DOMException('Access is denied for this document.', 'SecurityError');
    const get = () => {
      throw denied();
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, get });
    if (moment === 'looked at') {
      for (const name of ['indexedDB', 'caches'])
        Object.defineProperty(window, name, { configurable: true, get });
      for (const name of ['serviceWorker', 'locks', 'storage'])
        Object.defineProperty(navigator, name, { configurable: true, get });
      return;
    }
    IDBFactory.prototype.open = get;
    IDBFactory.prototype.databases = () => Promise.reject(denied());
    for (const name of ['open', 'match', 'keys', 'has', 'delete'] as const)
      Object.assign(CacheStorage.prototype, { [name]: () => Promise.reject(denied()) });
    LockManager.prototype.request = () => Promise.reject(denied());
    StorageManager.prototype.estimate = () => Promise.reject(denied());
    ServiceWorkerContainer.prototype.register = () => Promise.reject(denied());
    ServiceWorkerContainer.prototype.getRegistration = () => Promise.reject(denied());
  }, when);

test('with site data blocked, when it is looked at or when it is used, a person signs in for as long as the page is open, and a refusal is said', async ({
  context,
}) => {
  for (const when of ['looked at', 'used'] as const)
    await test.step(when, async () => {
      const page = await context.newPage();
      await blockSiteData(page, when);
      await page.goto('/auth');
      await whenHydrated(page);
      await fillSignIn(page, { ...rasa, password: 'Wrong-Word-1' });
      await sendSignIn(page);
      await expect(main(page).getByRole('alert')).toContainText('Neteisingas el. paštas arba slaptažodis');
      await fillSignIn(page);
      await sendSignIn(page);
      await expect(page).not.toHaveURL(/\/auth/);
      await expect(page.getByText('Prisijungėte').first()).toBeVisible();
      await menu(page).click();
      await expect(entries(page).getByText(rasa.email)).toBeVisible();
      await page.close();
    });
});

test('R4.57 R4.91 after a sign-in customer, wishlists and bars are asked for side by side, and the others come though the shop fails with the customer', async ({
  page,
}) => {
  const asked = new Set<string>();
  let all = () => {};
  const together = new Promise<void>((resolve) => (all = resolve));
  await page.route(/\/api\/v2\/shop\/(?:customers\/me|wishlists|banners)(?:\?|$)/, async (route) => {
    asked.add(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    if (asked.size === 3) all();
    // None is answered before all are there.
    await together;
    await (route.request().url().endsWith('/me') ? route.fulfill(refusal(500)) : route.continue());
  });
  const answered = (call: string) =>
    page.waitForResponse((response) => response.url().includes(call) && response.ok());
  const answers = Promise.all(['/shop/wishlists', 'displayFor%5B%5D=registered'].map(answered));
  await page.goto('/auth');
  await whenHydrated(page);
  await fillSignIn(page);
  await sendSignIn(page);
  await answers;
  await expect(page).not.toHaveURL(/\/auth/);
  await expect(page.getByRole('region', { name: 'Pranešimas', exact: true })).toBeVisible();
});
