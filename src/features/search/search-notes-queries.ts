import { queryOptions } from '@tanstack/react-query';
import { firstCategoriesQuery } from '#api/category-queries.ts';
import { productsByCode } from '#api/products-by-code.ts';
import type { Services } from '#api/services.ts';
import type { Shop } from '#api/shop.ts';

/** Best sellers in a row that can be looked through. */
const popularShown = 10;

/** Best sellers as cards (REC-01). */
export const popularQuery = (shop: Shop) =>
  queryOptions({
    queryKey: ['catalogue', 'popular', { ...shop.scope, placement: 'search' }],
    queryFn: async ({ signal }) => {
      const { data } = await shop.call('recommendations', {
        params: { placement: 'search' },
        query: { itemsPerPage: popularShown },
        signal,
      });
      return productsByCode(
        shop,
        data.map((one) => one.product_id),
        signal,
      );
    },
    meta: { saved: true },
    retry: false,
  });

/** What the page of a search without results offers; what cannot be had leaves its place empty. */
export async function loadNoResults({ shop, queryClient }: Services): Promise<void> {
  await Promise.allSettled([
    queryClient.ensureQueryData(popularQuery(shop)),
    queryClient.ensureQueryData(firstCategoriesQuery(shop)),
  ]);
}
