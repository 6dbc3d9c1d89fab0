import { queryOptions } from '@tanstack/react-query';
import type { Shop } from './shop.ts';

/** The first level of categories with their counts (CAT-01); without a connection from what the device keeps. */
export const firstCategoriesQuery = (shop: Shop) =>
  queryOptions({
    queryKey: ['catalogue', 'first categories', { ...shop.scope }],
    queryFn: async ({ signal }) => (await shop.call('taxonsTree', { query: { depth: 1 }, signal })).data,
    meta: { saved: true },
    retry: false,
  });
