/** `PICTURES=docs/pictures playwright test field link …`: what a shopper sees where they have to decide something, as on a phone. */
import type { Page } from '@playwright/test';

/** The page from its top to the end of what it is about, 360 px wide. Does nothing in an ordinary run. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder === undefined) return;
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 720 });
  const end = await page
    .locator('main')
    .evaluate((main) => scrollY + (main.lastElementChild ?? main).getBoundingClientRect().bottom);
  await page.setViewportSize({ width: 360, height: Math.min(Math.max(Math.ceil(end) + 24, 480), 1600) });
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await document.fonts.ready;
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.all(pictures.map((one) => one.decode().catch(() => {})));
  });
  await page.screenshot({ path: `${folder}/${name}.png` });
  if (before) await page.setViewportSize(before);
}
