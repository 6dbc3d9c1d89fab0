import { walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

interface Listed {
  id: number;
  variants: { prices: { discountPercentages: number[] } }[];
}

test('R1.02 R1.03 R1.04 R2.07 R2.08 R2.09 R2.10 a brand opens the goods of that brand alone, the sales only reduced ones, and each their part in a category', async ({
  page,
}) => {
  const shown = async () => {
    const links = page.locator('main article h2 a');
    await expect.poll(() => links.count()).toBeGreaterThan(10);
    const paths = await links.evaluateAll((found) =>
      found.map((link) => (link as HTMLAnchorElement).pathname),
    );
    // Every product says itself which values it has.
    return await Promise.all(
      paths.map(async (path) => {
        const answer = await page.request.get(`/api/v2/shop/products-by-id/${path.split('-').at(-1) ?? ''}`);
        return (await answer.json()) as { attributeValues: { code: string; value: string }[] };
      }),
    );
  };
  await test.step('R1.02 R2.07 R2.08 goods with a value of an attribute', async () => {
    await page.goto('/');
    await whenHydrated(page);
    const brand = page.getByRole('link', { name: 'Sėklynas' }).first();
    await whenHydrated(page, brand);
    await brand.click();
    await expect(page).toHaveURL(/\/a\/prekes-zenklas\/seklynas$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Sėklynas' })).toBeVisible();
    for (const { attributeValues } of await shown())
      expect(attributeValues).toContainEqual(expect.objectContaining({ code: 'brand', value: 'Sėklynas' }));
    const all = Number(
      (
        await page
          .getByText(/^\d+ prek/)
          .first()
          .textContent()
      )?.match(/\d+/)?.[0],
    );
    expect(all).toBeGreaterThan(0);
    const category = page.getByRole('navigation', { name: 'Kategorijos' }).getByRole('link').first();
    const count = Number((await category.textContent())?.match(/\d+$/)?.[0]);
    await category.click();
    await expect(page).toHaveURL(/\/a\/prekes-zenklas\/seklynas\/t\/[\w-]+-\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: /^Sėklynas: / })).toBeVisible();
    await expect(page.getByText(new RegExp(`^${String(count)} prek`)).first()).toBeVisible();
  });
  await test.step('R1.03 R1.04 R2.09 R2.10 sales', async () => {
    const reducedIds = new Set<number>();
    for (let number = 1; ; number += 1) {
      const answer = await page.request.get(
        `/api/v2/shop/search/products?sales=1&itemsPerPage=100&facets=0&page=${String(number)}`,
      );
      const { data } = (await answer.json()) as { data: Listed[] };
      if (data.length === 0) break;
      for (const one of data) {
        expect(one.variants.some((variant) => (variant.prices.discountPercentages[0] ?? 0) > 0)).toBe(true);
        reducedIds.add(one.id);
      }
    }
    const shownIds = () =>
      page
        .locator('main article h2 a')
        .evaluateAll((links) =>
          links.map((link) => Number((link as HTMLAnchorElement).pathname.split('-').at(-1))),
        );
    await walkTo(page, '/akcijos');
    await expect(page.getByRole('heading', { level: 1, name: 'Akcijos' })).toBeVisible();
    // The list before stands until this one has come: it has fewer goods, and by chance all of them reduced.
    const isShown = async () => {
      const ids = await shownIds();
      return ids.length > 10 && ids.every((id) => reducedIds.has(id));
    };
    await expect.poll(isShown).toBe(true);
    await page.getByRole('navigation', { name: 'Kategorijos' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/akcijos\/[\w-]+-\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: /^Akcijos: / })).toBeVisible();
    const within = await shownIds();
    expect(within.length).toBeGreaterThan(0);
    expect(within.every((id) => reducedIds.has(id))).toBe(true);
  });
});

