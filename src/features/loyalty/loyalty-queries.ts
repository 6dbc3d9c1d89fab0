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
  /** What happened to the member's points last (LOY-05). */
  history: (shop: Shop) =>
    queryOptions({
      queryKey: ['loyalty', 'history', shop.scope],
      queryFn: async ({ signal }) => (await shop.call('pointsHistory', { signal })).data,
      // Kept with the sign-in: logging out empties this store (R0.28).
      meta: { saved: true, own: true },
    }),
  /** What members have of it (LOY-02). */
  benefits: (shop: Shop) =>
    queryOptions({
      queryKey: ['loyalty', 'benefits', shop.scope],
      queryFn: async ({ signal }) => (await shop.call('loyaltyBenefits', { signal })).data,
      meta: { saved: true },
    }),
};
