/** What is about pictures themselves: the other journeys are not shown any. */
import type { Page } from '@playwright/test';
import { findProduct, isOrdinary, pathOf, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, testWithPictures as test } from './shop-fixture.ts';

test('R0.08 R0.22 the pictures of a product by keyboard: another one is chosen, seen large, and the focus comes back; seen once they show offline, one that was never fetched is a drawing of the shop until there is a connection; each icon has the size that the manifest says, one is maskable', async ({
  page,
  context,
}) => {
  await installWorker(page);
  await page.goto(pathOf(await findProduct(page, isOrdinary)));
  const picture = page.getByRole('main').locator('img').first();
  const isShown = () =>
    expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await isShown();
  await test.step('R0.08 icons', () => haveTheirSizes(page));
  await test.step('by keyboard', () => walkThrough(page));
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.reload();
  await isShown();
  await test.step('one that was never fetched is drawn, and comes with the connection', () =>
    comesWithTheConnection(page));
});

/** Nothing of a drawing is kept, and the page need not be loaded again. */
async function comesWithTheConnection(page: Page): Promise<void> {
  const answer = await page.request.get('/api/v2/shop/search/products?itemsPerPage=1&page=40&facets=0');
  const { data } = (await answer.json()) as { data: { images: { path: string }[] }[] };
  await page.evaluate((path) => {
    const picture = new Image(280, 320);
    picture.id = 'missed';
    picture.srcset = `/images/420x480/${path} 1x`;
    picture.src = `/images/280x320/${path}`;
    document.querySelector('main')?.prepend(picture);
  }, data[0]?.images[0]?.path ?? '');
  const missed = page.locator('#missed');
  await expect(missed).toHaveCSS('content', /missing-picture\.svg/);
  await page.context().setOffline(false);
  await expect(missed).toHaveCSS('content', 'normal');
  expect(await missed.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(420);
}

async function haveTheirSizes(page: Page): Promise<void> {
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
}

async function walkThrough(page: Page): Promise<void> {
  const second = page.getByRole('main').locator('ul button[aria-label]').nth(1);
  await whenHydrated(page, second);
  const picture = page.getByRole('main').locator('img').first();
  const before = await picture.getAttribute('src');
  const zoom = page.getByRole('main').getByRole('button', { name: 'Padidinti' });
  await zoom.focus();
  // From the button the way leads to the pictures in their order.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(second).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(second).toHaveAttribute('aria-current', 'true');
  await expect(picture).not.toHaveAttribute('src', before ?? '');
  const shown = await picture.getAttribute('alt');
  await zoom.focus();
  for (const leave of ['Escape', 'Enter']) {
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('img')).toHaveAttribute('alt', shown ?? '');
    // The focus is inside: the first thing there closes.
    await expect(dialog.getByRole('button', { name: 'Uždaryti' })).toBeFocused();
    await page.keyboard.press(leave);
    await expect(dialog).toBeHidden();
    await expect(zoom).toBeFocused();
  }
}
