// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aProduct } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { RecentlyViewed } from './recently-viewed-part.tsx';
import { clearViewed, viewed } from './viewed-cell.ts';

beforeEach(() => setMedia());
afterEach(() => {
  clearShown();
  clearViewed();
});

const [a, b, c] = ['A', 'B', 'C'].map((code, id) => aProduct({ id, code, name: `Product ${code}` }));
const goods = [a, b, c].flatMap((one) => one ?? []);
const headings = (container: HTMLElement) =>
  [...container.querySelectorAll('article h3')].map((one) => one.textContent);

test('R2.128 exactly four grey cards stand in a slider while its goods are on their way, and none after', async () => {
  viewed.write(['B', 'A']);
  let arrive: (answer: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    arrive = resolve;
  });
  const { container, settle } = await show(<RecentlyViewed />, { answers: { products: () => answer } });
  expect(container.querySelectorAll('[data-skeleton]')).toHaveLength(4);
  expect(container.querySelector('[aria-busy="true"]')).not.toBeNull();
  arrive({ data: goods, meta: {} });
  await settle();
  expect(container.querySelectorAll('[data-skeleton]')).toHaveLength(0);
  expect(container.querySelector('[aria-busy]')).toBeNull();
  expect(headings(container)).toEqual(['Product B', 'Product A']);
});

test('R1.10 what was seen last stands first, without the product that is looked at', async () => {
  const answers = { products: () => ({ data: goods, meta: {} }) };
  for (const product of goods) await show(<RecentlyViewed product={product} />, { answers });
  const home = await show(<RecentlyViewed />, { answers });
  expect(headings(home.container)).toEqual(['Product C', 'Product B', 'Product A']);
  const [, second] = goods;
  const page = await show(second === undefined ? null : <RecentlyViewed product={second} />, { answers });
  expect(headings(page.container)).toEqual(['Product C', 'Product A']);
});

test('the first product that is looked at has no row of grey cards while its own card is fetched', async () => {
  const [first] = goods;
  const { container } = await show(first === undefined ? null : <RecentlyViewed product={first} />, {
    answers: { products: () => new Promise(() => {}) },
  });
  expect(viewed.read()).toEqual(['A']);
  expect(container.textContent).toBe('');
  expect(container.querySelectorAll('[data-skeleton]')).toHaveLength(0);
});

test('who has seen nothing is shown nothing, and nothing is asked', async () => {
  const { container } = await show(<RecentlyViewed />);
  expect(container.textContent).toBe('');
});
