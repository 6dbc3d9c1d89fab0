// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { writeTokens } from '#api/session-tokens.ts';
import { aProduct, aVariant } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { heartShape } from '#ui/icons/heart-shape.ts';
import { trashShape } from '#ui/icons/icon-shapes-later.ts';
import { currentToast } from '#ui/toast-state.ts';
import { Component as WishlistScreen } from '#routes/screens/wishlist.tsx';
import './change-list.ts';
import { WishlistButton } from './wishlist-button.tsx';
import { addWished, removeWished, sharedCodes } from './device-list.ts';
import { wished } from './wishlist-cell.ts';

beforeEach(() => {
  localStorage.clear();
  setMedia();
});
afterEach(clearShown);

test('R4.37 R4.40 a heart outline until the product is in the list, then a trash can, each with its name; both ways say so', async () => {
  const product = aProduct({ code: 'AA1001', name: 'Carrots' });
  const { container, click, settle } = await show(
    <WishlistButton product={product} variantCode="V-A" place="card" />,
    { answers: { products: () => ({ data: [product], meta: {} }) } },
  );
  const state = () => [
    container.querySelector('path')?.getAttribute('d'),
    container.querySelector('button')?.getAttribute('aria-label'),
  ];
  expect(state()).toEqual([heartShape, 'Add to the wishlist: Carrots']);
  await click(container.querySelector('button'));
  await settle();
  expect(state()).toEqual([trashShape, 'Remove from the wishlist: Carrots']);
  expect(currentToast()?.text).toBe('Product added to wishlist');
  expect(wished.read()).toEqual([{ productCode: 'AA1001', productVariantCode: 'V-A' }]);
  await click(container.querySelector('button'));
  await settle();
  expect(state()).toEqual([heartShape, 'Add to the wishlist: Carrots']);
  expect(currentToast()?.text).toBe('Product removed from wishlist');
});

test('a fast double press on a heart is one press', async () => {
  const product = aProduct({ code: 'AA1001' });
  const { container, settle } = await show(<WishlistButton product={product} place="card" />, {
    answers: { products: () => ({ data: [product], meta: {} }) },
  });
  for (const detail of [1, 2]) {
    container.querySelector('button')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
    await settle();
    await expect.poll(() => container.querySelector('button')?.hasAttribute('aria-busy')).toBe(false);
  }
  expect(wished.read()).toEqual([{ productCode: 'AA1001' }]);
});

test('a press right after one that changed nothing is taken', async () => {
  addWished(Array.from({ length: 200 }, (_, place) => ({ productCode: `P${String(place)}` })));
  const product = aProduct({ code: 'AA1001' });
  const { container, settle } = await show(<WishlistButton product={product} place="card" />, {
    answers: { products: () => ({ data: [product], meta: {} }) },
  });
  const press = async () => {
    container.querySelector('button')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    await settle();
    await expect.poll(() => container.querySelector('button')?.hasAttribute('aria-busy')).toBe(false);
  };
  await press();
  await expect.poll(() => document.querySelector('[role="alert"]')).not.toBeNull();
  removeWished(['P0']);
  await press();
  expect(wished.read()[0]).toEqual({ productCode: 'AA1001' });
});

test('a heart of an account that finds no connection says so, and stays what it was', async () => {
  writeTokens({ token: 'bearer', refreshToken: 'refresh' });
  const product = aProduct({ code: 'AA1001', name: 'Carrots' });
  const { container, settle } = await show(<WishlistButton product={product} place="card" />, {
    answers: {
      wishlists: () => ({ data: [{ token: 'list', wishlistProducts: [] }] }),
      addWished: () => {
        throw new ApiError('unreachable', 500, { message: 'Failed to fetch' });
      },
    },
  });
  container.querySelector('button')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  await settle();
  await expect
    .poll(() => document.querySelector('[role="alert"]')?.textContent)
    .toBe('No connection. Nothing was changed.');
  await expect.poll(() => container.querySelector('button')?.hasAttribute('aria-busy')).toBe(false);
  expect(container.querySelector('path')?.getAttribute('d')).toBe(heartShape);
  expect(container.querySelector('button')?.getAttribute('aria-label')).toBe('Add to the wishlist: Carrots');
  writeTokens({ token: null, refreshToken: null });
});

test('R3.68 entries name their product; the same product stands once, at the front; anything else stored is none', () => {
  localStorage.setItem(
    'PRODUCTS_WISHLIST',
    '[{"productCode":"A"},{"x":1},"B",null,{"productCode":"C","productVariantCode":"C-1"}]',
  );
  expect(wished.read()).toEqual([{ productCode: 'A' }, { productCode: 'C', productVariantCode: 'C-1' }]);
  addWished([{ productCode: 'C' }]);
  expect(wished.read()).toEqual([{ productCode: 'C' }, { productCode: 'A' }]);
  removeWished(['A']);
  expect(JSON.parse(localStorage.getItem('PRODUCTS_WISHLIST') ?? '')).toEqual([{ productCode: 'C' }]);
});

test('a list that is full takes nothing more in and loses nothing', () => {
  expect(addWished(Array.from({ length: 200 }, (_, place) => ({ productCode: `P${String(place)}` })))).toBe(
    true,
  );
  expect(addWished([{ productCode: 'ONE-MORE' }])).toBe(false);
  expect(wished.read()).toHaveLength(200);
});

test('of a shared address only codes are read, once each', () => {
  expect(sharedCodes('?codes=A,B,A,<i>,%20,C.1')).toEqual(['A', 'B', 'C.1']);
  expect(sharedCodes('')).toEqual([]);
});

test('goods that were marked in a pack stand on the list in that pack and lead to it, others in all of theirs', async () => {
  setMedia((query) => query === 'all');
  const goods = ['A', 'B'].map((code) => {
    const product = aProduct({ code, name: code, slug: code });
    const variants = [1, 2].map((at) => aVariant({ code: `${code}-${at}`, name: `${at} kg` }));
    return { ...product, variants, defaultVariant: `${code}-1` };
  });
  addWished([{ productCode: 'A', productVariantCode: 'A-2' }, { productCode: 'B' }]);
  const { container } = await show(<WishlistScreen />, {
    answers: { products: () => ({ data: goods, meta: {} }) },
  });
  const links = () =>
    [...container.querySelectorAll('article h2 a, li h2 a')].map((link) => link.getAttribute('href') ?? '');
  await expect.poll(() => links().length).toBeGreaterThan(1);
  expect(links().map((address) => address.split('?')[1])).toEqual(['variant=A-2', undefined]);
});

test('after a heart on the wishlist the focus is at the next one, and after the last at the way to goods', async () => {
  setMedia((query) => query === 'all');
  const goods = ['A', 'B'].map((code) => aProduct({ code, name: code, slug: code }));
  addWished([{ productCode: 'A' }, { productCode: 'B' }]);
  const { container, settle } = await show(<WishlistScreen />, {
    answers: { products: () => ({ data: goods, meta: {} }) },
  });
  const remover = (code: string) =>
    container.querySelector<HTMLElement>(`button[aria-label="Remove from the wishlist: ${code}"]`);
  for (const code of ['A', 'B']) {
    await expect.poll(() => remover(code)).not.toBeNull();
    remover(code)?.focus();
    remover(code)?.click();
    await settle();
    await expect.poll(() => remover(code)).toBeNull();
    const expected = code === 'A' ? 'Remove from the wishlist: B' : 'Choose goods';
    await expect
      .poll(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
      .toBe(expected);
  }
});
