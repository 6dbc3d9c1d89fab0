// @vitest-environment jsdom
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Facet, SortOption } from '#contract/catalogue.ts';
import { aProduct } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { Link } from '#ui/link.tsx';
import { readEuros, readListState, writeListState } from './listing-queries.ts';
import { ProductCount } from './product-count-part.tsx';
import { ProductList } from './product-list-part.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

const value = (code: string, count: number, selected = false) => ({
  code,
  value: `Value ${code}`,
  slug: code.toLowerCase(),
  count,
  selected,
});
const list = (code: string, ...values: ReturnType<typeof value>[]): Facet => ({
  code,
  name: `Name ${code}`,
  type: 'list',
  values,
});
const facets: Facet[] = [
  list('brand', value('A', 4), value('B', 2)),
  list('crop', value('C', 3), value('D', 0)),
  list('size', value('E', 3), value('F', 1)),
  list('origin', value('G', 3), value('H', 1)),
  { code: 'price', name: 'Price', type: 'range', min: 199, max: 12_050 },
  { code: 'inStock', name: 'In stock', type: 'boolean', values: [value('1', 5)] },
];

function Address() {
  const { pathname, search } = useLocation();
  return <output>{decodeURIComponent(pathname + search)}</output>;
}
async function showList(path: string, given: readonly Facet[] = facets, products = [aProduct()]) {
  const shown = await show(
    <>
      <Address />
      <ProductList
        products={products}
        meta={{ totalItems: products.length, page: 1, pageCount: 1, facets: given }}
      />
    </>,
    { path },
  );
  // What is folded is drawn after the list.
  await vi.waitFor(() =>
    expect(
      [...shown.container.querySelectorAll('details > div')].every((folded) => folded.childElementCount > 0),
    ).toBe(true),
  );
  return shown;
}
const addressIn = (container: HTMLElement) => container.querySelector('output')?.textContent;
const linkOf = (container: HTMLElement, text: string) =>
  [...container.querySelectorAll('a')].find((one) => one.textContent?.trim() === text);

test('R1.08 every filter stands there with its counts, and a choice goes into the address', async () => {
  const { container, click } = await showList('/c/seklos-1?order[price]=asc&page=3');
  expect([...container.querySelectorAll('summary')].map((one) => one.textContent)).toEqual([
    'Price',
    'Name brand',
    'Name crop',
    'Name size',
    'More filters1',
  ]);
  expect(linkOf(container, 'Value D 0')).toBeUndefined();
  await click(linkOf(container, 'Value B 2'));
  // Another list begins at its first page and keeps its order.
  await expect.poll(() => addressIn(container)).toBe('/c/seklos-1?order[price]=asc&filter[brand][]=B');
  await click(linkOf(container, 'Value G 3'));
  await expect
    .poll(() => addressIn(container))
    .toBe('/c/seklos-1?order[price]=asc&filter[brand][]=B&filter[origin][]=G');
  await click(linkOf(container, 'In stock5'));
  await expect.poll(() => addressIn(container)).toContain('inStock=1');
  await click(linkOf(container, 'Clear all'));
  await expect.poll(() => addressIn(container)).toBe('/c/seklos-1?order[price]=asc');
});

test('R1.08 the price is typed in euros and stands in the address in cents', async () => {
  const { container, settle } = await showList('/c/seklos-1?inStock=1&page=2');
  const form = container.querySelector('form');
  // Without a script the browser sends what is hidden in the form too.
  expect([...new FormData(form ?? undefined)].map(String)).toEqual(['inStock,1', 'priceFrom,', 'priceTo,']);
  const [from, to] = form?.querySelectorAll<HTMLInputElement>('input:not([type=hidden])') ?? [];
  expect([from?.placeholder, to?.placeholder]).toEqual(['1.99', '120.50']);
  if (from && to) [from.value, to.value] = ['2', '10,5'];
  form?.requestSubmit();
  await settle();
  await expect.poll(() => addressIn(container)).toBe('/c/seklos-1?price[gte]=200&price[lte]=1050&inStock=1');
  expect(container.querySelector('[aria-label="Remove the filter €2.00 – €10.50"]')).not.toBeNull();
});

test('a filter that finds nothing, or that nobody knows, leaves a way back to the whole list', async () => {
  const { container, click } = await showList('/c/seklos-1?filter[nothing][]=XYZ', [], []);
  expect(container.textContent).toContain('Nothing was found');
  await click(linkOf(container, 'Show the whole list'));
  await expect.poll(() => addressIn(container)).toBe('/c/seklos-1');
});

