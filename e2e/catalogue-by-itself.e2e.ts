/** A small catalogue comes to the device by itself (decision 27), also where the browser tells nothing of its link. */
import type { Page } from '@playwright/test';
import { whenAlive } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

test.use({ catalogueComes: true });

/** As in browsers that say nothing of their link, or say that much. */
const linkIs = (page: Page, facts: Record<string, unknown> | undefined) =>
  page.addInitScript((given) => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => given, configurable: true });
  }, facts);

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('POCKET_KEPT'));

test('one visit, then no connection: products never seen are found by search and open; the line says so once', async ({
  page,
  context,
}) => {
  await linkIs(page, undefined);
  const { data } = (await (
    await page.request.get('/api/v2/shop/search/products?itemsPerPage=100&facets=0')
  ).json()) as { data: { id: number; slug: string; name: string }[] };
  const goods = data.filter((_, index) => index % 25 === 7);
  expect(goods.length).toBeGreaterThan(2);
  await installWorker(page);
  await page.goto('/duk');
  await expect.poll(() => kept(page)).toBe('retail lt');
  const line = page.getByText(/Katalogas jau šiame įrenginyje \(\d/);
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: 'Gerai' }).click();
  await expect(line).toHaveCount(0);
  await context.setOffline(true);
  for (const { id, slug, name } of goods) {
    await page.goto(`/p/paieska?query=${encodeURIComponent(name)}`);
    await page.locator(`main a[href="/p/${slug}-${id}"]`).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  await expect(line).toHaveCount(0);
});

test('who saves data is brought no catalogue, and the offline page offers it for the next time', async ({
  page,
  context,
}) => {
  await linkIs(page, { effectiveType: '4g', saveData: true });
  await installWorker(page);
  await page.goto('/duk');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await kept(page)).toBeNull();
  await context.setOffline(true);
  await page.goto('/naujienos');
  const offer = page.getByRole('button', { name: 'Laikyti katalogą' });
  await offer.click();
  await expect(page.getByText(/Katalogas bus atsiųstas, kai tik bus ryšys/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('POCKET'))).toBe('on');
});

test('what came by itself and is removed in its line does not come back', async ({ page }) => {
  await linkIs(page, undefined);
  await installWorker(page);
  await page.goto('/duk');
  await page.getByRole('button', { name: 'Pašalinti' }).click();
  await expect.poll(() => kept(page)).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('POCKET'))).toBe('off');
  await page.reload();
  await whenAlive(page);
  await page.waitForLoadState('networkidle');
  expect(await kept(page)).toBeNull();
});
