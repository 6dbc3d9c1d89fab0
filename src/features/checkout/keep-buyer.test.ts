// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { writeTokens } from '#api/session-tokens.ts';
import type { Shop } from '#api/shop.ts';
import { addressQueries } from '#features/account/address-queries.ts';
import { setConnectivity } from '#offline/connection/connectivity.ts';
import { keepBuyer } from './keep-buyer.ts';

afterEach(() => {
  setConnectivity('online');
  localStorage.clear();
});

const tokenOf = (customer: string): string => `h.${btoa(JSON.stringify({ sub: customer }))}.s`;

test('R0.28 the addresses of who is signed in, now or later, are had before a page shows them, as what is their own', async () => {
  const call = vi.fn((_name: string) => Promise.resolve({ data: [], meta: {} }));
  const asked = () => call.mock.calls.filter(([name]) => name === 'addresses').length;
  const shop = { scope: { locale: 'lt', channel: 'retail' }, call } as unknown as Shop;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  keepBuyer({ shop, queryClient });
  expect(call).not.toHaveBeenCalled();
  writeTokens({ token: tokenOf('7'), refreshToken: 'r' });
  const { queryKey } = addressQueries.list(shop);
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toEqual([]));
  expect(queryClient.getQueryCache().find({ queryKey })?.meta).toEqual({ saved: true, own: true });
  // A token that is renewed asks nothing; neither does a shopkeeper who acts for a customer, nor a link that carries nothing.
  writeTokens({ token: tokenOf('7') });
  queryClient.clear();
  writeTokens({ token: tokenOf('8'), refreshToken: null });
  setConnectivity('unavailable');
  writeTokens({ token: tokenOf('9'), refreshToken: 'r' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked()).toBe(1);
});

test('CHK-20 the addresses that a link did not bring are asked for again once it is better, and then no more', async () => {
  let isThere = false;
  const call = vi.fn((_name: string) =>
    isThere ? Promise.resolve({ data: [], meta: {} }) : Promise.reject(new Error('cut off')),
  );
  const asked = () => call.mock.calls.filter(([name]) => name === 'addresses').length;
  const shop = { scope: { locale: 'lt', channel: 'retail' }, call } as unknown as Shop;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const better = () => {
    setConnectivity('unavailable');
    setConnectivity('online');
  };
  setConnectivity('unavailable');
  writeTokens({ token: tokenOf('7'), refreshToken: 'r' });
  keepBuyer({ shop, queryClient });
  expect(asked()).toBe(0);
  setConnectivity('online');
  await vi.waitFor(() => expect(asked()).toBe(1));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  isThere = true;
  better();
  await vi.waitFor(() => expect(queryClient.getQueryData(addressQueries.list(shop).queryKey)).toEqual([]));
  better();
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked()).toBe(2);
});
