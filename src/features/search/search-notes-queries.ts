import { queryOptions } from '@tanstack/react-query';
import { productsByCode } from '#api/products-by-code.ts';
import type { Services } from '#api/services.ts';
import type { Shop } from '#api/shop.ts';

/** Best sellers in a row that can be looked through. */
const popularShown = 10;

export const noResultsQueries = {
  /** Best sellers as cards (REC-01). */
  popular: (shop: Shop) =>
    queryOptions({
      queryKey: ['catalogue', 'popular', { ...shop.scope, placement: 'search' }],
      queryFn: async ({ signal }) => {
        const { data } = await shop.call('recommendations', {
          params: { placement: 'search' },
          query: { itemsPerPage: popularShown },
          signal,
        });
        return productsByCode(shop, data.map((one) => one.product_id), signal);
      },
      meta: { saved: true },
      retry: false,
    }),
  /** The first level of categories (CAT-01). */
  categories: (shop: Shop) =>
    queryOptions({
      queryKey: ['catalogue', 'first categories', { ...shop.scope }],
      queryFn: async ({ signal }) => (await shop.call('taxonsTree', { query: { depth: 1 }, signal })).data,
      meta: { saved: true },
      retry: false,
    }),
};

/** What the page of a search without results offers; what cannot be had leaves its place empty. */
export async function loadNoResults({ shop, queryClient }: Services): Promise<void> {
  await Promise.allSettled([
    queryClient.ensureQueryData(noResultsQueries.popular(shop)),
    queryClient.ensureQueryData(noResultsQueries.categories(shop)),
  ]);
}
