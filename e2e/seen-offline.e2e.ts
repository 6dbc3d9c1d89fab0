import type { Page } from '@playwright/test';
import { newCustomer, orderOf } from './account-steps.ts';
import { categoryGoods, cutForLong, secondVisit } from './offline-steps.ts';
import { findProduct, isOrdinary, pathOf, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

/**
 * Walks to pages with a connection, each with the place of its first row, and opens each of them long after it was lost. Two
 * lists in a row would be hard to tell apart.
 */
async function opensAsItWasSeen(page: Page, kinds: [path: string, row: string][]): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first();
  const look = async (path: string, row: string) => {
    const first = page.locator(row).first();
    await expect(first, path).toBeVisible();
    return [path, await heading.innerText(), await first.innerText()];
  };
  const seen: string[][] = [];
  for (const [path, row] of kinds) {
    const before = await heading.innerText();
    await walkTo(page, path);
    await expect(heading, path).not.toHaveText(before);
    seen.push(await look(path, row));
  }
  // All that was answered is on the device before a page without a connection begins.
  await page.reload({ waitUntil: 'networkidle' });
  await cutForLong(page);
  for (const [index, [path, row]] of kinds.entries()) {
    await page.goto(path);
    await expect.poll(() => look(path, row), path).toEqual(seen[index]);
  }
}

test('R0.13 R0.47 home, lists, goods and texts that were seen online open offline with the heading and the first row they had, and who comes back walks through them: home, category, two products', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  const { taxon, products } = await categoryGoods(page);
  const card = 'main article h2';
  const [first, second] = products;
  const price = 'main [data-price], main :text("€")';
  await secondVisit(page, '/krepselis');
  await whenHydrated(page);
  await opensAsItWasSeen(page, [
    ['/', 'main article h3'],
    [taxon.path, card],
    [first?.path ?? '', price],
    ['/a/prekes-zenklas/seklynas', card],
    ['/duk', 'main summary'],
    ['/akcijos', card],
    [second?.path ?? '', price],
    ['/privatumo-politika', 'main p:not(:empty)'],
  ]);
  await test.step('R0.47 in a tab that is opened later, by links', async () => {
    await page.close();
    const later = await context.newPage();
    const heading = (name: string | undefined) => later.getByRole('heading', { level: 1, name: name ?? '' });
    await later.goto('/');
    await later.locator(`main a[href="${taxon.path}"]`).first().click();
    await expect(heading(taxon.name)).toBeVisible();
    for (const one of [first, second]) {
      await later.locator(`main a[href="${one?.path}"]`).first().click();
      await expect(heading(one?.name)).toBeVisible();
      await later.goBack();
      await expect(heading(taxon.name)).toBeVisible();
    }
  });
});

test("R0.13 a search, the news and what is one person's own that were seen online open offline with the heading and the first row they had", async ({
  page,
  shop,
}) => {
  test.setTimeout(240_000);
  const product = await findProduct(page, isOrdinary);
  const person = await newCustomer(page, shop);
  const { number } = await orderOf(page, person, { [product.variants[0]?.code ?? '']: 1 });
  const marked = await page.request.post('/api/v2/shop/wishlists', {
    headers: person.bearer,
    data: { products: [{ productCode: product.code }] },
  });
  expect(marked.status()).toBe(201);
  await secondVisit(page, pathOf(product));
  await whenHydrated(page);
  await page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).click();
  await expect(page.getByText(/Krepšelyje: \d/)).toBeVisible();
  await walkTo(page, '/naujienos');
  const article = (await page.locator('main li h2 a').first().getAttribute('href')) ?? '';
  await opensAsItWasSeen(page, [
    ['/p/paieska?query=morkos', 'main article h2'],
    ['/krepselis', `main li a:text-is("${product.name}")`],
    ['/megstamiausios', `main article a:text-is("${product.name}")`],
    [article, 'main article p'],
    ['/naujienos', 'main li h2 a'],
    ['/paskyra/uzsakymas', `main li :text("${number}")`],
  ]);
});
