import { queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';

export const recommendationQueries = {
  /** Products of a placement: first their codes, then the goods by these codes in their order (REC-01, CAT-04). */
  products: (shop: Shop, placement: string, count: number) =>
    queryOptions({
      queryKey: ['recommendations', 'placement', { ...shop.scope, placement, count }],
      queryFn: async ({ signal }) => {
        const { data } = await shop.call('recommendations', {
          params: { placement },
          query: { itemsPerPage: count },
          signal,
        });
        const code = data.map((one) => one.product_id);
        if (code.length === 0) return [];
        return (await shop.call('products', { query: { code, itemsPerPage: 100, facets: false }, signal }))
          .data;
      },
      meta: { saved: true },
      staleTime: 300_000,
      // Nice to have: what cannot be had is not asked for again.
      retry: false,
    }),
};
