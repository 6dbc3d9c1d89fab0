import { startShop } from '#tests/running-shop.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

test('in a shop with English an old address leads to the English page, on a first visit and for a returning visitor; in a language never seen before the link went, header and footer stand around the offline page', async ({
  newContext,
}) => {
  const shop = await startShop({ ACTIVE_LOCALES: 'lt,en' });
  const context = await newContext({ baseURL: shop.url });
  try {
    const page = await context.newPage();
    const first = await page.request.get('/en/akcija', { maxRedirects: 0 });
    expect(first.status()).toBe(301);
    const { location } = first.headers();
    expect(location).toMatch(/^\/en\/(?!akcija)/);
    await installWorker(page);
    await page.goto('/duk');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await test.step('never seen before', async () => {
      await context.setOffline(true);
      await page.goto('/en/faq');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page.getByRole('banner').getByRole('link', { name: /Arimas/ })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.getByRole('main')).toContainText(/connection/i);
      await context.setOffline(false);
    });
    await test.step('a returning visitor', async () => {
      await page.goto('/en/akcija');
      await expect.poll(() => new URL(page.url()).pathname).toBe(location);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    });
  } finally {
    await context.close();
    await shop.stop();
  }
});
