import { walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

test('R1.08 R1.10 filters by keyboard alone: the counts hold, a reload keeps them, clearing brings the list back; the order and the page of a list stand in its address and come back with it; back from a product the list stands where it was, and home shows what was seen, newest first; on a phone the filters are opened, chosen with the number told, closed and cleared by keyboard', async ({
  page,
}) => {
  await page.goto('/c/seklos-1');
  const filters = page.getByRole('group', { name: 'Filtrai' });
  await whenHydrated(page, filters.getByRole('link').first());
  const count = page.getByText(/^\d+ prek/).first();
  const whole = await count.textContent();
  const brand = filters.locator('summary', { hasText: 'Prekės ženklas' });
  await brand.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const value = filters.getByRole('list', { name: 'Prekės ženklas' }).getByRole('link').first();
  await expect(value).toBeFocused();
  const [, name = '', promised = ''] = /^(.*?) (\d+)$/.exec((await value.textContent()) ?? '') ?? [];
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/filter%5Bbrand%5D/);
  await expect(count).toHaveText(new RegExp(`^${promised} prek`));
  await page.reload();
  await expect(count).toHaveText(new RegExp(`^${promised} prek`));
  await expect(filters.getByRole('link', { name: `Pašalinti filtrą ${name}` })).toBeVisible();
  // A second filter narrows what the first one left, to the number that it says.
  await whenHydrated(page, filters.getByRole('link').first());
  const stock = filters.getByRole('link', { name: /^Yra sandėlyje/ });
  const inStock = /\d+$/.exec((await stock.textContent()) ?? '')?.[0] ?? '';
  await stock.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/inStock=1/);
  await expect(count).toHaveText(new RegExp(`^${inStock} prek`));
  const clear = filters.getByRole('link', { name: 'Išvalyti viską' });
  await clear.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/c\/seklos-1$/);
  await expect(count).toHaveText(whole ?? '');
  const first = page.locator('main article h2').first();
  const recommended = await first.textContent();
  await test.step('order and page', async () => {
    // A list that changes while parts of the page wait to be taken over has React draw them anew, and say so.
    const isTakenOver = async () => {
      await whenHydrated(page);
      await whenHydrated(page, page.locator('main article h2 a').first());
    };
    await isTakenOver();
    const before = await page.evaluate(() => history.length);
    await page.getByRole('combobox', { name: 'Rikiuoti' }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/order/);
    await expect(first).not.toHaveText(recommended ?? '');
    // One choice, one step to go back.
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    const cheapest = await first.textContent();
    await page
      .getByRole('navigation', { name: 'Puslapiai' })
      .getByRole('link', { name: '2 puslapis' })
      .click();
    await expect(page).toHaveURL(/page=2/);
    // The page before stands until the next one has come.
    await expect(first).not.toHaveText(cheapest ?? '');
    const shown = await first.textContent();
    await page.reload();
    await expect(first).toHaveText(shown ?? '');
    await isTakenOver();
    await page.goBack();
    await expect(page).not.toHaveURL(/page=2/);
  });
  await test.step('R1.10 back from a product', async () => {
    await walkTo(page, '/c/seklos-1');
    await expect(first).toHaveText(recommended ?? '');
    // The shop's words above the list come after it, and move it while it is measured.
    await expect(page.locator('main section ~ div article').first()).toBeVisible();
    const names: string[] = [];
    for (const at of [13, 17]) {
      const link = page.locator('main article h2 a').nth(at);
      // In the middle, where neither bar lies over it: a press would scroll there first, and the page be left from another place.
      await link.evaluate((one) => {
        one.scrollIntoView({ block: 'center', behavior: 'instant' });
      });
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
      const place = () => link.evaluate((one) => one.getBoundingClientRect().top);
      const before = await place();
      names.push((await link.textContent()) ?? '');
      await link.click();
      await expect(page.getByRole('heading', { level: 1, name: names.at(-1) ?? '' })).toBeVisible();
      // It is remembered once the part below has come.
      await expect
        .poll(() =>
          page.evaluate(
            () => (JSON.parse(localStorage.getItem('PRODUCTS_RECENTLY_VIEWED') ?? '[]') as string[]).length,
          ),
        )
        .toBe(names.length);
      await page.goBack();
      await expect(link).toBeVisible();
      await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(200);
    }
    await walkTo(page, '/');
    const seen = page
      .getByRole('region', { name: 'Neseniai žiūrėta' })
      .locator('article')
      .getByRole('heading')
      .getByRole('link');
    await expect(seen).toHaveText(names.toReversed());
  });
  await test.step('on a phone the filters are opened, chosen with the number told, closed, cleared', async () => {
    await walkTo(page, '/c/seklos-1');
    await page.setViewportSize({ width: 360, height: 740 });
    const opener = filters.getByRole('button', { name: /^Filtrai/ });
    await whenHydrated(page, opener);
    const told = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /\d+–\d+ iš \d+/ });
    const range = await told.textContent();
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(brand).toBeVisible();
    await brand.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(value).toBeFocused();
    const left = /\d+$/.exec((await value.textContent()) ?? '')?.[0] ?? '';
    await page.keyboard.press('Enter');
    await expect(value).toHaveAttribute('aria-current', 'true');
    await expect(told).toContainText(`iš ${left}`);
    await expect(filters.getByRole('button', { name: `Rodyti (${left})` })).toBeVisible();
    // The first Escape folds the list, the second closes the sheet.
    await page.keyboard.press('Escape');
    await expect(brand).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(brand).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(opener).toHaveText('Filtrai1');
    await filters.getByRole('link', { name: 'Išvalyti viską' }).focus();
    await page.keyboard.press('Enter');
    await expect(told).toHaveText(range ?? '');
  });
});

