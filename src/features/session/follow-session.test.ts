// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Shop } from '#api/shop.ts';
import { tellCartOrdered } from '#features/cart/cart-token.ts';
import { setConnectivity } from '#offline/connection/connectivity.ts';
import { followCart } from './follow-cart.ts';
import { followSession } from './follow-session.ts';

vi.mock('./follow-cart.ts', () => ({ followCart: vi.fn(() => Promise.resolve()) }));

test('R4.61 the cart of whoever is signed in is sought again once the shop can be reached again', async () => {
  localStorage.setItem('AUTH_TOKEN', `e30.${btoa(JSON.stringify({ sub: '42' }))}.x`);
  localStorage.setItem('AUTH_REFRESH_TOKEN', 'refresh');
  const shop = { locale: 'lt', channel: 'retail' } as unknown as Shop;
  const router = { navigate: vi.fn(), state: { location: { pathname: '/', search: '' } } };
  followSession(
    { shop, queryClient: new QueryClient() } as Parameters<typeof followSession>[0],
    router as unknown as Pick<DataRouter, 'navigate' | 'state'>,
  );
  await expect.poll(() => vi.mocked(followCart).mock.calls.length).toBe(1);
  setConnectivity('offline');
  setConnectivity('unavailable');
  setConnectivity('online');
  await expect.poll(() => vi.mocked(followCart).mock.calls.length).toBe(2);
  // A link that only grows slow has not been away: of both returns one is followed.
  setConnectivity('slow');
  setConnectivity('online');
  setConnectivity('offline');
  setConnectivity('online');
  await expect.poll(() => vi.mocked(followCart).mock.calls.length).toBeGreaterThan(2);
  expect(followCart).toHaveBeenCalledTimes(3);
  // The one in front was ordered on another device.
  tellCartOrdered();
  await expect.poll(() => vi.mocked(followCart).mock.calls.length).toBe(4);
});
