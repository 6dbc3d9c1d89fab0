// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aProduct } from '#tests/builders.ts';
import { clearShown, setMedia, show, type ShowOptions } from '#tests/show.tsx';
import { ApiError } from '#api/api-error.ts';
import { writeTokens } from '#api/session-tokens.ts';
import { useShop } from '#api/shop.ts';
import type { Wishlist } from '#contract/wishlists.ts';
import { currentToast, hideToast } from '#ui/toast-state.ts';
import { accountListQuery, openAccountList, wishedIn } from './account-list.ts';
import { joinAccountList } from './merge-guest-wishlist.ts';
import './change-list.ts';
import { addWished } from './device-list.ts';
import { followSignIn } from './follow-account-list.ts';
import { WishlistButton } from './wishlist-button.tsx';
import { useWished, wished } from './wishlist-cell.ts';
import './wishlist-error.tsx';

const token = (letter: string) => letter.repeat(32);
const aList = (codes: readonly string[], letter = 'a'): Wishlist => ({
  token: token(letter),
  wishlistProducts: codes.map((code, at) => ({ id: 100 - at, product: { code } })),
});
const product = aProduct({ code: 'AA1001', name: 'Carrots' });

/** Calls of the wishlist in their order. */
let asked: { name: string; params?: unknown; body?: unknown }[] = [];
/** A shop with one list, unless a call is answered otherwise. */
let lists: Wishlist[] = [];
const theList = () => lists.at(-1) ?? aList([]);
function keep(codes: readonly string[]): Wishlist {
  lists = [...lists.slice(0, -1), { ...theList(), wishlistProducts: aList(codes).wishlistProducts }];
  return theList();
}
const codes = () => theList().wishlistProducts.map((one) => one.product.code);
type Answers = NonNullable<ShowOptions['answers']>;
const answers = (more: Answers = {}): Answers => {
  const all: Answers = {
    wishlists: () => ({ data: lists, meta: {} }),
    addWished: ({ body }) => {
      const { products } = body as { products: { productCode: string }[] };
      return keep([...products.map((one) => one.productCode), ...codes()]);
    },
    removeWished: ({ params }) => keep(codes().filter((one) => one !== (params as { code: string }).code)),
    mergeWished: ({ body }) => {
      const { products } = body as { products: { productCode: string }[] };
      return { ...keep([...new Set([...products.map((one) => one.productCode), ...codes()])]), skipped: [] };
    },
    ...more,
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, answer]) => [
      name,
      (input) => {
        const { params, body } = input;
        asked.push({ name, ...(params ? { params } : {}), ...(body ? { body } : {}) });
        return answer(input);
      },
    ]),
  );
};
const names = () => asked.map(({ name }) => name);
/** What hearts and counter are told. */
const seen: string[][] = [];
function Codes() {
  seen.push(useWished().map((one) => one.productCode));
  return <output>{useWished().map((one) => one.productCode)}</output>;
}
/** Follows whoever is signed in, as the start of the page does. */
function Follow() {
  const shop = useShop();
  const queryClient = useQueryClient();
  useEffect(
    () => followSignIn({ shop, queryClient, loadLaterTexts: () => Promise.resolve() }),
    [shop, queryClient],
  );
  return null;
}
const open = (more?: Answers) =>
  show(
    <>
      <WishlistButton product={product} variantCode="V-A" place="card" />
      <Codes />
    </>,
    { answers: answers(more), fill: (shop, queryClient) => openAccountList({ shop, queryClient }) },
  );
const button = (container: HTMLElement) => container.querySelector('button');
const shown = (container: HTMLElement) => container.querySelector('output')?.textContent;

beforeEach(() => {
  asked = [];
  lists = [aList([])];
  seen.length = 0;
  localStorage.clear();
  hideToast();
  setMedia();
  writeTokens({ token: 'bearer', refreshToken: 'refresh' });
});
afterEach(() => {
  writeTokens({ token: null, refreshToken: null });
  clearShown();
});

test('R3.67 codes and variants are read from the entries, of goods that are not sold any more too', () => {
  const list = aList(['A', 'B']);
  const [first, second] = list.wishlistProducts;
  if (first === undefined || second === undefined) throw new Error('no entries');
  list.wishlistProducts = [
    { ...first, product },
    { ...second, productVariantCode: 'B-1' },
  ];
  expect(wishedIn(list)).toEqual([
    { productCode: 'AA1001' },
    { productCode: 'B', productVariantCode: 'B-1' },
  ]);
  expect(wishedIn(null)).toEqual([]);
});

