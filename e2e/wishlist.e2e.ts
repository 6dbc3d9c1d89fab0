/** What a guest marks and what they looked at: kept on this device, also without a connection. */
import type { Page } from '@playwright/test';
import { findProduct, isOrdinary, pathOf, whenAlive } from './purchase-steps.ts';
import { expect, test, workerReady } from './shop-fixture.ts';

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

test('R1.35 R2.29 R2.67 R3.68 R3.82 R6.02 R8.48 a guest marks a product: counted, listed, kept over a reload, with no wishlist call', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const product = await findProduct(page, isOrdinary);
  await page.goto(pathOf(product));
  await whenAlive(page);
  await expect(link(page).locator('[data-count]')).toHaveCount(0);
  await heart(page, product.name).click();
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Prekė įtraukta į mėgstamiausias' }),
  ).toBeVisible();
  await expect(link(page).locator('[data-count="1"]')).toBeVisible();
  expect(await listOf(page)).toMatchObject([{ productCode: product.code }]);
  await page.reload();
  await whenAlive(page);
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
  expect(calls.filter((path) => path.includes('wishlist') && path.startsWith('/api'))).toEqual([]);
});

test('R2.122 R4.41 R8.47 the counter goes up and down by one; a mark that cannot be kept leaves it and says so in a red dialog', async ({
  page,
}) => {
  await page.goto('/akcijos');
  await whenAlive(page);
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
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Pašalinti iš mėgstamiausių/ })
    .first()
    .click();
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

test('R3.81 products seen before stand on the next one, newest first', async ({ page }) => {
  const one = await findProduct(page, isOrdinary);
  const two = await findProduct(page, (product) => isOrdinary(product) && product.code !== one.code);
  await page.goto(pathOf(one));
  await whenAlive(page);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('PRODUCTS_RECENTLY_VIEWED')))
    .toContain(one.code);
  await page.goto(pathOf(two));
  await whenAlive(page);
  await expect(page.getByRole('heading', { name: 'Neseniai žiūrėta' })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => JSON.parse(localStorage.getItem('PRODUCTS_RECENTLY_VIEWED') ?? '[]') as string[]),
    )
    .toEqual([two.code, one.code]);
});

test('R0.48 without a connection the marked and the seen products and what was looked for are still there, and one more can be marked', async ({
  page,
  context,
}) => {
  const one = await findProduct(page, isOrdinary);
  const two = await findProduct(page, (product) => isOrdinary(product) && product.code !== one.code);
  await page.goto(pathOf(one));
  await workerReady(page);
  await whenAlive(page);
  await heart(page, one.name).click();
  await expect(link(page).locator('[data-count="1"]')).toBeVisible();
  await page.goto(pathOf(two));
  await whenAlive(page);
  await expect(page.getByRole('heading', { name: 'Neseniai žiūrėta' })).toBeVisible();
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
  await box.focus();
  await expect(
    page.getByRole('listbox', { name: 'Neseniai ieškota' }).getByRole('option', { name: 'kalkės' }),
  ).toBeVisible();
  await page.goto('/megstamiausios');
  for (const product of [one, two])
    await expect(page.getByRole('main').getByRole('link', { name: product.name, exact: true })).toBeVisible();
});

test('a list is shared by its address: whoever opens it sees the goods and takes them over', async ({
  page,
  browser,
  shop,
}) => {
  const one = await findProduct(page, isOrdinary);
  const two = await findProduct(page, (product) => isOrdinary(product) && product.code !== one.code);
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${shop.url}/megstamiausios?codes=${one.code},${two.code},NERA,<script>`);
  await expect(other.getByText('Su jumis pasidalyta 2 prekėmis.')).toBeVisible();
  await other.getByRole('button', { name: 'Visas įtraukti į mano mėgstamiausias' }).click();
  await other.getByRole('main').getByRole('link', { name: 'Į mano mėgstamiausias' }).click();
  for (const product of [one, two])
    await expect(
      other.getByRole('main').getByRole('link', { name: product.name, exact: true }),
    ).toBeVisible();
  expect(await listOf(other)).toHaveLength(2);
  await other.context().close();
});
