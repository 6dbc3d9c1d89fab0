import { queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';

export const productQueries = {
  /** Product detail by the end of its address: the id, or the code in new-URLs mode (CAT-05, CAT-07). */
  detail: (shop: Shop, tail: string) =>
    queryOptions({
      queryKey: ['catalogue', 'product', { ...shop.scope, tail }],
      queryFn: ({ signal, client, queryKey }) => {
        // What was prepared for the field says more than the catalogue on the device, which must not take its place.
        const fromDevice = client.getQueryData(queryKey) === undefined;
        return shop.newUrls
          ? shop.call('product', { params: { code: tail }, signal, fromDevice })
          : shop.call('productById', { params: { id: tail }, signal, fromDevice });
      },
      meta: { saved: true },
    }),
  /** Cards of associated products in their order. */
  associated: (shop: Shop, codes: readonly string[]) =>
    queryOptions({
      queryKey: ['catalogue', 'products by code', { ...shop.scope, codes }],
      queryFn: async ({ signal }) =>
        (
          await shop.call('products', {
            query: { code: [...codes], itemsPerPage: 100, facets: false },
            signal,
          })
        ).data,
      meta: { saved: true },
    }),
};