test('R3.69 R4.39 of two lists the last is in use: a product in it is taken out with its token', async () => {
  lists = [aList(['OTHER']), aList(['AA1001', 'B'], 'z')];
  const { container, click } = await open();
  expect(shown(container)).toBe('AA1001B');
  await click(button(container));
  expect(asked.at(-1)).toEqual({ name: 'removeWished', params: { token: token('z'), code: 'AA1001' } });
  expect(shown(container)).toBe('B');
  expect(currentToast()?.text).toBe('Product removed from wishlist');
});

test('R3.70 R4.39 R4.40 a product that is not in the list is posted with its variant; the answer is shown, nothing is kept on the device', async () => {
  lists = [aList(['B'])];
  const { container, click } = await open();
  await click(button(container));
  expect(asked.slice(1)).toEqual([
    { name: 'addWished', body: { products: [{ productCode: 'AA1001', productVariantCode: 'V-A' }] } },
  ]);
  expect(shown(container)).toBe('AA1001B');
  expect(button(container)?.getAttribute('aria-label')).toBe('Remove from the wishlist: Carrots');
  expect(currentToast()?.text).toBe('Product added to wishlist');
  expect(wished.read()).toEqual([]);
});

test('R4.38 while the call is on its way the button is busy and a second press does nothing', async () => {
  let answer: (list: Wishlist) => void = () => undefined;
  const { container, click, settle } = await open({
    addWished: () => new Promise<Wishlist>((resolve) => (answer = resolve)),
  });
  expect(button(container)?.hasAttribute('aria-busy')).toBe(false);
  await click(button(container));
  expect(button(container)?.getAttribute('aria-busy')).toBe('true');
  await click(button(container));
  expect(names()).toEqual(['wishlists', 'addWished']);
  expect(shown(container)).toBe('');
  answer(keep(['AA1001']));
  await settle();
  expect(button(container)?.hasAttribute('aria-busy')).toBe(false);
  expect(shown(container)).toBe('AA1001');
  expect(names()).toEqual(['wishlists', 'addWished']);
});

test.each([
  ['the shop’s own sentence', 'No such product', 'No such product'],
  ['our own where it gave none', undefined, 'The product could not be added to the wishlist.'],
])('R8.46 R8.47 a refusal says %s, and the hearts follow what the shop has', async (_, detail, text) => {
  const { container, click } = await open({
    addWished: () => {
      // Meanwhile something was marked on another device.
      keep(['B']);
      throw new ApiError('refused', 422, { message: 'Unprocessable', ...(detail ? { detail } : {}) });
    },
  });
  await click(button(container));
  expect(document.querySelector('dialog [role=alert]')?.textContent).toBe(text);
  expect(currentToast()).toBeNull();
  expect(shown(container)).toBe('B');
  expect(button(container)?.getAttribute('aria-label')).toBe('Add to the wishlist: Carrots');
});

test('changes are sent one after another, so that the newest answer comes last', async () => {
  const ends: (() => void)[] = [];
  const slow = (answer: () => Wishlist) =>
    new Promise<Wishlist>((resolve) => ends.push(() => resolve(answer())));
  const { container, settle } = await show(
    <>
      <WishlistButton product={product} place="card" />
      <WishlistButton product={aProduct({ code: 'B' })} place="card" />
      <Codes />
    </>,
    {
      answers: answers({
        addWished: ({ body }) => {
          const [one] = (body as { products: { productCode: string }[] }).products;
          return slow(() => keep([one?.productCode ?? '', ...codes()]));
        },
      }),
    },
  );
  for (const one of container.querySelectorAll('button')) one.click();
  await settle();
  expect(names().filter((name) => name === 'addWished')).toHaveLength(1);
  ends[0]?.();
  await settle();
  ends[1]?.();
  await settle();
  expect(shown(container)).toBe('BAA1001');
});

