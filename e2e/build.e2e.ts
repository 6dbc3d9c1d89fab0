import { expect, test, workerReady } from './shop-fixture.ts';

test.use({ workerComes: true });

test('R0.06 journeys meet the production build, and its service worker may run', async ({ page, shop }) => {
  await page.goto('/');
  // Only a build has scripts under their hashes, and only a development server has Vite's own client.
  const scripts = await page
    .locator('script[src]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('src') ?? ''));
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toMatch(/^\/assets\/[\w-]+-[\w-]{7}\.js$/);
  expect((await page.request.get(`${shop.url}/@vite/client`)).status()).toBe(404);
  await workerReady(page);
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${shop.url}/sw.js`);
});
