// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { personalCells } from '#api/personal-cells.ts';
import { loseSession, writeTokens } from '#api/session-tokens.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { followSession } from './follow-session.ts';

vi.mock('./session-operations.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('R0.28 a sign-in that the shop ends while a script does not come leaves no cart and no cell of its customer', () => {
  writeTokens({ token: `e30.${btoa(JSON.stringify({ sub: '17' }))}.x`, refreshToken: 'R' });
  localStorage.setItem('CART_TOKEN', 'c'.repeat(32));
  for (const cell of Object.keys(personalCells)) localStorage.setItem(cell, '"Rasa"');
  const shop = {
    locale: 'lt',
    localePath: '',
    channel: 'retail',
    scope: {},
    call: () => Promise.reject(new Error('x')),
  };
  const services = { shop, queryClient: new QueryClient() } as unknown as Parameters<typeof followSession>[0];
  const navigate = vi.fn(() => Promise.resolve());
  const router = { navigate, state: { location: { search: '', pathname: '/' } } };
  followSession(services, router as unknown as Parameters<typeof followSession>[1]);
  loseSession();
  expect(navigate).toHaveBeenCalledTimes(1);
  expect(readCartToken()).toBeNull();
  expect(Object.keys(personalCells).filter((cell) => localStorage.getItem(cell) !== null)).toEqual([]);
});
