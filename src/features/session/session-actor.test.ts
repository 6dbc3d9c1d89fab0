// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { personalCells } from '#api/personal-cells.ts';
import { isSignedIn, signedInAs, writeTokens } from '#api/session-tokens.ts';
import type { Shop } from '#api/shop.ts';
import type { Order } from '#contract/orders/orders.ts';
import { openCart } from '#features/cart/cart-outbox.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { logOut, sessionOf } from './session-actor.ts';
import { joinCustomer } from './session-operations.ts';

const tokenOf = (customer: string) => `e30.${btoa(JSON.stringify({ sub: customer }))}.x`;

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
});

/** A page at a shop that answers the named calls, and refuses all others. */
function aPage(answers: Record<string, () => Promise<unknown>>) {
  const shop = {
    locale: 'lt',
    channel: 'retail',
    scope: { locale: 'lt', channel: 'retail' },
    call: (name: string) => answers[name]?.() ?? Promise.reject(new Error(name)),
  } as unknown as Shop;
  return { shop, queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }) };
}

const credentials = { email: 'a@b.lt', password: 'x' };

test('R0.28 who logs out before the shop has told of them is logged out, and their cart does not come in front', async () => {
  let tell = (_customer: unknown) => {};
  const told = new Promise((resolve) => (tell = resolve));
  const here = aPage({
    signIn: () => Promise.resolve({ token: tokenOf('17'), refreshToken: 'R', customer: '/x' }),
    customer: () => told,
  });
  await openCart(here);
  const session = sessionOf(here);
  session.send({ type: 'LOGIN', credentials });
  // The page shows who is signed in by the tokens: the way out is there.
  await expect.poll(isSignedIn).toBe(true);
  expect(session.getSnapshot().value).toBe('joining');
  await logOut(here);
  expect(session.getSnapshot().value).toBe('signedOut');
  const asked = here.queryClient.getQueryCache();
  tell({ data: [{ id: 17, orderToken: 'c'.repeat(32) }] });
  await expect.poll(() => asked.getAll().some(({ state }) => state.fetchStatus === 'fetching')).toBe(false);
  await theOutbox().change(() => ({ changes: {}, result: undefined }));
  expect([isSignedIn(), readCartToken(), theOutbox().state().cart]).toEqual([false, null, null]);
});

const cart = 'c'.repeat(32);
const refused = new ApiError('refused', 401, { errorCode: 'auth.bad_credentials', message: 'x' });

/** Of customer 17: a cart with their e-mail, and what the checkout knew. */
async function leaveTraces(here: ReturnType<typeof aPage>) {
  writeTokens({ token: tokenOf('17'), refreshToken: 'R17' });
  await openCart(here);
  localStorage.setItem('CART_TOKEN', cart);
  for (const cell of Object.keys(personalCells)) localStorage.setItem(cell, '"Rasa Ąžuolė"');
  const customer = { email: 'rasa@example.com' } as Order['customer'];
  await theOutbox().keepCart(anOrder({ tokenValue: cart, items: [anItem()], customer }));
}
const traces = () => ({
  cells: Object.keys(personalCells).filter((cell) => localStorage.getItem(cell)?.includes('Rasa')).length,
  cart: readCartToken(),
  kept: theOutbox().state().carts.get(cart)?.order?.customer?.email,
});
const none = { cells: 0, cart: null, kept: undefined };
const all = { cells: Object.keys(personalCells).length, cart, kept: 'rasa@example.com' };

test.each([
  ['R0.28 another customer who is let in finds nothing', '18', 'signedIn', none],
  ['R0.28 somebody who is refused finds nothing', null, 'signedOut', none],
  ['the same customer finds all', '17', 'signedIn', all],
])(
  'where a sign-in of earlier still lies on the device, %s of what is theirs',
  async (_, who, end, found) => {
    const here = aPage({
      signIn: () =>
        who === null
          ? Promise.reject(refused)
          : Promise.resolve({ token: tokenOf(who), refreshToken: 'R', customer: '/x' }),
      // Of who was here before the shop says nothing: the link is slow.
      customer: () =>
        signedInAs() === '17' && who !== '17'
          ? new Promise(() => {})
          : Promise.resolve({ data: [{ id: Number(who), ...(who === '17' ? { orderToken: cart } : {}) }] }),
    });
    await leaveTraces(here);
    const session = sessionOf(here);
    if (who !== '17') expect(session.getSnapshot().value).toBe('recalling');
    session.send({ type: 'LOGIN', credentials });
    await expect.poll(() => session.getSnapshot().value, { timeout: 8_000 }).toBe(end);
    await theOutbox().list();
    expect(traces()).toEqual(found);
  },
);

test('R0.28 a sign-in over that of another tab leaves nothing of its customer', async () => {
  const here = aPage({ customer: () => Promise.resolve({ data: [{ id: 18 }] }) });
  await leaveTraces(here);
  await joinCustomer(here.shop, here.queryClient, { token: tokenOf('18'), refreshToken: 'R18' });
  expect(signedInAs()).toBe('18');
  expect(traces()).toEqual(none);
});

test('R0.28 a log out before the tokens are stored leaves nobody signed in', async () => {
  const here = aPage({});
  const leaving = new AbortController();
  const joined = joinCustomer(
    here.shop,
    here.queryClient,
    { token: tokenOf('17'), refreshToken: 'R' },
    leaving.signal,
  );
  leaving.abort();
  await joined;
  expect(isSignedIn()).toBe(false);
});
