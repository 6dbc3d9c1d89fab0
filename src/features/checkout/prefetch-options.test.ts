import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Shop } from '#api/shop.ts';
import { setConnectivity } from '#offline/connection/connectivity.ts';
import { prefetchCheckoutOptions } from './prefetch-options.ts';

afterEach(() => setConnectivity('online'));

test('what an order without a connection is made of is asked for again when the link is back, and then no more', async () => {
  const call = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(new Error('no answer'))
    .mockResolvedValue({ shippingMethods: [] });
  const shop = { scope: { locale: 'lt', channel: 'retail' }, call } as unknown as Shop;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await expect(prefetchCheckoutOptions({ shop, queryClient })).rejects.toThrow('no answer');
  setConnectivity('unavailable');
  expect(call).toHaveBeenCalledTimes(1);
  setConnectivity('online');
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(2));
  queryClient.clear();
  setConnectivity('unavailable');
  setConnectivity('online');
  await new Promise((resolve) => setTimeout(resolve));
  expect(call).toHaveBeenCalledTimes(2);
});

test('CHK-20 a link that fails again while the options come does not end the asking', async () => {
  const call = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(new Error('no answer'))
    .mockRejectedValueOnce(new Error('gone again'))
    .mockResolvedValue({ shippingMethods: [] });
  const shop = { scope: { locale: 'lt', channel: 'retail' }, call } as unknown as Shop;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await expect(prefetchCheckoutOptions({ shop, queryClient })).rejects.toThrow('no answer');
  for (const times of [2, 3]) {
    setConnectivity('unavailable');
    setConnectivity('online');
    await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(times));
    await new Promise((resolve) => setTimeout(resolve));
  }
  queryClient.clear();
  setConnectivity('unavailable');
  setConnectivity('online');
  await new Promise((resolve) => setTimeout(resolve));
  expect(call).toHaveBeenCalledTimes(3);
});
