/** Copies of the device shown first, and fresh answers behind them. */
import { whenHydrated } from './purchase-steps.ts';
import { expect, saved, test } from './shop-fixture.ts';
import { categoryGoods, keptByWorker, secondVisit } from './offline-steps.ts';

test('R0.16 R0.45 the saved list shows at once, what changed is fetched behind it and shown, by a slow network and by a quick one', async ({
  page,
  context,
  shop,
}) => {
  const { taxon, products } = await categoryGoods(page);
  await secondVisit(page, taxon.path);
  await page.waitForLoadState('networkidle');
  const taxonId = taxon.path.split('-').at(-1) ?? '';
  let slowBy = 0;
  await context.route('**/api/v2/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, slowBy));
    await route.continue().catch(() => {});
  });
  for (const [round, ms] of [5_000, 0].entries())
    await test.step(`network slow by ${String(ms)} ms`, async () => {
      const newName = `Pavadinimas po ${String(round + 1)} pakeitimo`;
      await shop.query('update product set name = jsonb_set(name, $1, $2) where id = $3', [
        '{lt}',
        JSON.stringify(newName),
        products[0]?.path.split('-').at(-1),
      ]);
      // After it has read its goods anew the shop rests ten times as long as that took: on a slow machine half a minute.
      await expect
        .poll(
          async () =>
            (
              await page.request.get(`/api/v2/shop/search/products?taxonId=${taxonId}&itemsPerPage=24`)
            ).text(),
          { timeout: 60_000 },
        )
        .toContain(newName);
      slowBy = ms;
      // A minute later: what was saved just now would not be asked about.
      await page.clock.setSystemTime(Date.now() + (round + 1) * 60_000);
      const startedAt = Date.now();
      await page.reload();
      await expect(page.locator('main article').first()).toBeVisible({ timeout: 3_500 });
      if (ms > 0) {
        expect(Date.now() - startedAt).toBeLessThan(ms);
        await expect(page.getByText(newName)).toHaveCount(0);
      }
      await expect(page.getByText(newName).first()).toBeVisible();
      // The worker's own copy is the new one too: what is shown next time.
      await expect.poll(() => keptByWorker(page, `taxonId=${taxonId}`)).toContain(newName);
    });
});

test('R0.17 R0.18 menus and texts come from the copy when the shop is slow or silent', async ({
  page,
  context,
}) => {
  await secondVisit(page);
  await page.waitForLoadState('networkidle');
  const ask = (call: { path: string; locale: string }) =>
    page.evaluate(async ({ path, locale }) => {
      const startedAt = performance.now();
      const answer = await fetch(path, { headers: { 's-locale': locale, 's-channel': 'retail' } });
      return {
        status: answer.status,
        copy: answer.headers.get('x-shop-copy'),
        text: await answer.text(),
        took: performance.now() - startedAt,
      };
    }, call);
  // A menu that a screen of this width has not fetched, and the texts of a language that it does not show.
  const calls = [
    { path: '/api/v2/shop-menus/retail-mobile', locale: 'lt' },
    { path: '/api/v2/translations/shop', locale: 'et' },
  ];
  for (const call of calls) expect(await ask(call)).toMatchObject({ status: 200, copy: null });
  for (const call of [...calls, { path: '/api/v2/translations/shop', locale: 'lt' }])
    await expect.poll(async () => (await ask(call)).copy).toBe('1');
  await context.setOffline(true);
  for (const call of calls) {
    const kept = await ask(call);
    expect(kept).toMatchObject({ status: 200, copy: '1' });
    // Less than the delay of a shop that the row names; how quick it is the benches measure.
    expect(kept.took).toBeLessThan(3_000);
  }
  // A first visit that ended early has left nothing but what the worker keeps.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('arimas-start');
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('values', 'readwrite');
          writing.objectStore('values').clear();
          writing.addEventListener('complete', () => resolve());
        });
      }),
  );
  await page.goto('/krepselis');
  await expect(page.getByRole('navigation', { name: 'Prekės' }).getByText('Trąšos').first()).toBeVisible();
  await expect(page.getByText('Krepšelis tuščias. Rinkitės kategoriją')).toBeVisible();
});

test('R0.24 R0.26 without worker and caches a category seen before still shows from IndexedDB', async ({
  page,
}) => {
  const { taxon, products } = await categoryGoods(page);
  await secondVisit(page, taxon.path);
  await saved(page, '"list"');
  const name = await page.locator('main article h2').first().innerText();
  // No worker comes again: this page may only now be about to ask for its own.
  const noWorker = () => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('No worker'));
  };
  await page.addInitScript(noWorker);
  await page.evaluate(noWorker);
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
    for (const key of await caches.keys()) await caches.delete(key);
  });
  expect(await page.evaluate(() => Object.values<string>(localStorage).join(' '))).not.toContain(name);
  // From now on the server gives pages and no answers.
  await page.route('**/api/v2/**', (route) => route.abort());
  // The page that comes from the server is another one: only the device has the list.
  await page.goto(products[0]?.path ?? '');
  await whenHydrated(page);
  await page.locator(`main a[href="${taxon.path}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1, name: taxon.name })).toBeVisible();
  await expect(page.locator('main article h2').first()).toHaveText(name);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});
