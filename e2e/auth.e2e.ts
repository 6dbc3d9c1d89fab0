/** Signing in and out on the page: what it keeps on the device, what it takes along, and where it leads. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/running-shop.ts';
import { apiMarker, header } from '#contract/endpoints.ts';
import { newCustomer, orderOf } from './account-steps.ts';
import { hasNoFinding } from './axe.ts';
import { fillSignIn, rasa, sendSignIn } from './customer-steps.ts';
import { picture } from './picture.ts';
import { addToCart, cartOf, findProduct, isOrdinary, pathOf, walkTo, whenAlive } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const menu = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Paskyra/ });
/** What the menu of the header offers. */
const entries = (page: Page) => page.getByRole('navigation', { name: 'Paskyra' });
const main = (page: Page) => page.getByRole('main');

async function openMenu(page: Page): Promise<void> {
  await whenAlive(page);
  await menu(page).click();
  await expect(entries(page)).toBeVisible();
}
async function signInHere(page: Page, given = rasa): Promise<void> {
  await page.goto('/auth');
  await whenAlive(page);
  await fillSignIn(page, given);
  await sendSignIn(page);
  await expect.poll(() => stored(page, 'USER_KEY')).toMatch(/^[0-9a-f]{64}$/);
  // The last step of signing in: who goes on before it takes no cart along.
  await expect(page).not.toHaveURL(/\/auth/);
}
/** An answer of the shop that says nothing but its status. */
const refusal = (status: number) => ({
  status,
  headers: { [header.marker]: apiMarker, 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'Refused', code: status }),
});

