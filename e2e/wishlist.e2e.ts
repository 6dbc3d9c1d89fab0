/**
 * What a guest marks and what they looked at: kept on this device, also without a connection. What a customer marks: kept at
 * the shop.
 */
import type { Page } from '@playwright/test';
import { signIn } from './customer-steps.ts';
import { findProduct, isOrdinary, pathOf, walkTo, whenHydrated } from './purchase-steps.ts';
import { keptRecords } from './offline-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

const link = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Mėgstamiausios prekės/ });
const listOf = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('PRODUCTS_WISHLIST') ?? '[]') as { productCode: string }[],
  );
const heart = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: `Įtraukti į mėgstamiausias: ${name}` })
    .first();
const trash = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: `Pašalinti iš mėgstamiausių: ${name}` })
    .first();

test('R1.35 R2.29 R2.67 R3.68 R3.82 R6.02 R8.48 R2.122 R4.41 R8.47 a guest marks a product: counted, listed, kept over a reload, with no wishlist call; a list that was shared is taken over; the counter goes up and down by one; a mark that cannot be kept leaves it and says so in a red dialog', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const product = await findProduct(page, isOrdinary);
  await page.goto(pathOf(product));
  await whenHydrated(page);
  await expect(link(page).locator('[data-count]')).toHaveCount(0);
  await heart(page, product.name).click();
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Prekė įtraukta į mėgstamiausias' }),
  ).toBeVisible();
  await expect(link(page).locator('[data-count="1"]')).toBeVisible();
  expect(await listOf(page)).toMatchObject([{ productCode: product.code }]);
  await page.reload();
  await whenHydrated(page);
  await expect(trash(page, product.name)).toBeVisible();
  await link(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mėgstamiausios prekės' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: product.name, exact: true })).toBeVisible();
  await trash(page, product.name).click();
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Prekė pašalinta iš mėgstamiausių' }),
  ).toBeVisible();
  await expect(page.getByText(/Dar nieko nepažymėjote/)).toBeVisible();
  await expect(link(page).locator('[data-count]')).toHaveCount(0);
  await test.step('a list is shared by its address: whoever opens it sees the goods and takes them over', async () => {
    const one = product;
    const two = await findProduct(page, (other) => isOrdinary(other) && other.code !== one.code);
    await walkTo(page, `/megstamiausios?codes=${one.code},${two.code},NERA,<script>`);
    await expect(page.getByText('Su jumis pasidalyta 2 prekėmis.')).toBeVisible();
    await page.getByRole('button', { name: 'Visas įtraukti į mano mėgstamiausias' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Į mano mėgstamiausias' }).click();
    for (const { name } of [one, two])
      await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible();
    expect(await listOf(page)).toHaveLength(2);
    await page.evaluate(() => localStorage.removeItem('PRODUCTS_WISHLIST'));
  });
  await test.step('R2.122 R4.41 R8.47 the counter', async () => {
    await page.goto('/akcijos');
    await whenHydrated(page);
    const hearts = page.getByRole('main').getByRole('button', { name: /^Įtraukti į mėgstamiausias/ });
    const names = await hearts.evaluateAll((buttons) =>
      buttons.slice(0, 4).map((button) => button.getAttribute('aria-label') ?? ''),
    );
    const count = (n: number) => expect(link(page).locator(`[data-count="${String(n)}"]`)).toBeVisible();
    for (const [place, name] of names.slice(0, 3).entries()) {
      await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
      await count(place + 1);
    }
    // No product was opened by it.
    await expect(page).toHaveURL(/\/akcijos$/);
    // By key: a second press of the pointer would come so soon that it counts as half of a double one.
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Pašalinti iš mėgstamiausių/ })
      .first()
      .press('Enter');
    await count(2);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page
      .getByRole('main')
      .getByRole('button', { name: names[3] ?? '', exact: true })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Mėgstamiausios prekės' });
    await expect(dialog.getByRole('alert')).toContainText('Prekės įtraukti į mėgstamiausias nepavyko.');
    await count(2);
  });
  expect(calls.filter((path) => path.includes('wishlist') && path.startsWith('/api'))).toEqual([]);
});

/** The device has noted that the product was looked at: not in the first moments of its page. */
const seen = (page: Page, code: string) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('PRODUCTS_RECENTLY_VIEWED'))).toContain(code);

/** The device has the card of the marked product: its picture and price follow the mark. */
const cardKept = (page: Page, code: string) =>
  expect
    .poll(async () =>
      (await keptRecords(page)).filter((one) => one.includes('["visitor","wished"')).join('\n'),
    )
    .toContain(code);