test('a question that was asked before a change does not undo it', async () => {
  let late: (() => void) | undefined;
  const { container, click, settle, queryClient, shop } = await open({
    wishlists: () =>
      asked.length === 1
        ? { data: [aList([])], meta: {} }
        : new Promise((resolve) => (late = () => resolve({ data: [aList([])], meta: {} }))),
  });
  void queryClient.refetchQueries(accountListQuery(shop)).catch(() => undefined);
  await vi.waitFor(() => expect(late).toBeDefined());
  button(container)?.click();
  await vi.waitFor(() => expect(shown(container)).toBe('AA1001'));
  late?.();
  await settle();
  expect(shown(container)).toBe('AA1001');
  await click(button(container));
  expect(shown(container)).toBe('');
});

test('signing out shows the list of the device again; an answer that comes later is nobody’s', async () => {
  lists = [aList(['AA1001', 'B'])];
  let end: () => void = () => undefined;
  const { container, click, settle, queryClient, shop } = await open({
    removeWished: () => new Promise<Wishlist>((resolve) => (end = () => resolve(keep(['B'])))),
  });
  await click(button(container));
  writeTokens({ token: null, refreshToken: null });
  queryClient.removeQueries({ predicate: (query) => query.meta?.['own'] === true });
  await settle();
  expect(shown(container)).toBe('');
  end();
  await settle();
  expect(queryClient.getQueryData(accountListQuery(shop).queryKey)).toBeUndefined();
  expect(shown(container)).toBe('');
});

test('the list is personal: kept in the visitor’s own store, which logging out empties', async () => {
  const { shop } = await open();
  expect(accountListQuery(shop).meta).toEqual({ saved: true, own: true });
});

test('R6.02 a guest’s page asks for no list, until somebody signs in, here or in another tab', async () => {
  lists = [aList(['B'])];
  writeTokens({ token: null, refreshToken: null });
  addWished([{ productCode: 'AA1001' }]);
  const { container, click, settle } = await show(
    <>
      <Follow />
      <WishlistButton product={product} place="card" />
      <Codes />
    </>,
    { answers: answers() },
  );
  expect(shown(container)).toBe('AA1001');
  await click(button(container));
  expect(shown(container)).toBe('');
  expect(asked).toEqual([]);
  // As another tab would have written it.
  localStorage.setItem('AUTH_REFRESH_TOKEN', 'refresh');
  window.dispatchEvent(new StorageEvent('storage', { key: 'AUTH_REFRESH_TOKEN' }));
  await vi.waitFor(() => expect(shown(container)).toBe('B'));
  await settle();
  expect(names()).toEqual(['wishlists']);
});

test('R4.58 R4.60 R4.62 what the device had marked is put in after the list is here, then taken off the device; the counter is of the whole', async () => {
  lists = [aList(['B', 'C'])];
  addWished([{ productCode: 'A', productVariantCode: 'A-1' }, { productCode: 'B' }]);
  const { container, settle } = await show(
    <>
      <Follow />
      <Codes />
    </>,
    { answers: answers() },
  );
  await vi.waitFor(() => expect(shown(container)).toBe('ABC'));
  await settle();
  expect(asked).toEqual([
    { name: 'wishlists' },
    {
      name: 'mergeWished',
      body: { products: [{ productCode: 'A', productVariantCode: 'A-1' }, { productCode: 'B' }] },
    },
  ]);
  expect(localStorage.getItem('PRODUCTS_WISHLIST')).toBe('[]');
  // Never the device's entries as if they were in the account.
  expect(seen).not.toContainEqual(['A', 'B']);
});

test('R5.37 without anything marked on the device nothing is put in', async () => {
  const { shop, queryClient } = await open();
  await joinAccountList({ shop, queryClient });
  expect(names()).toEqual(['wishlists']);
});

test('R4.59 a list that could not be put in stays on the device, and is put in at the next start', async () => {
  addWished([{ productCode: 'A' }]);
  let fails = true;
  const { shop, queryClient } = await open({
    mergeWished: () => {
      if (fails) throw new ApiError('refused', 500, { message: 'Fault' });
      return { ...keep(['A']), skipped: [] };
    },
  });
  await expect(joinAccountList({ shop, queryClient })).rejects.toMatchObject({ status: 500 });
  expect(wished.read()).toEqual([{ productCode: 'A' }]);
  fails = false;
  await joinAccountList({ shop, queryClient });
  expect(wished.read()).toEqual([]);
});
