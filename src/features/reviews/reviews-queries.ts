import { queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';

/** Reviews asked for at once. */
export const reviewsPage = 5;

export const reviewQueries = {
  /** The newest reviews of a product, as many pages of them as were asked for (REV-01). */
  list: (shop: Shop, product: string, pages: number) =>
    queryOptions({
      queryKey: ['catalogue', 'reviews', { ...shop.scope, product, pages }],
      queryFn: ({ signal }) =>
        shop.call('reviews', {
          query: { product, itemsPerPage: Math.min(reviewsPage * pages, 100) },
          signal,
        }),
      meta: { saved: true },
    }),
  /** What a mailed link is for; a link that is used or unknown is an error (REV-03). */
  link: (shop: Shop, token: string) =>
    queryOptions({
      queryKey: ['reviews', 'link', { ...shop.scope, token }],
      queryFn: ({ signal }) => shop.call('reviewLink', { params: { token }, signal }),
      retry: false,
      staleTime: 0,
    }),
  /** The page that says how reviews are checked (Directive 2019/2161). */
  policy: (shop: Shop) =>
    queryOptions({
      queryKey: ['content', 'page', { ...shop.scope, code: 'reviews-policy' }],
      queryFn: async ({ signal }) =>
        (await shop.call('pages', { query: { code: 'reviews-policy' }, signal })).data[0] ?? null,
      meta: { saved: true },
    }),
};