test('Escape closes an open filter and gives the focus back to its button', async () => {
  const { container } = await showList('/c/seklos-1');
  const menu = container.querySelectorAll('details')[1];
  if (!menu) throw new Error('no menu');
  // Styles make the sheet of phones a plain row on wide screens; here there are none.
  container.querySelector('[popover]')?.removeAttribute('popover');
  menu.open = true;
  menu.querySelector('a')?.focus();
  menu.querySelector('a')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(menu.open).toBe(false);
  expect(document.activeElement).toBe(menu.querySelector('summary'));
});

test('what makes no sense in the address of a list is left out of its question', () => {
  for (const search of [
    '?page=0',
    '?page=-1',
    '?page=1.5',
    '?page=x',
    '?order[weight]=asc',
    '?order[price]=up',
    '?order=price',
    '?price[gte]=abc',
    '?price[gte]=-5',
    '?price=5',
    '?inStock=yes',
    '?priceFrom=much',
    '?filter=x',
    '?order[__proto__]=asc',
  ])
    expect(readListState(search)).toEqual({
      page: 1,
      order: undefined,
      filter: undefined,
      price: undefined,
      inStock: false,
    });
  expect(readListState('?page=99999999999').page).toBe(1_000_000);
  expect(readListState('?priceFrom=12,5&priceTo=7').price).toEqual({ gte: '700', lte: '1250' });
  expect(writeListState(readListState('?filter[brand][]=A&order[price]=desc&page=2'))).toBe(
    `?${new URLSearchParams([
      ['order[price]', 'desc'],
      ['filter[brand][]', 'A'],
      ['page', '2'],
    ]).toString()}`,
  );
});

test('euros are read with comma, point or none', () => {
  expect(
    ['12', '12,5', '12.50', ' 0,05 ', '12,', '1e3', '1,234', '', '-1', '12345678'].map(readEuros),
  ).toEqual([1200, 1250, 1250, 5, 1200, undefined, undefined, undefined, undefined, undefined]);
});

test('R9.19 the number of goods takes its word, which changes between 9 and 10', async () => {
  const { messages } = await import('#locales/lt/messages.po?later');
  const counted = async (count: number) =>
    (await show(<ProductCount count={count} />, { locale: 'lt', messages })).container.textContent;
  expect(await Promise.all([1, 2, 9, 10, 11, 21, 22, 30].map(counted))).toEqual([
    '1 prekė',
    '2 prekės',
    '9 prekės',
    '10 prekių',
    '11 prekių',
    '21 prekė',
    '22 prekės',
    '30 prekių',
  ]);
});

test('a pressed filter shows at once, and no longer when the way to its list is given up', async () => {
  let asked = 0;
  let give = () => {};
  const held = new Promise<null>((resolve) => (give = () => resolve(null)));
  const { container, click } = await show(
    <>
      <Link to="/c/seklos-1">Stay</Link>
      <ProductList products={[aProduct()]} meta={{ totalItems: 1, page: 1, pageCount: 1, facets }} />
    </>,
    // The list that was pressed for never comes.
    { path: '/c/seklos-1', loader: () => ((asked += 1) === 2 ? held : null) },
  );
  await vi.waitFor(() => expect(linkOf(container, 'In stock5')).toBeDefined());
  const inStock = () => linkOf(container, 'In stock5')?.getAttribute('aria-current');
  await click(linkOf(container, 'In stock5'));
  expect([asked, inStock()]).toEqual([2, 'true']);
  await click(linkOf(container, 'Stay'));
  await expect.poll(inStock).toBeNull();
  give();
});

test('a chosen order stands at once, before the address says it', async () => {
  const sortOptions: SortOption[] = [
    { code: 'recommended', name: 'Recommended', order: {}, selected: true },
    { code: 'price', name: 'Cheapest', order: { price: 'asc' }, selected: false },
  ];
  const { container, settle } = await show(
    <>
      <Address />
      <ProductList products={[aProduct()]} meta={{ totalItems: 1, page: 1, pageCount: 1, sortOptions }} />
    </>,
    { path: '/c/seklos-1' },
  );
  const select = container.querySelector('label select') as HTMLSelectElement;
  select.value = 'price asc';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  // React has put back what it was told: a choice that it does not show is given to it again and again.
  expect(select.value).toBe('price asc');
  await settle();
  expect(addressIn(container)).toBe('/c/seklos-1?order[price]=asc');
  expect(select.value).toBe('price asc');
});