test('R2.61 R2.18 R5.12 R5.02 R2.62 R7.38 R3.84 R3.85 R3.87 R4.55 R6.08 from a guest’s menu over the two tabs and what the form refuses into a customer’s menu; the tokens of the answer lie on the device', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await openMenu(page);
  await test.step('R2.61 a guest’s menu has sign in and sign up and no log out; sign up opens its tab', async () => {
    await expect(entries(page).getByRole('listitem')).toHaveText(['Prisijungti', 'Registruotis']);
    await expect(entries(page).getByRole('button', { name: 'Atsijungti' })).toHaveCount(0);
    // The keyboard: the arrow goes in, Escape goes back.
    await menu(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(entries(page).getByRole('link', { name: 'Prisijungti' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(entries(page)).toHaveCount(0);
    await expect(menu(page)).toBeFocused();
    await menu(page).click();
    await entries(page).getByRole('link', { name: 'Registruotis' }).click();
    await expect(page).toHaveURL(/\/auth\?tab=sign-up$/);
  });

  const [first, second] = [
    main(page).getByRole('tab', { name: 'Prisijungti' }),
    main(page).getByRole('tab', { name: 'Registruotis' }),
  ];
  await test.step('R2.18 signing in and signing up are two tabs that the arrow keys switch', async () => {
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await expect(main(page).getByRole('tab')).toHaveCount(2);
    await hasNoFinding(page);
    await first.click();
    await expect(main(page).getByRole('textbox', { name: 'Slaptažodis' })).toBeVisible();
    await first.focus();
    await page.keyboard.press('ArrowRight');
    await expect(second).toBeFocused();
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await expect(main(page).getByRole('textbox', { name: 'Slaptažodis' })).toBeHidden();
    await expect(main(page).getByRole('button', { name: 'Toliau: registracijos forma' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(first).toBeFocused();
    await second.click();
    await expect(page).toHaveURL(/tab=sign-up$/);
    await first.click();
  });

  const panel = main(page).getByRole('tabpanel', { name: 'Prisijungti' });
  await test.step('R5.12 R5.02 what is blank or wrong is said in Lithuanian at its field, and the first wrong field has the focus', async () => {
    await sendSignIn(page);
    await expect(panel.getByLabel('El. paštas')).toBeFocused();
    await expect(panel).toContainText('Įrašykite el. pašto adresą.');
    await expect(panel).not.toContainText('Please enter');
    await hasNoFinding(page);
    await openMenu(page);
    await hasNoFinding(page);
    await page.keyboard.press('Escape');
    await fillSignIn(page, { ...rasa, password: 'Ne-tas-1234' });
    await sendSignIn(page);
    await expect(panel.getByRole('alert')).toHaveText('Neteisingas el. paštas arba slaptažodis.');
    // Nothing that was typed is lost, and it can be looked at.
    await expect(panel.getByLabel('El. paštas')).toHaveValue(rasa.email);
    const password = panel.getByRole('textbox', { name: 'Slaptažodis' });
    await expect(password).toHaveValue('Ne-tas-1234');
    await expect(password).toHaveAttribute('type', 'password');
    await panel.getByRole('button', { name: 'Rodyti slaptažodį' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await expect(panel.getByLabel('El. paštas')).toHaveAttribute('autocomplete', 'username');
  });

  await test.step('a failure without words of the shop is told in ours', async () => {
    await context.route('**/authentication-token*', (route) => route.fulfill(refusal(500)));
    await sendSignIn(page);
    await expect(panel.getByRole('alert')).toHaveText('Prisijungti nepavyko');
    await context.unroute('**/authentication-token*');
  });

  await test.step('R2.62 R7.38 R3.84 R3.85 R3.87 R4.55 R6.08 a customer’s menu leads to account and orders and logs out; the tokens of the answer lie on the device', async () => {
    await fillSignIn(page);
    const answered = page.waitForResponse(/\/authentication-token/);
    await sendSignIn(page);
    const response = await answered;
    expect(response.request().postDataJSON()).toEqual(rasa);
    const answer = (await response.json()) as { token: string; refreshToken: string };
    await expect.poll(() => stored(page, 'USER_KEY')).toMatch(/^[0-9a-f]{64}$/);
    await expect(page).not.toHaveURL(/\/auth/);
    expect(await stored(page, 'AUTH_TOKEN')).toBe(answer.token);
    expect(await stored(page, 'AUTH_REFRESH_TOKEN')).toBe(answer.refreshToken);
    expect(await page.context().cookies()).toEqual([]);
    await openMenu(page);
    await expect(entries(page)).toContainText(rasa.email);
    await expect(entries(page).getByRole('link', { name: 'Mano paskyra' })).toHaveAttribute(
      'href',
      '/paskyra',
    );
    await expect(entries(page).getByRole('link', { name: 'Mano užsakymai' })).toHaveAttribute(
      'href',
      '/paskyra/uzsakymas',
    );
    await expect(entries(page).getByRole('listitem')).toHaveText([
      'Mano paskyra',
      'Mano užsakymai',
      'Atsijungti',
    ]);
  });
});

test('without scripts the way into the account is a plain link', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(shop.url);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Paskyra/ })
    .click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText('Prisijungimui reikia „JavaScript“')).toBeVisible();
  await context.close();
});

test('R2.19 R4.63 from the cart the page offers first to buy without registration, which leads to the checkout; who comes from the wishlist is back there after the sign-in, who comes straight is at home', async ({
  page,
}) => {
  await cartOf(page, await findProduct(page, isOrdinary));
  await page.goto('/krepselis');
  await openMenu(page);
  await entries(page).getByRole('link', { name: 'Prisijungti' }).click();
  await main(page).getByRole('link', { name: 'Pirkti be registracijos' }).click();
  await expect(page).toHaveURL(/\/apmokejimas/);
  await expect(page.getByRole('radio', { name: /Kurjeris į namus/ })).toBeVisible();
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
  await test.step('R4.63 from the wishlist and back there', async () => {
    await walkTo(page, '/megstamiausios');
    await expect(main(page).getByRole('heading', { level: 1, name: 'Mėgstamiausios prekės' })).toBeVisible();
    await openMenu(page);
    await entries(page).getByRole('link', { name: 'Prisijungti' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await fillSignIn(page);
    await sendSignIn(page);
    await expect(page).toHaveURL(/\/megstamiausios$/);
    await openMenu(page);
    await entries(page).getByRole('button', { name: 'Atsijungti' }).click();
    await expect(page.getByText('Atsijungėte.').first()).toBeVisible();
    await signInHere(page);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    // Whoever is signed in has no business on the page.
    await page.goto('/auth');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  });
});

/** All that lies in the databases and the local storage of the device, as text. */
const keptText = (page: Page) =>
  page.evaluate(async () => {
    const parts: string[] = [JSON.stringify(Object.entries(localStorage))];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error(name)));
      });
      for (const store of db.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve) => {
          const request = db.transaction(store).objectStore(store).getAll();
          request.addEventListener('success', () => resolve(request.result));
        });
        parts.push(JSON.stringify(all));
      }
      db.close();
    }
    return parts.join('\n');
  });

