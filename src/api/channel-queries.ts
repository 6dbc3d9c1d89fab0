import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Channel } from '#contract/channel.ts';
import { useShop, type Shop } from './shop.ts';

/** The sales channel of the page: currency, locales, menus, whether prices carry tax (SYS-01). */
export function channelQuery(shop: Shop) {
  return queryOptions({
    queryKey: ['system', 'channel', shop.scope],
    queryFn: ({ signal }) => shop.call('channel', { params: { code: shop.channel }, signal }),
    meta: { saved: true, start: true },
    staleTime: 300_000,
  });
}

/** The channel; loaded before any screen is shown. */
export function useChannel(): Channel {
  return useSuspenseQuery(channelQuery(useShop())).data;
}

/** The same for the frame, which stands without it too. */
export function useKnownChannel(): Channel | undefined {
  return useQuery(channelQuery(useShop())).data;
}
