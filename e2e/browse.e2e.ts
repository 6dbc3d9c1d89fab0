import { breakpoints } from '#ui/use-media.ts';
import { findProduct, isOrdinary, pathOf, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';
import { firstTaxon } from './browse-steps.ts';

test('R2.05 R1.42 R2.03 R2.56 R1.40 R0.38 R0.49 R2.57 R2.58 R2.31 home: in Lithuanian alone, whatever the browser speaks, from bar to footer, with no script of the checkout and no other host; its header follows; its footer leads to pages of text', async ({
  page,
  shop,
}) => {
  const foreign: string[] = [];
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(shop.url)) foreign.push(request.url());
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const answer = await page.goto('/');

  await test.step('R2.05 R1.42 R2.03 it stands at / in Lithuanian, from left to right, though the browser speaks English', async () => {
    expect(answer?.status()).toBe(200);
    expect(await page.evaluate(() => navigator.languages)).toEqual(['en-US']);
    expect(new URL(page.url()).pathname).toBe('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'lt');
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
    await expect(page.getByRole('heading', { name: 'Kategorijos' })).toBeVisible();
    await expect(page).toHaveTitle(/Arimas/);
  });

  await test.step('R2.56 information bar, header, main part and footer, in this order', async () => {
    const order = await page.evaluate(() => {
      const bar = document.querySelector('header')?.previousElementSibling;
      const nodes = [
        bar,
        document.querySelector('header'),
        document.querySelector('main'),
        document.querySelector('footer'),
      ];
      return nodes.every((node, index) => {
        const next = nodes[index + 1];
        return (
          node &&
          (index === nodes.length - 1 ||
            (next && node.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING))
        );
      });
    });
    expect(order).toBe(true);
  });

  await whenHydrated(page);
  await page.waitForLoadState('networkidle');
  await test.step('R2.03 R1.40 once hydrated it is as Lithuanian, and no page leads to another language', async () => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'lt');
    await expect(page.locator('[hreflang]:not([hreflang="lt"], [hreflang="x-default"])')).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^(English|Eesti|Русский)$/ })).toHaveCount(0);
  });

  await test.step('R0.38 R0.49 it has fetched no script of the checkout, and nothing of another host', () => {
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((address) => /checkout|thank-you|order-/.test(address))).toEqual([]);
    expect(foreign).toEqual([]);
  });

  await test.step('R2.57 R2.58 the sticky header follows once the main one has left the view, on wide screens only', async () => {
    const sticky = page.locator('[data-sticky-header]');
    await expect(sticky).toHaveCount(0);
    await page.mouse.wheel(0, 1500);
    await expect(sticky).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(sticky).toHaveCount(0);
    await page.setViewportSize({ width: 800, height: 800 });
    await page.mouse.wheel(0, 1500);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    await expect(sticky).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('R2.31 pages of text stand at their slug', async () => {
    const link = page
      .locator('footer a[href^="/"]')
      .filter({ hasText: /privatumo/i })
      .first();
    const href = (await link.getAttribute('href')) ?? '';
    expect((await page.request.get(href)).status()).toBe(200);
    await walkTo(page, href);
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: /privatumo/i })).toBeVisible();
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(500);
  });
});

test('R1.40 R2.31 R2.55 prefixes of languages that are not open, unknown slugs and addresses that name nothing are not found', async ({
  page,
}) => {
  for (const address of [
    '/en',
    '/en/cart',
    '/et',
    '/et/cart',
    '/ru',
    '/ru/',
    '/tokio-puslapio-nera',
    '/p/nodash',
    '/c/nodash',
  ])
    expect((await page.request.get(address)).status(), address).toBe(404);
  for (const [path, part] of [
    ['/api/v2/shop/locales', 'data'],
    ['/api/v2/shop/channels/retail', 'locales'],
  ] as const) {
    const answer = (await (await page.request.get(path)).json()) as Record<string, { code: string }[]>;
    expect(answer[part]?.map(({ code }) => code)).toEqual(['lt']);
  }
});