test('R4.66 R4.67 R4.68 R4.69 R4.70 R4.71 R3.86 R4.72 R0.28 logging out leaves nothing of the customer and their orders, in another tab too', async ({
  page,
  context,
  shop,
}) => {
  await shop.query('delete from wishlist');
  const product = await findProduct(page, isOrdinary);
  // By the form: the key of the customer comes with it.
  await signInHere(page);
  const headers = { Authorization: `Bearer ${(await stored(page, 'AUTH_TOKEN')) ?? ''}` };
  const order = await orderOf(page, { email: rasa.email, bearer: headers }, { [product.defaultVariant]: 1 });
  await page.goto(`/orders/${order.tokenValue}`);
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText(order.number);
  await addToCart(page, product);
  await main(page)
    .getByRole('button', { name: `Įtraukti į mėgstamiausias: ${product.name}` })
    .first()
    .click();
  const wishes = page.getByRole('banner').getByRole('link', { name: /^Mėgstamiausios prekės/ });
  await expect(wishes.locator('[data-count="1"]')).toBeVisible();
  expect(await stored(page, 'CART_TOKEN')).not.toBeNull();
  const other = await context.newPage();
  await other.goto('/');
  await openMenu(other);
  await expect(entries(other).getByRole('button', { name: 'Atsijungti' })).toBeVisible();

  await openMenu(page);
  await expect(entries(page)).toContainText(rasa.email);
  for (const key of ['AUTH_TOKEN', 'AUTH_REFRESH_TOKEN', 'USER_KEY'])
    expect(await stored(page, key)).not.toBeNull();
  await expect.poll(() => keptText(page)).toContain(rasa.email);
  await expect.poll(() => keptText(page)).toContain(order.number);
  const banners = page.waitForRequest(
    (request) => /\/banners\?/.test(request.url()) && request.url().includes('guests'),
  );
  await entries(page).getByRole('button', { name: 'Atsijungti' }).click();
  await banners;
  await expect(page.getByText('Atsijungėte.').first()).toBeVisible();
  for (const key of ['AUTH_TOKEN', 'AUTH_REFRESH_TOKEN', 'CART_TOKEN', 'USER_KEY'])
    expect(await stored(page, key)).toBeNull();
  expect(Math.abs(Date.now() - Date.parse((await stored(page, 'AUTH_LOGOUT_AT')) ?? ''))).toBeLessThan(5_000);
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Krepšelis', exact: true }),
  ).toBeVisible();
  await expect(wishes.locator('[data-count]')).toHaveCount(0);
  await expect(
    main(page)
      .getByRole('button', { name: `Įtraukti į mėgstamiausias: ${product.name}` })
      .first(),
  ).toBeVisible();
  await openMenu(page);
  await expect(entries(page).getByRole('listitem')).toHaveText(['Prisijungti', 'Registruotis']);
  // The other tab has followed by itself.
  await expect(entries(other).getByRole('listitem')).toHaveText(['Prisijungti', 'Registruotis']);
  await expect.poll(() => keptText(page)).not.toContain(rasa.email);
  expect(await keptText(page)).not.toContain(order.tokenValue);
  const keyed: string[] = [];
  page.on('request', (request) => {
    if (request.headers()[header.userKey] !== undefined) keyed.push(request.url());
  });
  await page.goto(pathOf(product));
  await whenAlive(page);
  expect(keyed).toEqual([]);
});

