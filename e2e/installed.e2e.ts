import { fillSignIn, sendSignIn } from './customer-steps.ts';
import { walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, saved, test, workerReady } from './shop-fixture.ts';
import { categoryGoods, secondVisit } from './offline-steps.ts';

test.describe('by itself', () => {
  test.use({ workerComes: true });

  test('R0.07 R0.09 R0.10 R0.11 R0.12 from the manifest and the button to a shop that opens without a connection: its worker controls the whole site, files come from its caches, the shell and a screen never visited open', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await test.step('R0.07 the manifest says how the shop stands on a home screen', async () => {
      const address = await page.locator('link[rel=manifest]').getAttribute('href');
      const answer = await page.request.get(address ?? '');
      expect(await answer.json()).toMatchObject({
        short_name: 'Arimas',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        lang: 'lt',
        id: '/',
      });
      const manifest = (await answer.json()) as Record<string, unknown>;
      for (const field of [
        'name',
        'theme_color',
        'background_color',
        'description',
        'shortcuts',
        'screenshots',
      ])
        expect(manifest[field]).toBeTruthy();
      // The icon leads to search, cart and what waits.
      expect((manifest['shortcuts'] as { url: string }[]).map(({ url }) => url)).toEqual([
        '/p/paieska',
        '/greitas-uzsakymas',
        '/krepselis',
        '/laukia',
      ]);
    });
    await test.step('R0.09 the shop can be put on the home screen by its own button, asked once', async () => {
      const button = page.getByRole('button', { name: 'Įdiegti parduotuvę' });
      await expect(button).toHaveCount(0);
      const offer = () =>
        page.evaluate(() => {
          const counter = window as { asked?: number };
          const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
            prompt: () => {
              counter.asked = (counter.asked ?? 0) + 1;
              return Promise.resolve();
            },
          });
          dispatchEvent(event);
          return event.defaultPrevented;
        });
      // What listens is fetched after the first paint; the footer is hydrated when somebody moves towards it.
      await expect.poll(offer).toBe(true);
      await page.mouse.wheel(0, 5_000);
      await expect(button).toBeVisible();
      await button.click();
      await expect(button).toHaveCount(0);
      expect(await page.evaluate(() => (window as { asked?: number }).asked)).toBe(1);
      await offer();
      await expect(button).toBeVisible();
      await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
      await expect(button).toHaveCount(0);
    });
    await test.step('R0.10 a service worker at /sw.js controls the whole site', async () => {
      // By itself, once the first seconds of the page are over.
      await workerReady(page);
      await page.reload();
      const controller = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
      expect(controller).toMatch(/\/sw\.js$/);
      const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
      expect(new URL(scope).pathname).toBe('/');
    });
    await test.step('files of the build come from the cache without waking the worker', async () => {
      await expect(page.getByRole('main')).toBeVisible();
      const takenFrom = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => new URL(name).pathname.startsWith('/assets/'))
          .map((entry) => (entry as { workerMatchedSourceType?: string }).workerMatchedSourceType),
      );
      expect(takenFrom.length).toBeGreaterThan(10);
      expect(new Set(takenFrom)).toEqual(new Set(['cache']));
    });
    await test.step('R0.11 R0.12 the shell opens offline, and so does a screen that was never visited', async () => {
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await page
        .locator('header a[href="/krepselis"], header button', { hasText: 'Krepšelis' })
        .first()
        .click();
      await page.goto('/krepselis');
      await expect(page.getByRole('heading', { level: 1, name: 'Krepšelis' })).toBeVisible();
    });
  });
});

