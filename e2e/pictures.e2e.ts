/** What is about pictures themselves: the other journeys are not shown any. */
import { findProduct, isOrdinary, pathOf } from './purchase-steps.ts';
import { expect, installWorker, testWithPictures as test } from './shop-fixture.ts';

test('R0.08 each icon has the size that the manifest says, one is maskable', async ({ page }) => {
  await page.goto('/');
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string; sizes: string; purpose?: string }[];
    screenshots: { src: string; sizes: string }[];
  };
  expect(manifest.icons.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.some((icon) => icon.purpose === 'maskable')).toBe(true);
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const { src, sizes } of [
    ...manifest.icons,
    ...manifest.screenshots,
    { src: touch ?? '', sizes: '180x180' },
  ]) {
    const answer = await page.request.get(src);
    expect(answer.status(), src).toBe(200);
    expect(answer.headers()['content-type']).toMatch(/^image\//);
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
});

test('R0.22 pictures seen once show offline', async ({ page, context }) => {
  const path = pathOf(await findProduct(page, isOrdinary));
  await installWorker(page);
  await page.goto(path);
  const picture = page.getByRole('main').locator('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.reload();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});