test('R1.01 R2.06 R1.09 R1.07 R2.12 a category shows goods of it and of its children alone, sorted as asked; a card leads to the page of its product; what stands before an id in an address is free', async ({
  page,
}) => {
  const taxon = await firstTaxon(page);
  // Parents may stand before it in the address.
  await page.goto(taxon.path.replace('/c/', '/c/visos/'));
  await expect(page.getByRole('heading', { level: 1, name: taxon.name })).toBeVisible();

  await test.step('R1.01 R2.06 its goods', async () => {
    const shown = await page
      .locator('main article h2 a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
    expect(shown.length).toBeGreaterThan(5);
    const ids = new Set<number>();
    for (let number = 1; ; number += 1) {
      const answer = await page.request.get(
        `/api/v2/shop/search/products?taxonId=${taxon.id}&itemsPerPage=100&facets=0&page=${number}`,
      );
      const { data } = (await answer.json()) as { data: { id: number }[] };
      if (data.length === 0) break;
      for (const one of data) ids.add(one.id);
    }
    for (const path of shown) expect(ids.has(Number(path.split('-').at(-1)))).toBe(true);
  });

  await test.step('R1.09 sorted by price the smallest prices never fall down the list, across pages, and after a reload', async () => {
    const prices: number[] = [];
    for (const number of [1, 2]) {
      const answer = await page.request.get(
        `/api/v2/shop/search/products?taxonId=${taxon.id}&order[price]=asc&page=${number}`,
      );
      const { data } = (await answer.json()) as { data: { variants: { prices: { price: number } }[] }[] };
      prices.push(...data.map((one) => Math.min(...one.variants.map((variant) => variant.prices.price))));
    }
    expect(prices.length).toBeGreaterThan(30);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    await page.getByLabel('Rikiuoti').selectOption({ label: 'Pigiausios' });
    await expect(page).toHaveURL(/order|sort/);
    const cents = prices[0] ?? 0;
    const first = `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
    await expect(page.locator('main article').first()).toContainText(first);
    await page.reload();
    await expect(page.locator('main article').first()).toContainText(first);
  });

  await test.step('R1.07 R2.12 a card leads to the page of its product, which opens whatever stands before the id', async () => {
    const link = page.locator('main article h2 a').first();
    const name = await link.innerText();
    await link.click();
    await expect(page).toHaveURL(/\/p\/.+-\d+$/);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main').locator('img').first()).toBeVisible();
    await expect(page.getByText('€').first()).toBeVisible();
    const other = new URL(page.url()).pathname.replace('/p/', '/p/seklos/');
    expect((await page.request.get(other)).status()).toBe(200);
    await whenHydrated(page);
    await walkTo(page, '/duk');
    await expect(page.getByRole('heading', { level: 1, name })).toHaveCount(0);
    await walkTo(page, other);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
});

test('R2.01 R7.29 R2.14 R8.07 the international address of the cart is replaced by the Lithuanian one, which stands without the texts call too; a text that the shop overrides shows in place of the one of the build', async ({
  page,
}) => {
  const answer = await page.request.get('/api/v2/translations/shop', { headers: { 's-locale': 'lt' } });
  const { translations } = (await answer.json()) as { translations: Record<string, string> };
  await page.goto('/cart?x=1');
  await expect(page).toHaveURL(/\/krepselis\?x=1$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Krepšelis' })).toBeVisible();
  await expect(page.getByText(translations['cart.empty.text'] ?? 'no override')).toBeVisible();
  await test.step('R2.14 R8.07 without the texts call with the texts of the build', async () => {
    await page.route('**/api/v2/translations/shop', (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    const cart = await page.goto('/krepselis');
    expect(cart?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: 'Krepšelis' })).toBeVisible();
  });
});

test('a page of the server that is opened anew begins at its top, and a reload where it was left', async ({
  page,
}) => {
  const path = pathOf(await findProduct(page, isOrdinary));
  // A step back may take the page away while it is asked.
  const place = () => page.evaluate(() => Math.round(scrollY)).catch(() => Number.NaN);
  const add = page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true });
  await page.goto(path);
  await whenHydrated(page, add);
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(place).toBe(900);
  await page.reload();
  await expect.poll(place).toBe(900);
  await page.goto('/duk');
  await page.goto(path);
  await whenHydrated(page, add);
  expect(await place()).toBe(0);
  await page.goBack();
  await page.goBack();
  await expect.poll(place).toBe(900);
});

test('R9.27 R9.28 the content is at most 1384 px wide, nothing scrolls sideways at any breakpoint, and every button of a slide lies within its slide where words and picture share the room', async ({
  page,
}) => {
  const taxon = await firstTaxon(page);
  const isNotWider = async (address: string) => {
    for (const size of [320, ...breakpoints.map((width) => width - 1)]) {
      await page.setViewportSize({ width: size, height: 800 });
      const over = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      // What is there by the width alone comes a moment after it.
      await expect.poll(over, `${address} at ${size}`).toBeLessThanOrEqual(0);
    }
  };
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.goto(taxon.path);
  await whenHydrated(page);
  const width = await page
    .locator('main h1')
    .evaluate((heading) => heading.closest('.width')?.getBoundingClientRect().width ?? 0);
  expect(width).toBeGreaterThan(1000);
  expect(width).toBeLessThanOrEqual(1384 + 64);
  await isNotWider(taxon.path);
  await walkTo(page, '/');
  await expect(page.getByRole('heading', { name: 'Kategorijos' })).toBeVisible();
  await expect(page.locator('main [data-ground]').first()).toBeVisible();
  await isNotWider('/');
  for (const narrow of [360, 768, 784, 800, 1024])
    await test.step(`slides at ${String(narrow)} px`, async () => {
      await page.setViewportSize({ width: narrow, height: 800 });
      const cut = () =>
        page.locator('main [data-ground]').evaluateAll((slides) =>
          slides.flatMap((slide) => {
            const around = slide.getBoundingClientRect();
            return [...slide.querySelectorAll('a')].flatMap((button) => {
              const { left, right, top, bottom } = button.getBoundingClientRect();
              const isWithin =
                left >= around.left && right <= around.right && top >= around.top && bottom <= around.bottom;
              return isWithin ? [] : [button.textContent];
            });
          }),
        );
      await expect.poll(cut).toEqual([]);
      expect(await page.locator('main [data-ground] a').count()).toBeGreaterThan(1);
    });
});