test('R0.46 standing alone on the screen the shop leads everywhere by links', async ({ page }) => {
  const { products } = await categoryGoods(page);
  await page.setViewportSize({ width: 412, height: 823 });
  // Of all media features this one is not emulated by Chromium: the page is told what an installed one hears.
  await page.addInitScript(() => {
    const ask = matchMedia.bind(window);
    window.matchMedia = (query) => ask(query === '(display-mode: standalone)' ? 'all' : query);
  });
  await page.goto(products[0]?.path ?? '');
  await expect(page.locator('a[href="/"]').first()).toBeVisible();
  await expect(page.locator('main a[href^="/c/"]').locator('visible=true').first()).toBeVisible();
  await expect(page.locator('a[href="/krepselis"]').locator('visible=true').first()).toBeVisible();
  // The bar under the thumb: says where one is, and its last way leads to the sign-in and back, then to the account.
  const ways = page.getByRole('navigation', { name: 'Pagrindinis meniu' }).getByRole('link');
  await expect(ways).toHaveText(['Pradžia', 'Ieškoti', 'Krepšelis', 'Paskyra']);
  await whenHydrated(page, ways.first());
  await ways.last().click();
  await expect(page).toHaveURL(/\/auth/);
  await expect(ways.last()).toHaveAttribute('aria-current', 'page');
  await fillSignIn(page);
  await sendSignIn(page);
  await expect(page).toHaveURL(new RegExp(`${products[0]?.path ?? ''}$`));
  await ways.last().click();
  await expect(page).toHaveURL(/\/paskyra$/);
  await expect(ways.last()).toHaveAttribute('aria-current', 'page');
});

test('R0.14 R0.15 R0.43 the icon on the home screen opens the home page without a connection, wherever the one visit began; a page that is opened anew begins at its top, wherever the page before it was left; a list follows its filters from the first press on; losing the connection shows in words within two seconds; a page never seen says so inside the shell, and opens by itself when the connection is back', async ({
  page,
  context,
}) => {
  const { taxon, other, products } = await categoryGoods(page);
  const [first, second] = products;
  if (!first || !second) throw new Error('too few goods');
  await secondVisit(page, second.path);
  await page.locator('main h1').click();
  await saved(page, '"code":"home"');
  await saved(page, '"articles"');
  await context.setOffline(true);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2, name: 'Dabar su nuolaida' })).toBeVisible();
  await expect(page.locator('main article').first()).toBeVisible();
  await context.setOffline(false);
  await test.step('a page that is opened anew', async () => {
    await page.goto(first.path);
    await expect(page.locator('main h1').first()).toHaveText(first.name);
    await whenHydrated(page);
    const place = () => page.evaluate(() => Math.round(scrollY));
    // While the page is short its foot stands there, and the browser keeps that in view as the page grows.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
      .toBeGreaterThan(3_000);
    await page.evaluate(() => scrollTo(0, 900));
    await expect.poll(place).toBe(900);
    await page.goto(second.path);
    await expect(page.locator('main h1').first()).toHaveText(second.name);
    await whenHydrated(page);
    expect(await place()).toBe(0);
    // Typed anew, the address of the page that was left is no way back to it.
    await page.goto(first.path);
    await expect(page.locator('main h1').first()).toHaveText(first.name);
    await whenHydrated(page);
    expect(await place()).toBe(0);
    await page.goBack();
    await expect(page.locator('main h1').first()).toHaveText(second.name);
    await page.goBack();
    await expect(page.locator('main h1').first()).toHaveText(first.name);
    await expect.poll(place).toBe(900);
    await page.reload();
    await expect(page.locator('main h1').first()).toHaveText(first.name);
    await expect.poll(place).toBe(900);
  });
  await walkTo(page, taxon.path);
  await expect(page.getByRole('heading', { level: 1, name: taxon.name })).toBeVisible();
  await test.step('order and filters', async () => {
    const titles = () => page.locator('main article h2').allTextContents();
    const before = await titles();
    await page.getByRole('combobox', { name: 'Rikiuoti' }).selectOption('price desc');
    await expect(page).toHaveURL(/price/);
    await expect.poll(titles).not.toEqual(before);
    const count = page.getByRole('main').getByText(/^\d+ prek/);
    const all = (await count.textContent()) ?? '';
    await page.getByRole('main').locator('summary', { hasText: 'Prekės ženklas' }).click();
    await page.getByRole('list', { name: 'Prekės ženklas' }).getByRole('link').first().click();
    await expect(count).not.toHaveText(all);
  });
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const strip = page.getByRole('status').filter({ hasText: 'Nėra ryšio' });
  await expect(strip).toBeVisible({ timeout: 2_000 });
  // From when the copy is: hours and minutes.
  await expect(strip).toContainText(/\d\d:\d\d/);
  await test.step('R0.14 a page never seen', async () => {
    await page.goto(other.path);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('įrenginyje');
    await expect(page.getByText('404')).toHaveCount(0);
  });
  await test.step('R0.43 the connection comes back', async () => {
    await context.setOffline(false);
    await expect(strip).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible({ timeout: 20_000 });
    await expect(page.locator('main article').first()).toBeVisible();
  });
});
