// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aProduct } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { SearchNotes } from './search-notes-part.tsx';

// At once instead of when the page has time.
vi.mock(
  '#features/product/deferred-product-slider.tsx',
  () => import('#features/product/product-slider-part.tsx'),
);

beforeEach(() => {
  setMedia();
});
afterEach(clearShown);

const answers = {
  recommendations: () => ({ data: [{ product_id: 'B' }, { product_id: 'A' }], meta: {} }),
  products: ({ query }: { query?: unknown }) => ({
    data: (query as { code: string[] }).code.map((code) => aProduct({ code, name: `Product ${code}` })),
    meta: {},
  }),
  taxonsTree: () => ({
    data: [{ id: 1, code: 'SEKLOS', slug: 'seklos', name: 'Seeds', children: [] }],
    meta: {},
  }),
};

test('R7.27 a search without result keeps its words and offers shorter ones, the categories of the tree and popular products', async () => {
  const { container } = await show(
    <SearchNotes query="morkų kastuvas" leftOut="" instead={['morkų', 'kastuvas & co']} />,
    { answers },
  );
  expect(container.textContent).toContain('No goods fit “morkų kastuvas”');
  const links = [...container.querySelectorAll('a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
  expect(links).toContainEqual(['morkų', expect.stringMatching(/\?query=mork%C5%B3$/)]);
  expect(links).toContainEqual(['kastuvas & co', expect.stringMatching(/\?query=kastuvas%20%26%20co$/)]);
  expect(links).toContainEqual(['Seeds', expect.stringContaining('seklos')]);
  expect(container.textContent).toMatch(/Popular products.*Product B.*Product A/s);
});

test('categories that the page shows in its own place are not shown twice', async () => {
  const { container } = await show(<SearchNotes query="zzz" leftOut="" instead={[]} hasCategories />, {
    answers,
  });
  expect(container.textContent).not.toContain('Categories');
  expect(container.textContent).toContain('Popular products');
});

test('without other words, categories and products there is still a way on', async () => {
  const { container } = await show(<SearchNotes query="zzz" leftOut="" instead={[]} />);
  expect(container.textContent).toContain('Try one word, another word for it, or the code on the pack.');
  expect(container.querySelectorAll('section')).toHaveLength(0);
});

test('words that the goods were found without are named', async () => {
  const { container } = await show(
    <SearchNotes query="vaistai nuo amarų" leftOut="vaistai" instead={undefined} />,
  );
  expect(container.textContent).toBe('“vaistai” was not found: these goods fit the other words.');
});
