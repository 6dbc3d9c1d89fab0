// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { createStore, entries } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Shop } from '#api/shop.ts';
import { ApiError } from '#api/api-error.ts';
import { writeTokens } from '#api/session-tokens.ts';
import type { CommandAnswer, WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { createSavedQueries } from '#offline/storage/saved-queries.ts';
import { anOrder, aWaitingCommand } from '#tests/builders.ts';
import { followCart } from './follow-cart.ts';
import { sessionQueries } from './session-queries.ts';

/** @param pickedUp the cart with which CART-01 answers for the one in front */
const shopWith = (orderToken?: string, pickedUp = orderToken) =>
  ({
    locale: 'lt',
    channel: 'retail',
    scope: { locale: 'lt', channel: 'retail' },
    call: (name: string) =>
      name === 'customer'
        ? Promise.resolve({ data: [{ id: 5, ...(orderToken === undefined ? {} : { orderToken }) }] })
        : name === 'pickUpCart'
          ? Promise.resolve(anOrder({ tokenValue: pickedUp ?? '' }))
          : Promise.reject(new Error(name)),
  }) as unknown as Shop;
const part = (value: object) => btoa(JSON.stringify(value));
const signIn = () =>
  writeTokens({ token: `${part({})}.${part({ sub: '5', customerId: 5, id: 5 })}.x`, refreshToken: 'r' });
const theirs = 't'.repeat(32);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
});
test('R4.61 whoever is signed in has the cart in front that the shop names, filled on whatever device', async () => {
  signIn();
  await followCart({ shop: shopWith(theirs), queryClient: new QueryClient() });
  expect(readCartToken()).toBe(theirs);
});

test('R4.61 where no cart is in front the shop is asked anew: another device may have begun one since', async () => {
  signIn();
  const queryClient = new QueryClient();
  await followCart({ shop: shopWith(), queryClient });
  expect(readCartToken()).toBeNull();
  await followCart({ shop: shopWith(theirs), queryClient });
  expect(readCartToken()).toBe(theirs);
  // With one in front the answer of a moment ago is as good.
  const other = shopWith('o'.repeat(32));
  await followCart({ shop: other, queryClient });
  expect(readCartToken()).toBe(theirs);
});

const visit = () =>
  new QueryClient({
    defaultOptions: { queries: { persister: createSavedQueries().persister, retry: false } },
  });
/** What the shop said of the customer in an earlier visit lies on this device. */
async function visitBefore(shop: Shop): Promise<void> {
  const queryClient = visit();
  await followCart({ shop, queryClient });
  await expect.poll(() => entries(createStore('arimas-own', 'values'))).toHaveLength(1);
  queryClient.clear();
}

test('R4.61 the copy of an earlier visit, in which the customer had no cart, is no answer of the shop', async () => {
  signIn();
  await visitBefore(shopWith());
  await followCart({ shop: shopWith(theirs), queryClient: visit() });
  expect(readCartToken()).toBe(theirs);
});

test('R4.61 where the shop tells nothing the copy of an earlier visit says which cart is in front', async () => {
  signIn();
  await visitBefore(shopWith(theirs));
  localStorage.removeItem('CART_TOKEN');
  const queryClient = visit();
  const call = vi.fn(() => Promise.reject(new ApiError('unreachable', 0, { message: '' })));
  await followCart({ shop: { ...shopWith(), call } as unknown as Shop, queryClient });
  expect(call).toHaveBeenCalledOnce();
  expect(readCartToken()).toBe(theirs);
  // And it is asked again the next time.
  await expect(
    followCart({ shop: { ...shopWith(), call } as unknown as Shop, queryClient }),
  ).rejects.toMatchObject({ kind: 'unreachable' });
});

test("R4.61 the shop's answer is not taken for a copy though a write of the page has put it in doubt", async () => {
  signIn();
  const queryClient = visit();
  const shop = shopWith();
  const { queryKey } = sessionQueries.customer(shop);
  const call = vi.fn(shop.call);
  const leave = queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.state.data !== undefined && !query.state.isInvalidated)
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  });
  await followCart({ shop: { ...shop, call } as unknown as Shop, queryClient });
  leave();
  expect(call).toHaveBeenCalledOnce();
});

test('R4.61 a guest keeps theirs, and so does a customer for whom the shop has none', async () => {
  localStorage.setItem('CART_TOKEN', 'g'.repeat(32));
  await followCart({ shop: shopWith(theirs), queryClient: new QueryClient() });
  signIn();
  await followCart({ shop: shopWith(), queryClient: new QueryClient() });
  expect(readCartToken()).toBe('g'.repeat(32));
});

