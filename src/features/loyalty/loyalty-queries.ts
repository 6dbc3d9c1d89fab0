import { queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';

export const loyaltyQueries = {
  /** What a programme gives and where its terms are (LOY-01). */
  rule: (shop: Shop, code: string) =>
    queryOptions({
      queryKey: ['loyalty', 'rule', { ...shop.scope, code }],
      queryFn: ({ signal }) => shop.call('loyaltyRule', { params: { code }, signal }),
      meta: { saved: true },
    }),
  /** What members have of it (LOY-02). */
  benefits: (shop: Shop) =>
    queryOptions({
      queryKey: ['loyalty', 'benefits', shop.scope],
      queryFn: async ({ signal }) => (await shop.call('loyaltyBenefits', { signal })).data,
      meta: { saved: true },
    }),
};
