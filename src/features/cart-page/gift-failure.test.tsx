// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import type { Order } from '#contract/orders/orders.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { anItem, anOrder, cartToken } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { CartView } from './cart-view.tsx';

beforeEach(() => {
  setMedia((query) => query === 'all');
  localStorage.setItem('CART_TOKEN', cartToken);
});
afterEach(() => {
  clearShown();
  theOutbox().close();
});

/** The page asks for its cart once the queue has been looked at. */
const soon = { timeout: 10_000 };

test('R8.41 a gift that the shop fails at is said at the choice until the shop has taken it', async () => {
  const { variant } = anItem();
  const gift = { ...variant, code: 'A', product: { ...variant.product, name: 'Gift A' } };
  const cart = (more: Partial<Order['gift']>, version: number) =>
    anOrder({ items: [anItem()], version, gift: { eligible: true, ...more } });
  let isFailing = true;
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    asked.push(url instanceof Request ? url.url : url.toString());
    const body = isFailing
      ? { code: 500, errorCode: 'internal', message: '', violations: [] }
      : cart({ selectedVariantCode: 'A' }, 2);
    const key = new Headers(init?.headers).get(header.idempotencyKey) ?? '';
    return Promise.resolve(
      new Response(JSON.stringify(body), {
        status: isFailing ? 500 : 200,
        headers: { [header.marker]: apiMarker, [header.idempotencyKey]: key },
      }),
    );
  });
  const page = await show(<CartView />, {
    answers: {
      order: () => (isFailing ? cart({}, 1) : cart({ selectedVariantCode: 'A' }, 2)),
      gifts: () => ({
        data: [{ productVariantCode: 'A', variant: gift, available: true, threshold: 3000 }],
        meta: { totalItems: 1, page: 1, itemsPerPage: 1, pageCount: 1, eligible: true },
      }),
    },
  });
  const button = (name: string) =>
    [...page.container.querySelectorAll('button')].find(
      (one) => one.ariaLabel === name || one.textContent === name,
    );
  await expect.poll(() => button('Choose: Gift A'), soon).toBeDefined();
  await page.click(button('Choose: Gift A'));
  const said = () => page.container.querySelector('section [role="alert"]')?.textContent;
  await expect.poll(said, soon).toContain('Add gift error');
  isFailing = false;
  await expect.poll(said, soon).toBeUndefined();
  await expect.poll(() => button('Chosen: Gift A')?.ariaPressed, soon).toBe('true');
  expect(asked.filter((url) => !url.endsWith('/gift'))).toEqual([]);
  expect(asked.length).toBeGreaterThan(1);
});
