// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Shop } from '#api/shop.ts';
import { writeTokens } from '#api/session-tokens.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { followCart } from './follow-cart.ts';

const shopWith = (orderToken?: string) =>
  ({
    locale: 'lt',
    channel: 'retail',
    scope: { locale: 'lt', channel: 'retail' },
    call: (name: string) =>
      name === 'customer'
        ? Promise.resolve({ data: [{ id: 5, ...(orderToken === undefined ? {} : { orderToken }) }] })
        : Promise.reject(new Error(name)),
  }) as unknown as Shop;
const part = (value: object) => btoa(JSON.stringify(value));
const signIn = () =>
  writeTokens({ token: `${part({})}.${part({ sub: '5', customerId: 5, id: 5 })}.x`, refreshToken: 'r' });
const theirs = 't'.repeat(32);

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
});

test('R4.61 whoever is signed in has the cart in front that the shop names, filled on whatever device', async () => {
  signIn();
  await followCart({ shop: shopWith(theirs), queryClient: new QueryClient() });
  expect(readCartToken()).toBe(theirs);
});

test('R4.61 a guest keeps theirs, and so does a customer for whom the shop has none', async () => {
  localStorage.setItem('CART_TOKEN', 'g'.repeat(32));
  await followCart({ shop: shopWith(theirs), queryClient: new QueryClient() });
  signIn();
  await followCart({ shop: shopWith(), queryClient: new QueryClient() });
  expect(readCartToken()).toBe('g'.repeat(32));
});