const front = 'f'.repeat(32);
const answer: CommandAnswer = { status: 422, errorCode: 'x', message: '', violations: [], context: {} };
/** A page of its own with the cart that this device has in front, and a change of it in this state. */
async function withChange(state: WaitingCommand['state'], owner: string, more: Partial<WaitingCommand> = {}) {
  localStorage.setItem('CART_TOKEN', front);
  vi.resetModules();
  const page = await import('./follow-cart.ts');
  const { openCart } = await import('#features/cart/cart-outbox.ts');
  const outbox = (await import('#offline/outbox/page-outbox.ts')).theOutbox();
  // A guest's goes into theirs; their own of before lies beside it.
  const shop = shopWith(theirs, owner === 'guest' ? theirs : front);
  const here = { shop, queryClient: new QueryClient() };
  await openCart(here);
  const entry = {
    id: 'a'.repeat(36),
    kind: 'addItem' as const,
    scope: `cart:${front}`,
    line: 'V1',
    params: { token: front },
    body: { productVariantCode: 'V1', quantity: 2 },
    locale: 'lt',
    channel: 'retail',
    owner,
    at: 1,
    ...more,
  };
  await outbox.change(() => ({ changes: { append: [entry] }, result: undefined }));
  if (state !== 'queued')
    await outbox.change(({ entries }) => ({
      changes: { update: entries.map((one) => ({ ...one, state, answer })) },
      result: undefined,
    }));
  signIn();
  await page.followCart(here);
  const { entries } = outbox.state();
  // A page that is left sends no more.
  await outbox.wake();
  outbox.close();
  return entries;
}

test.each(['refused', 'parked'] as const)(
  'R4.61 a change that is %s and that nobody settles does not keep the newer cart away, and is not lost',
  async (state) => {
    expect(await withChange(state, '5')).toMatchObject([{ state, scope: `cart:${front}` }]);
    expect(readCartToken()).toBe(theirs);
  },
);

test('R4.61 a cart whose order waits on this device does not come in front again, though the shop names it', async () => {
  expect(
    await withChange('refused', '5', { kind: 'placeIntent', scope: `cart:${theirs}`, line: null }),
  ).toMatchObject([{ kind: 'placeIntent' }]);
  expect(readCartToken()).toBe(front);
});

test('R4.61 a cart that has become an order on this device does not come in front again, though an older answer names it', async () => {
  localStorage.setItem('CART_TOKEN', front);
  vi.resetModules();
  const page = await import('./follow-cart.ts');
  const { openCart } = await import('#features/cart/cart-outbox.ts');
  const here = { shop: shopWith(theirs), queryClient: new QueryClient() };
  const outbox = await openCart(here);
  await outbox?.keepCart(anOrder({ tokenValue: theirs, state: 'new' }));
  signIn();
  await page.followCart(here);
  expect(readCartToken()).toBe(front);
  outbox?.close();
});

test('R4.61 a cart of which an older answer says that it is the customer’s, and that was ordered on another device, gives way to the one that they have now', async () => {
  vi.resetModules();
  const page = await import('./follow-cart.ts');
  const { openCart, readCart } = await import('#features/cart/cart-outbox.ts');
  const { onCartOrdered } = await import('#features/cart/cart-token.ts');
  const left = 'l'.repeat(32);
  let named = theirs;
  const shop = {
    ...shopWith(),
    call: (name: string) =>
      Promise.resolve(
        name === 'customer'
          ? { data: [{ id: 5, orderToken: named }] }
          : anOrder({ tokenValue: theirs, state: 'new', version: 2 }),
      ),
  } as unknown as Shop;
  const here = { shop, queryClient: new QueryClient() };
  const outbox = await openCart(here);
  await outbox?.keepCart(anOrder({ tokenValue: theirs }));
  signIn();
  await page.followCart(here);
  expect(readCartToken()).toBe(theirs);
  // The other device's order has come: of the cart it leaves what it did not know of in another one.
  named = left;
  const told = vi.fn();
  onCartOrdered(told);
  expect(await readCart(here, theirs, new AbortController().signal)).toBeNull();
  expect(readCartToken()).toBeNull();
  expect(told).toHaveBeenCalledOnce();
  await page.followCart(here);
  expect(readCartToken()).toBe(left);
  outbox?.close();
});

test('R4.61 once the shop has taken the order of a cart, the cart that the customer has beside it comes in front', async () => {
  vi.resetModules();
  const page = await import('./follow-cart.ts');
  const { openCart } = await import('#features/cart/cart-outbox.ts');
  const left = 'l'.repeat(32);
  let named = theirs;
  const shop = {
    ...shopWith(),
    call: () => Promise.resolve({ data: [{ id: 5, orderToken: named }] }),
  } as unknown as Shop;
  const here = { shop, queryClient: new QueryClient() };
  const outbox = await openCart(here);
  const order = aWaitingCommand(
    {
      kind: 'placeIntent',
      scope: `cart:${theirs}`,
      line: null,
      params: {},
      body: {},
      locale: 'lt',
      channel: 'retail',
    },
    1,
    { owner: '5' },
  );
  await outbox?.change(() => ({ changes: { append: [order] }, result: undefined }));
  signIn();
  await page.followCart(here);
  expect(readCartToken()).toBeNull();
  named = left;
  await outbox?.change(({ entries }) => ({
    changes: { update: entries.map((one) => ({ ...one, state: 'confirmed' as const })) },
    result: undefined,
  }));
  await expect.poll(readCartToken).toBe(left);
  outbox?.close();
});

test('R4.61 what waits for the cart in front is sent before another one takes its place', async () => {
  expect(await withChange('queued', '5')).toMatchObject([{ scope: `cart:${front}` }]);
  expect(readCartToken()).toBe(front);
});

test('R4.61 a page left right after the sign-in: the next one takes the cart, and what the guest had waiting goes into it', async () => {
  // The tokens lie there; the cart in front is still the guest's, with a change on its way.
  expect(await withChange('queued', 'guest')).toMatchObject([{ scope: `cart:${theirs}`, owner: '5' }]);
  expect(readCartToken()).toBe(theirs);
});
