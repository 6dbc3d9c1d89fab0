import { queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';

/**
 * The shop's own texts over those of the build (SYS-05): part of what a start needs, so the next start without a
 * connection has them. A failure is only stored (R8.07).
 */
export function textsQuery(shop: Shop) {
  return queryOptions({
    queryKey: ['system', 'translations', shop.scope],
    queryFn: ({ signal }) => shop.call('translations', { signal }),
    meta: { saved: true, start: true },
    staleTime: 300_000,
  });
}
