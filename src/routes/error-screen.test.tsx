// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aProduct } from '#tests/builders.ts';
import { clearShown, setMedia, show, type ShowOptions } from '#tests/show.tsx';
import { ErrorScreen } from './error-screen-part.tsx';

vi.mock(
  '#features/product/deferred-product-slider.tsx',
  () => import('#features/product/product-slider-part.tsx'),
);
vi.mock('react-router', async (original) => ({
  ...(await original<object>()),
  useRouteError: () => ({ status: 404, statusText: '', internal: false, data: null }),
}));
beforeEach(() => {
  setMedia();
});
afterEach(clearShown);

const answers: NonNullable<ShowOptions['answers']> = {
  blocks: () => ({ data: [], meta: {} }),
  redirects: () => ({ data: [], meta: {} }),
  recommendations: ({ params }) => ({
    data: (params as { placement: string }).placement === 'notfound' ? [{ product_id: 'A' }] : [],
    meta: {},
  }),
  products: () => ({ data: [aProduct({ code: 'A', name: 'Spade' })], meta: {} }),
};

test('R2.131 the page of what is not there shows the products that the shop recommends for it', async () => {
  const { container } = await show(<ErrorScreen />, { answers });
  expect(container.querySelector('h1')?.textContent).toBe('This page could not be found');
  // What is on its way shows as such for a moment.
  await expect
    .poll(() => [...container.querySelectorAll('article h3')].map((one) => one.textContent))
    .toEqual(['Spade']);
});
test('without an answer the page stands alone', async () => {
  const { container } = await show(<ErrorScreen />);
  expect(container.querySelector('h1')?.textContent).toBe('This page could not be found');
  expect(container.querySelector('article')).toBeNull();
});

test('R7.25 nothing is shown until the shop has said whether the address has moved', async () => {
  let say: (answer: unknown) => void = () => undefined;
  const said = new Promise((resolve) => {
    say = resolve;
  });
  const { container } = await show(<ErrorScreen />, {
    answers: { ...answers, redirects: () => said },
    path: '/sena',
  });
  expect(container.textContent).toBe('');
  say({ data: [], meta: {} });
  await expect.poll(() => container.querySelector('article h3')?.textContent).toBe('Spade');
  expect(container.querySelector('h1')?.textContent).toBe('This page could not be found');
});

test('addresses that lead to each other end as the page of what is not there', async () => {
  const asked: unknown[] = [];
  const { container } = await show(<ErrorScreen />, {
    answers: {
      ...answers,
      redirects: ({ query }) => {
        const { source } = query as { source: string };
        asked.push(source);
        const target = source === '/a' ? '/b' : '/a';
        return { data: [{ source, target, only404: true, statusCode: 301 }], meta: {} };
      },
    },
    path: '/a',
  });
  await expect.poll(() => container.querySelector('article h3')?.textContent).toBe('Spade');
  expect(container.querySelector('h1')?.textContent).toBe('This page could not be found');
  expect(asked).toEqual(['/a', '/b']);
});