test('a list works without a script: price, order and pages; what is no page or filter leads to a sane one', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  const page = await context.newPage();
  await page.goto('/c/seklos-1?inStock=1');
  const filters = page.getByRole('group', { name: 'Filtrai' });
  await filters.locator('summary', { hasText: 'Kaina' }).click();
  await filters.getByLabel('Iki, €').fill('2,50');
  await filters.getByRole('button', { name: 'Rodyti' }).click();
  await expect(page).toHaveURL(/inStock=1&priceFrom=&priceTo=2%2C50$/);
  const wanted = (await (
    await page.request.get('/api/v2/shop/search/products?taxonId=1&inStock=1&price[lte]=250')
  ).json()) as { meta: { totalItems: number } };
  expect(wanted.meta.totalItems).toBeGreaterThan(0);
  await expect(page.getByText(new RegExp(`^${String(wanted.meta.totalItems)} prek`)).first()).toBeVisible();
  await page.goto('/c/seklos-1');
  await page.getByRole('link', { name: 'Pigiausios' }).click();
  await expect(page).toHaveURL(/order%5Bprice%5D=asc/);
  await page.getByRole('navigation', { name: 'Puslapiai' }).getByRole('link', { name: '2 puslapis' }).click();
  await expect(page).toHaveURL(/order%5Bprice%5D=asc&page=2/);
  // Behind the last page: the last one, with the same order.
  await page.goto('/c/seklos-1?order[price]=asc&page=999999');
  await expect(page).toHaveURL(/order%5Bprice%5D=asc&page=\d$/);
  await expect(page.locator('main article').first()).toBeVisible();
  for (const search of [
    'page=x',
    'order[weight]=up',
    'filter[none][]=X',
    'price[gte]=-1',
    'page=99999999999999999999',
  ]) {
    const answer = await page.request.get(`/c/seklos-1?${search}`);
    expect(answer.status()).toBe(200);
    expect(await answer.text()).toContain('<article');
  }
  await page.goto('/c/seklos-1?filter[brand][]=NOBODY');
  await page.getByRole('link', { name: 'Rodyti visą sąrašą' }).click();
  await expect(page).toHaveURL(/\/c\/seklos-1$/);
  const refused = await page.request.get(`/c/seklos-1?filter[brand][]=${'x'.repeat(70)}`);
  expect(refused.status()).toBe(400);
  await context.close();
});
