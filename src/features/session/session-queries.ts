import { queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';
import type { Customer } from '#contract/customers.ts';

export const sessionQueries = {
  /** The signed-in customer (ACC-10); null when the shop knows none. */
  customer: (shop: Shop) =>
    queryOptions({
      queryKey: ['session', 'customer', shop.scope],
      queryFn: async ({ signal }): Promise<Customer | null> =>
        (await shop.call('customer', { signal })).data[0] ?? null,
      staleTime: 60_000,
      // Personal: kept in the visitor's own store, which logging out empties (R0.28).
      meta: { saved: true, own: true },
    }),
};
