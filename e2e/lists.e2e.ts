import { whenAlive } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

interface Listed {
  id: number;
  variants: { prices: { discountPercentages: number[] } }[];
}

test('R1.03 R2.09 R2.10 sales show only reduced goods, within a category too', async ({ page }) => {
  const reducedIds = new Set<number>();
  for (let number = 1; ; number += 1) {
    const answer = await page.request.get(`/api/v2/shop/search/products?sales=1&itemsPerPage=100&facets=0&page=${String(number)}`);
    const { data } = (await answer.json()) as { data: Listed[] };
    if (data.length === 0) break;
    for (const one of data) {
      expect(one.variants.some((variant) => (variant.prices.discountPercentages[0] ?? 0) > 0)).toBe(true);
      reducedIds.add(one.id);
    }
  }
  const shownIds = () => page.locator('main article h2 a').evaluateAll((links) => links.map((link) => Number((link as HTMLAnchorElement).pathname.split('-').at(-1))));
  await page.goto('/akcijos');
  await expect(page.getByRole('heading', { level: 1, name: 'Akcijos' })).toBeVisible();
  expect((await shownIds()).every((id) => reducedIds.has(id))).toBe(true);
  await page.getByRole('navigation', { name: 'Kategorijos' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/akcijos\/[\w-]+-\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: /^Akcijos: / })).toBeVisible();
  const within = await shownIds();
  expect(within.length).toBeGreaterThan(0);
  expect(within.every((id) => reducedIds.has(id))).toBe(true);
});

test('R1.02 R1.04 R2.07 R2.08 a brand opens the goods of that brand alone, and their part in a category', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sėklynas' }).first().click();
  await expect(page).toHaveURL(/\/a\/prekes-zenklas\/seklynas$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Sėklynas' })).toBeVisible();
  const all = Number((await page.getByText(/^\d+ prek/).first().textContent())?.match(/\d+/)?.[0]);
  expect(all).toBeGreaterThan(0);
  // Every product says itself which values it has.
  const paths = await page.locator('main article h2 a').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  expect(paths).toHaveLength(Math.min(all, 24));
  for (const path of paths) {
    const answer = await page.request.get(`/api/v2/shop/products-by-id/${path.split('-').at(-1) ?? ''}`);
    const { attributeValues } = (await answer.json()) as { attributeValues: { code: string; value: string }[] };
    expect(attributeValues).toContainEqual(expect.objectContaining({ code: 'brand', value: 'Sėklynas' }));
  }
  const category = page.getByRole('navigation', { name: 'Kategorijos' }).getByRole('link').first();
  const count = Number((await category.textContent())?.match(/\d+$/)?.[0]);
  await category.click();
  await expect(page).toHaveURL(/\/a\/prekes-zenklas\/seklynas\/t\/[\w-]+-\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: /^Sėklynas: / })).toBeVisible();
  await expect(page.getByText(new RegExp(`^${String(count)} prek`)).first()).toBeVisible();
});

