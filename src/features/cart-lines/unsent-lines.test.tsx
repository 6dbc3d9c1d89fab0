// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aProduct, aVariant } from '#tests/builders.ts';

beforeEach(async () => {
  // Each page's code is new: its outbox reads the disk of its own test.
  vi.resetModules();
  (await import('#tests/show.tsx')).setMedia((query) => query === 'all');
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(async () => {
  (await import('#tests/show.tsx')).clearShown();
  (await import('#offline/outbox/page-outbox.ts')).theOutbox().close();
});

const soon = { timeout: 10_000 };

test('R4.10 a line of which the shop has never heard is removed without a connection, and brought back in its place', async () => {
  const { show } = await import('#tests/show.tsx');
  const { CartView } = await import('#features/cart-page/cart-view.tsx');
  const { ApiError } = await import('#api/api-error.ts');
  const order = () => {
    throw new ApiError('unreachable', 500, { message: '' });
  };
  const page = await show(<CartView />, { answers: { order } });
  const { changeCart } = await import('#features/cart/cart-outbox.ts');
  for (const [code, name] of [
    ['A', 'One'],
    ['B', 'Two'],
    ['C', 'Three'],
  ] as const) {
    page.queryClient.setQueryData(
      ['catalogue', 'product', name],
      aProduct({ name, variants: [aVariant({ code })] }),
    );
    await changeCart(page, { kind: 'add', variantCode: code, quantity: 1, productName: name });
  }
  const rows = () => [...page.container.querySelectorAll('ul > li')].map((one) => one.textContent ?? '');
  await expect.poll(() => rows().length, soon).toBe(3);
  await page.click(page.container.querySelector('button[aria-label="Remove: Two"]'));
  await expect.poll(() => rows()[1], soon).toContain('Removed: Two');
  await page.click(page.container.querySelector('button[aria-label="Bring back: Two"]'));
  await expect.poll(() => rows()[1], soon).toMatch(/^Two/);
});
