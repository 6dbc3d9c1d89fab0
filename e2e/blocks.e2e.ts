import type { Page } from '@playwright/test';
import { cartOf, findProduct, isOrdinary, pathOf, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

/** A title that the shop's blocks of a place carry, for this target. */
async function titleAt(page: Page, place: string, target: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams({ displayLocation: place, ...target });
  const { data } = (await (
    await page.request.get(`/api/v2/shop/cms-plugin/blocks?${query.toString()}`)
  ).json()) as {
    data: { contentTypes: { properties: Record<string, { value?: unknown }> }[] }[];
  };
  for (const block of data)
    for (const { properties } of block.contentTypes)
      if (typeof properties['title']?.value === 'string') return properties['title'].value;
  throw new Error(`No titled block at ${place}`);
}
const heading = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { name, exact: true });

test('R2.142 R2.136 R2.138 R2.141 the search results, an ordinary product and the cart show the blocks of their places, and those of the gallery stand right after it', async ({
  page,
}) => {
  const product = await findProduct(page, isOrdinary);
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/cms-plugin/blocks')) asked.push(new URL(request.url()).searchParams);
  });
  await cartOf(page, product);
  // By a click from a list the page itself asks.
  await page.goto(`/p/paieska?query=${encodeURIComponent(product.code)}`);
  const link = page.getByRole('main').getByRole('link', { name: product.name, exact: true }).first();
  await expect(heading(page, await titleAt(page, 'search_result_page'))).toBeVisible();
  // Before it is hydrated the link loads the whole page, and then the server asks.
  await whenHydrated(page, link);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  await expect(
    heading(page, await titleAt(page, 'product_inner_page', { product: product.code })),
  ).toBeVisible();
  const below = heading(page, await titleAt(page, 'product_inner_below_gallery', { product: product.code }));
  await expect(below).toBeVisible();
  // The gallery's own script may come after the title.
  const isNext = () =>
    below.evaluate((title) => {
      const gallery = document.querySelector('main ul button[aria-current]')?.closest('main div > div > div');
      return (
        gallery !== null && gallery !== undefined && Boolean(gallery.nextElementSibling?.contains(title))
      );
    });
  await expect.poll(isNext).toBe(true);
  for (const place of ['product_inner_page', 'product_inner_below_gallery']) {
    expect(
      asked.some((query) => query.get('displayLocation') === place && query.get('product') === product.code),
    ).toBe(true);
  }
  await walkTo(page, '/krepselis');
  await expect(heading(page, await titleAt(page, 'cart_inner_page'))).toBeVisible();
});

test('R2.137 R2.139 R2.140 the shop writes the blocks of their places into its pages: a sold-out product’s instead of the others’, above and below the list of a category', async ({
  page,
}) => {
  const pageAt = async (path: string) => (await page.request.get(path)).text();
  const headingIn = (html: string, title: string) => html.search(new RegExp(`<h\\d[^>]*>${title}</h`));
  const gone = await findProduct(page, (product) =>
    product.variants.every((variant) => variant.tracked && variant.stock === 0),
  );
  const title = await titleAt(page, 'product_inner_out_of_stock_page', { product: gone.code });
  expect(headingIn(await pageAt(pathOf(gone)), title)).toBeGreaterThan(0);
  expect(headingIn(await pageAt(pathOf(await findProduct(page, isOrdinary))), title)).toBe(-1);

  const { data } = (await (await page.request.get('/api/v2/shop/taxons-tree?depth=2')).json()) as {
    data: { children: { id: number; slug: string; code: string }[] }[];
  };
  const professional = data
    .flatMap((root) => root.children)
    .find((taxon) => taxon.slug === 'profesionaliam-naudojimui');
  if (!professional) throw new Error('no such category');
  const category = await pageAt(`/c/${professional.slug}-${String(professional.id)}`);
  const places = [
    headingIn(category, await titleAt(page, 'product_list_top', { taxonomy: professional.code })),
    category.indexOf('<article'),
    category.lastIndexOf('</article'),
    headingIn(category, await titleAt(page, 'product_list_page', { taxonomy: professional.code })),
  ];
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});