test('R2.25 R2.26 R2.27 R3.39 news: all, one section, one article with its date, section, picture and text', async ({ page }) => {
  await page.goto('/naujienos');
  await expect(page.getByRole('heading', { level: 1, name: 'Naujienos ir patarimai' })).toBeVisible();
  const section = page.getByRole('navigation', { name: 'Skyriai' }).getByRole('link').first();
  const name = (await section.textContent()) ?? '';
  await section.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const paths = await page.locator('main li h2 a').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  expect(paths.length).toBeGreaterThan(0);
  const ids = ((await (await page.request.get(`/api/v2/shop/cms/articles?itemsPerPage=100&section=${slug}`)).json()) as { data: { id: number }[] }).data.map((one) => one.id);
  for (const path of paths) expect(ids).toContain(Number(path.split('-').at(-1)));
  const title = (await page.locator('main li h2 a').first().textContent()) ?? '';
  await page.locator('main li h2 a').first().click();
  await expect(page).toHaveURL(/\/naujienos\/[\w-]+\/[\w-]+-\d+$/);
  const article = page.getByRole('main').getByRole('article').first();
  await expect(article.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(article.locator('time').first()).toHaveText(/^\d{4}-\d{2}-\d{2}$/);
  await expect(article.locator('img').first()).toBeVisible();
  expect((await article.locator('p').allTextContents()).join(' ').length).toBeGreaterThan(200);
});

test('R2.30 R3.40 questions and answers stand at /duk, and the part after it names the one that is open', async ({ page }) => {
  const { data } = (await (await page.request.get('/api/v2/shop/cms-plugin/faq')).json()) as { data: { id: number; translations: Record<string, { question: string }> }[] };
  const [first, second] = data;
  await page.goto('/duk');
  await expect(page.getByText(first?.translations['lt']?.question ?? '')).toBeVisible();
  await expect(page.locator('main details[open]')).toHaveCount(0);
  await page.goto(`/duk/${String(second?.id)}`);
  await expect(page.locator('main details[open] summary')).toHaveText(second?.translations['lt']?.question ?? '');
});

test('the order and the page of a list stand in its address and come back with it', async ({ page }) => {
  await page.goto('/c/seklos-1');
  await page.getByRole('combobox', { name: 'Rikiuoti' }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/order/);
  await page.getByRole('navigation', { name: 'Puslapiai' }).getByRole('link', { name: '2 puslapis' }).click();
  await expect(page).toHaveURL(/page=2/);
  const shown = await page.locator('main article h2').allTextContents();
  await page.reload();
  await expect(page.locator('main article h2').first()).toHaveText(shown[0] ?? '');
  await page.goBack();
  await expect(page).not.toHaveURL(/page=2/);
});

test('cards that the server kept from an earlier page are the same cards, and come alive without a complaint', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const cardsOf = async (address: string) => (await (await page.request.get(address)).text()).match(/<article data-name="[\s\S]*?<\/article>/g) ?? [];
  // Words that this list does not read make an address of its own: each page is rendered.
  const first = await cardsOf('/c/seklos-1?query=1');
  expect(first.length).toBeGreaterThan(20);
  expect(await cardsOf('/c/seklos-1?query=2')).toEqual(first);
  await page.goto('/c/seklos-1?query=3');
  await whenAlive(page, page.locator('main article h2 a').first());
  expect(complaints).toEqual([]);
  await page.locator('main article').getByRole('button', { name: /^Į krepšelį/ }).first().click();
  await expect(page.locator('main article').getByRole('spinbutton').or(page.locator('main article input')).first()).toBeVisible();
});

test('R1.08 filters by keyboard alone: the counts hold, a reload keeps them, clearing brings the list back', async ({ page }) => {
  await page.goto('/c/seklos-1');
  const filters = page.getByRole('group', { name: 'Filtrai' });
  await whenAlive(page, filters.getByRole('link').first());
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
  await whenAlive(page, filters.getByRole('link').first());
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
});

test('a list works without a script: price, order and pages; what is no page or filter leads to a sane one', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  const page = await context.newPage();
  await page.goto('/c/seklos-1?inStock=1');
  const filters = page.getByRole('group', { name: 'Filtrai' });
  await filters.locator('summary', { hasText: 'Kaina' }).click();
  await filters.getByLabel('Iki, €').fill('2,50');
  await filters.getByRole('button', { name: 'Rodyti' }).click();
  await expect(page).toHaveURL(/inStock=1&priceFrom=&priceTo=2%2C50$/);
  const wanted = (await (await page.request.get('/api/v2/shop/search/products?taxonId=1&inStock=1&price[lte]=250')).json()) as { meta: { totalItems: number } };
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
  for (const search of ['page=x', 'order[weight]=up', 'filter[none][]=X', 'price[gte]=-1', 'page=99999999999999999999']) {
    const answer = await page.goto(`/c/seklos-1?${search}`);
    expect(answer?.status()).toBe(200);
    await expect(page.locator('main article').first()).toBeVisible();
  }
  await page.goto('/c/seklos-1?filter[brand][]=NOBODY');
  await page.getByRole('link', { name: 'Rodyti visą sąrašą' }).click();
  await expect(page).toHaveURL(/\/c\/seklos-1$/);
  const refused = await page.request.get(`/c/seklos-1?filter[brand][]=${'x'.repeat(70)}`);
  expect(refused.status()).toBe(400);
  await context.close();
});

test('R1.10 back from a product the list stands where it was, and home shows what was seen, newest first', async ({ page }) => {
  await page.goto('/c/seklos-1');
  await whenAlive(page, page.locator('main article h2 a').first());
  const names: string[] = [];
  for (const at of [13, 17]) {
    const link = page.locator('main article h2 a').nth(at);
    await link.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(300);
    names.push((await link.textContent()) ?? '');
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: names.at(-1) ?? '' })).toBeVisible();
    // It is remembered once the part below has come.
    await expect.poll(() => page.evaluate(() => (JSON.parse(localStorage.getItem('PRODUCTS_RECENTLY_VIEWED') ?? '[]') as string[]).length)).toBe(names.length);
    await page.goBack();
    await expect(link).toBeVisible();
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(200);
  }
  await page.goto('/');
  await whenAlive(page);
  const seen = page.getByRole('region', { name: 'Neseniai žiūrėta' }).locator('article').getByRole('heading').getByRole('link');
  await expect(seen).toHaveText(names.toReversed());
});