test('R9.29 R2.25 R2.26 R2.27 R2.30 R3.39 R3.40 a slow navigation shows a line of two pixels at the very top; news: all, one section, one article with its date, section, picture and text; questions with their answers in Lithuanian stand at /duk, and the part after it names the one that is open', async ({
  page,
  context,
}) => {
  await test.step('R9.29 slowly from home to the news', async () => {
    await page.goto('/');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route('**/api/v2/shop/cms/articles*', async (route) => {
      await held;
      await route.continue();
    });
    const link = page
      .getByRole('navigation', { name: 'Prekės' })
      .getByRole('link', { name: 'Naujienos ir patarimai' });
    await whenHydrated(page, link);
    await link.click();
    const line = page.locator('[role="progressbar"]');
    await expect(line).toHaveCount(1);
    expect(
      await line.evaluate((element) => [
        getComputedStyle(element).height,
        element.getBoundingClientRect().top,
      ]),
    ).toEqual(['2px', 0]);
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Naujienos ir patarimai' })).toBeVisible();
    await expect(line).toHaveCount(0);
  });
  const section = page.getByRole('navigation', { name: 'Skyriai' }).getByRole('link').first();
  const name = (await section.textContent()) ?? '';
  await section.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const paths = await page
    .locator('main li h2 a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  expect(paths.length).toBeGreaterThan(0);
  const ids = (
    (await (await page.request.get(`/api/v2/shop/cms/articles?itemsPerPage=100&section=${slug}`)).json()) as {
      data: { id: number }[];
    }
  ).data.map((one) => one.id);
  for (const path of paths) expect(ids).toContain(Number(path.split('-').at(-1)));
  const title = (await page.locator('main li h2 a').first().textContent()) ?? '';
  await page.locator('main li h2 a').first().click();
  await expect(page).toHaveURL(/\/naujienos\/[\w-]+\/[\w-]+-\d+$/);
  const article = page.getByRole('main').getByRole('article').first();
  await expect(article.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(article.locator('time').first()).toHaveText(/^\d{4}-\d{2}-\d{2}$/);
  await expect(article.locator('img').first()).toBeVisible();
  await expect
    .poll(async () => (await article.locator('p').allTextContents()).join(' ').length)
    .toBeGreaterThan(200);
  await test.step('R2.30 R3.40 questions with their answers', async () => {
    const { data } = (await (await page.request.get('/api/v2/shop/cms-plugin/faq')).json()) as {
      data: { id: number; translations: Record<string, { question: string; answer: string }> }[];
    };
    const wordsOf = (html: string) =>
      html
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim();
    const [first, second] = data.map(({ translations }) => translations['lt']);
    await walkTo(page, '/duk');
    const items = page.locator('main details');
    await expect(items).toHaveCount(data.length);
    await expect(items.first().locator('summary')).toHaveText(first?.question ?? '');
    await expect(page.locator('main details[open]')).toHaveCount(0);
    await walkTo(page, `/duk/${String(data[1]?.id)}`);
    const open = page.locator('main details[open]');
    await expect(open.locator('summary')).toHaveText(second?.question ?? '');
    await expect(open.locator('summary + *')).toBeVisible();
    expect(wordsOf(await open.locator('summary + *').innerHTML())).toBe(wordsOf(second?.answer ?? ''));
  });
});

test('R2.120 cards that the server kept from an earlier page are the same cards, and are hydrated without a complaint; a long title takes at most three lines of its card and stands whole in its tooltip', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const cardsOf = async (address: string) =>
    (await (await page.request.get(address)).text()).match(/<article data-name="[\s\S]*?<\/article>/g) ?? [];
  // Words that this list does not read make an address of its own: each page is rendered.
  const first = await cardsOf('/c/seklos-1?query=1');
  expect(first.length).toBeGreaterThan(20);
  expect(await cardsOf('/c/seklos-1?query=2')).toEqual(first);
  await page.goto('/c/seklos-1?query=3');
  await whenHydrated(page, page.locator('main article h2 a').first());
  expect(complaints).toEqual([]);
  await page
    .locator('main article')
    .getByRole('button', { name: /^Į krepšelį/ })
    .first()
    .click();
  await expect(
    page.locator('main article').getByRole('spinbutton').or(page.locator('main article input')).first(),
  ).toBeVisible();
  await test.step('R2.120 a long title takes at most three lines of its card and stands whole in its tooltip', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    const title = page.locator('main article h2').first();
    const name = 'Labai ilgas prekės pavadinimas '.repeat(8).trim();
    await title.evaluate((element, words) => {
      const link = element.querySelector('a');
      if (link) link.textContent = words;
      element.setAttribute('title', words);
    }, name);
    const box = await title.evaluate((element) => ({
      clamp: getComputedStyle(element).getPropertyValue('-webkit-line-clamp'),
      lines: Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    }));
    expect(box).toEqual({ clamp: '3', lines: 3 });
    await expect(title).toHaveAttribute('title', name);
  });
});