test('R0.28 nothing of what the checkout was told stays on the device after logging out', async ({
  page,
  shop,
}) => {
  const product = await findProduct(page, isOrdinary);
  const person = await newCustomer(page, shop);
  await addToCart(page, product);
  await page.goto('/apmokejimas');
  const token = (await stored(page, 'CART_TOKEN')) ?? '';
  await main(page)
    .getByRole('radio', { name: /Kurjeris iki durų/ })
    .check();
  await main(page).getByRole('button', { name: 'Toliau: adresas' }).click();
  await main(page).getByLabel('Pavardė').fill('Ąžuolaitytė');
  await expect.poll(() => keptText(page)).toContain('Ąžuolaitytė');
  // Without loading anew: what the form has written last is not done with it.
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).not.toHaveURL(/apmokejimas/);
  await openMenu(page);
  await entries(page).getByRole('button', { name: 'Atsijungti' }).click();
  await expect(page.getByText('Atsijungėte.').first()).toBeVisible();
  await expect
    .poll(() => keptText(page))
    .not.toMatch(new RegExp(`Ąžuolaitytė|${person.email}|${token}`, 'u'));
  await expect.poll(() => stored(page, 'CHECKOUT_DRAFT')).toBeNull();
});

test('what has not reached the shop is asked about before logging out, stays on the device, and is sent at the next sign-in', async ({
  page,
  context,
  shop,
}) => {
  const product = await findProduct(page, isOrdinary);
  const person = await newCustomer(page, shop);
  const code = product.variants[0]?.code;
  const pieces = async () =>
    (
      await shop.query(
        `select coalesce(sum(i.quantity), 0)::int as n from order_item i join "order" o on o.id = i.order_id
         join product_variant v on v.id = i.variant_id where o.customer_id = $2 and o.state = 'cart' and v.code = $1`,
        [code, person.id],
      )
    )[0]?.['n'] as number;
  await installWorker(page);
  await addToCart(page, product);
  await expect.poll(pieces).toBe(1);
  await page.goto('/krepselis');
  await whenAlive(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: `Vienu daugiau: ${product.name}` }).click();
  await expect(page.getByText('Laukia išsiuntimo').first()).toBeVisible();
  await openMenu(page);
  await entries(page).getByRole('button', { name: 'Atsijungti' }).click();
  const dialog = page.getByRole('dialog', { name: 'Atsijungti?' });
  await expect(dialog).toContainText('1 jūsų pakeitimas dar nepasiekė parduotuvės.');
  await picture(page, 'log-out-asks');
  await dialog.getByRole('button', { name: 'Likti prisijungus' }).click();
  expect(await stored(page, 'AUTH_REFRESH_TOKEN')).not.toBeNull();
  await expect(entries(page)).toBeVisible();
  await entries(page).getByRole('button', { name: 'Atsijungti' }).click();
  await dialog.getByRole('button', { name: 'Atsijungti' }).click();
  await expect.poll(() => stored(page, 'AUTH_REFRESH_TOKEN')).toBeNull();
  await context.setOffline(false);
  await signInHere(page, person);
  await expect.poll(pieces).toBe(2);
});

test('R4.76 R8.16 R8.17 R4.75 R7.11 a token that is over is renewed with both; when the shop ends the sign-in the visitor is at the sign-in page, and back after it', async ({
  page,
  context,
}) => {
  await page.goto('/');
  // A sign-in of long ago: neither token is good any more, and the device has nothing of the customer's.
  await page.evaluate(() => {
    for (const key of ['AUTH_TOKEN', 'AUTH_REFRESH_TOKEN', 'USER_KEY']) localStorage.setItem(key, 'a.b.c');
  });
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
  expect((await renewal).status()).toBe(200);
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

for (const when of ['looked at', 'used'] as const)
  test(`with site data blocked, when it is ${when}, a person signs in for as long as the page is open, and a refusal is said`, async ({
    page,
  }) => {
    await blockSiteData(page, when);
    await page.goto('/auth');
    await whenAlive(page);
    await fillSignIn(page, { ...rasa, password: 'Wrong-Word-1' });
    await sendSignIn(page);
    await expect(main(page).getByRole('alert')).toContainText('Neteisingas el. paštas arba slaptažodis');
    await fillSignIn(page);
    await sendSignIn(page);
    await expect(page).not.toHaveURL(/\/auth/);
    await expect(page.getByText('Prisijungėte').first()).toBeVisible();
    await menu(page).click();
    await expect(entries(page).getByText(rasa.email)).toBeVisible();
  });
