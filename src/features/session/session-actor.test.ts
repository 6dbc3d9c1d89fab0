// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { isSignedIn } from '#api/session-tokens.ts';
import type { Shop } from '#api/shop.ts';
import { openCart } from '#features/cart/cart-outbox.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { logOut, sessionOf } from './session-actor.ts';

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
