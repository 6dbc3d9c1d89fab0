import type { Page } from '@playwright/test';
import { expect, installWorker, test, testWithPictures } from './shop-fixture.ts';

/** Calls of lists that the page makes, counted from now on. */
function listCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/search/products')) calls.push(request.url());
  });
  return calls;
}
const connection = (facts: object) =>
  `Object.defineProperty(navigator, 'connection', { configurable: true, value: Object.assign(new EventTarget(), ${JSON.stringify(facts)}) });`;

test('R0.33 hovering a category issues its data call once, before any click', async ({ page }) => {
  await page.addInitScript(connection({ effectiveType: '4g', saveData: false }));
  await page.goto('/');
  const card = page.locator('main a[href^="/c/"]').first();
  await expect(card).toBeVisible();
  await page.waitForLoadState('networkidle');
  const calls = listCalls(page);
  // The goods of blocks are calls of their own, and so are those of a category that comes under the pointer afterwards.
  const id = /-(\d+)$/.exec((await card.getAttribute('href')) ?? '')?.[1] ?? 'none';
  const ofCategory = () => calls.filter((address) => address.includes(`taxonId=${id}&`));
  // A pointer that comes in a moment in which the shop answers late fetches nothing ahead.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await card.hover();
    await expect.poll(ofCategory, { timeout: 3_000 }).toHaveLength(1);
  }).toPass();
  await page.mouse.move(0, 0);
  await card.hover();
  await card.click();
  await expect(page).toHaveURL(/\/c\//);
  await expect(page.locator('main article').first()).toBeVisible();
  // None is made twice.
  expect(ofCategory()).toHaveLength(1);
  expect(new Set(calls).size).toBe(calls.length);
});

testWithPictures(
  'with a data saver nothing is fetched ahead, and pictures come in one density',
  async ({ page, request }) => {
    await page.addInitScript(connection({ effectiveType: '4g', saveData: true }));
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    const calls = listCalls(page);
    const card = page.locator('main a[href^="/c/"]').first();
    await card.hover();
    await page.waitForLoadState('networkidle');
    expect(calls).toHaveLength(0);
    // The installed shop draws its pages itself.
    await installWorker(page);
    await page.goto((await card.getAttribute('href')) ?? '');
    await expect(page.locator('main article').first()).toBeVisible();
    const sets = await page
      .locator('main article img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).srcset));
    expect(sets.length).toBeGreaterThan(3);
    for (const set of sets) expect(set).toMatch(/ 1x$/);
    // The page as the server wrote it names three densities; asked for sparingly, each is the smallest.
    const address =
      (await page.locator('main article img').first().getAttribute('src'))?.replace('280x320', '840x960') ??
      '';
    const size = async (headers: Record<string, string>) =>
      (await (await request.get(address, { headers })).body()).length;
    expect(await size({ 'save-data': 'on' })).toBeLessThan((await size({})) / 2);
  },
);
