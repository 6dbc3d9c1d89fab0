import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { channelQuery } from '#api/channel-queries.ts';
import type { Shop } from '#api/shop.ts';
import { pageBySlugQuery, pageQuery } from '#i18n/content-page.ts';
import { setConnectivity } from '#offline/connection/connectivity.ts';
import { aChannel } from '#tests/builders.ts';
import { prefetchCheckoutOptions } from './prefetch-options.ts';

afterEach(() => setConnectivity('online'));

function withChannel(shop: Shop, pages: { terms: number | null; privacy: number | null }): QueryClient {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const channel = aChannel();
  queryClient.setQueryData(channelQuery(shop).queryKey, {
    ...channel,
    pages: { ...channel.pages, ...pages },
  });
  return queryClient;
}

test('what an order without a connection is made of is asked for again when the link is back, and then no more', async () => {
  const call = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(new Error('no answer'))
    .mockResolvedValue({ shippingMethods: [] });
  const shop = { scope: { locale: 'lt', channel: 'retail' }, call } as unknown as Shop;
  const queryClient = withChannel(shop, { terms: null, privacy: null });
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
  const queryClient = withChannel(shop, { terms: null, privacy: null });
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

test('R0.13 what an order asks to be read and accepted is saved on the device too, by its number and by its address', async () => {
  const call = vi.fn((name: string, input?: { params?: { id?: number } }) =>
    Promise.resolve(
      name === 'checkoutOptions'
        ? { shippingMethods: [] }
        : {
            id: input?.params?.id,
            slug: `page-${String(input?.params?.id)}`,
            title: 'Terms',
            contentTypes: [],
          },
    ),
  );
  const shop = { scope: { locale: 'lt', channel: 'retail' }, call } as unknown as Shop;
  const queryClient = withChannel(shop, { terms: 7, privacy: 8 });
  await prefetchCheckoutOptions({ shop, queryClient });
  for (const id of [7, 8]) {
    expect(queryClient.getQueryData(pageQuery(shop, id).queryKey)).toMatchObject({ id });
    const { queryKey } = pageBySlugQuery(shop, `page-${String(id)}`);
    expect(queryClient.getQueryData(queryKey)).toMatchObject({ id });
    expect(queryClient.getQueryCache().find({ queryKey })?.meta).toEqual({ saved: true });
  }
});