test('R0.48 R3.81 products seen before stand on the next one, newest first; without a connection the marked and the seen products and what was looked for are still there, and one more can be marked', async ({
  page,
  context,
}) => {
  const one = await findProduct(page, isOrdinary);
  const two = await findProduct(page, (product) => isOrdinary(product) && product.code !== one.code);
  await installWorker(page);
  await page.goto(pathOf(one));
  await whenHydrated(page);
  await heart(page, one.name).click();
  await expect(link(page).locator('[data-count="1"]')).toBeVisible();
  await seen(page, one.code);
  await walkTo(page, pathOf(two));
  await whenHydrated(page);
  await expect(page.getByRole('heading', { name: 'Neseniai žiūrėta' })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => JSON.parse(localStorage.getItem('PRODUCTS_RECENTLY_VIEWED') ?? '[]') as string[]),
    )
    .toEqual([two.code, one.code]);
  const box = page.getByRole('search').first().getByRole('combobox');
  await box.fill('kalkės');
  await box.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('kalkės');
  await page.goto('/megstamiausios');
  await expect(page.getByRole('main').getByRole('link', { name: one.name, exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.goto(pathOf(two));
  await expect(page.getByRole('heading', { name: 'Neseniai žiūrėta' })).toBeVisible();
  await heart(page, two.name).click();
  await expect(link(page).locator('[data-count="2"]')).toBeVisible();
  await cardKept(page, two.code);
  await box.focus();
  await expect(
    page.getByRole('listbox', { name: 'Neseniai ieškota' }).getByRole('option', { name: 'kalkės' }),
  ).toBeVisible();
  await page.goto('/megstamiausios');
  for (const product of [one, two])
    await expect(page.getByRole('main').getByRole('link', { name: product.name, exact: true })).toBeVisible();
});

/** Calls of the wishlist as the page made them, in their order. */
function wishlistCalls(page: Page): { method: string; path: string; body: unknown }[] {
  const calls: { method: string; path: string; body: unknown }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v2/shop/wishlists'))
      calls.push({
        method: request.method(),
        path: pathname.replace('/api/v2/shop/wishlists', ''),
        body: request.postDataJSON() as unknown,
      });
  });
  return calls;
}
const counter = (page: Page, count: number) =>
  count === 0
    ? expect(link(page).locator('[data-count]')).toHaveCount(0)
    : expect(link(page).locator(`[data-count="${String(count)}"]`)).toBeVisible();

test('R7.55 R7.56 R7.57 R3.69 R3.70 R4.38 R4.39 R4.40 R4.41 R8.46 R8.48 a customer’s heart is a call: refused by the shop it says so in a red dialog and the counter stays; posted it is busy meanwhile, listed on any device, taken out of the last list', async ({
  page,
  shop,
}) => {
  await shop.query('delete from wishlist');
  const calls = wishlistCalls(page);
  const product = await findProduct(page, isOrdinary);
  const bearer = await signIn(page);
  // Two lists: the last is in use.
  await page.request.get('/api/v2/shop/wishlists', { headers: bearer });
  const last = 'z'.repeat(32);
  await shop.query(`insert into wishlist (customer_id, token) select customer_id, $1 from wishlist`, [last]);
  await page.goto(pathOf(product));
  await whenHydrated(page);
  await expect.poll(() => calls).toEqual([{ method: 'GET', path: '', body: null }]);
  const button = heart(page, product.name);
  await test.step('R8.46 R4.41 the shopkeeper stops selling it while the page is open', async () => {
    await shop.query('update product set enabled = false where code = $1', [product.code]);
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Mėgstamiausios prekės' });
    await expect(dialog.getByRole('alert')).toHaveText('Ši prekė nebeparduodama.');
    await counter(page, 0);
    await shop.query('update product set enabled = true where code = $1', [product.code]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });
  await test.step('R4.38 while the shop is asked a second press does nothing', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v2/shop/wishlists', async (route) => {
      await held;
      await route.continue();
    });
    calls.length = 0;
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await button.click();
    await counter(page, 0);
    release();
    await expect(trash(page, product.name)).toBeVisible();
    await expect(trash(page, product.name)).not.toHaveAttribute('aria-busy');
    await counter(page, 1);
    expect(calls.map(({ method }) => method)).toEqual(['POST']);
  });
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Prekė įtraukta į mėgstamiausias' }),
  ).toBeVisible();
  await counter(page, 1);
  expect(calls.at(-1)).toEqual({
    method: 'POST',
    path: '',
    body: { products: [{ productCode: product.code, productVariantCode: product.variants[0]?.code }] },
  });
  expect(await listOf(page)).toEqual([]);
  // The shop has it, and so has the next start.
  await page.reload();
  await whenHydrated(page);
  await counter(page, 1);
  await link(page).click();
  await expect(page.getByRole('main').getByRole('link', { name: product.name, exact: true })).toBeVisible();
  await trash(page, product.name).click();
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Prekė pašalinta iš mėgstamiausių' }),
  ).toBeVisible();
  await expect(page.getByText(/Dar nieko nepažymėjote/)).toBeVisible();
  await counter(page, 0);
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: `/${last}/product/${product.code}` });
});

test('R4.58 R4.60 what a guest had marked joins the customer’s list, each product once; the page shows it without a connection too', async ({
  page,
  context,
  shop,
}) => {
  await shop.query('delete from wishlist');
  const a = await findProduct(page, isOrdinary);
  const b = await findProduct(page, (one) => isOrdinary(one) && one.code !== a.code);
  const c = await findProduct(page, (one) => isOrdinary(one) && ![a.code, b.code].includes(one.code));
  await installWorker(page);
  await page.goto(pathOf(b));
  await whenHydrated(page);
  for (const product of [b, a]) {
    await walkTo(page, pathOf(product));
    await heart(page, product.name).click();
    await expect(trash(page, product.name)).toBeVisible();
  }
  const headers = await signIn(page);
  await page.request.post('/api/v2/shop/wishlists', {
    headers,
    data: { products: [{ productCode: b.code }, { productCode: c.code }] },
  });
  await page.goto('/megstamiausios');
  await whenHydrated(page);
  await counter(page, 3);
  await expect.poll(() => listOf(page)).toEqual([]);
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(titles).toHaveText([a.name, b.name, c.name]);
  await context.setOffline(true);
  await page.reload();
  await expect(titles).toHaveText([a.name, b.name, c.name]);
  await counter(page, 3);
  // Nothing personal lies in the worker's caches.
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map((request) => request.url);
  });
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter((url) => url.includes('/wishlists'))).toEqual([]);
});
