/** What the screens of content ask for by themselves: apart from the blocks, so that a first visit carries none of it. */
import { queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';

/** Articles on one page of the news. */
const newsPageSize = 12;

export const screenQueries = {
  /** One page of the news, of a section or of all, with the sections. */
  news: (shop: Shop, section: string | undefined, page: number) =>
    queryOptions({
      queryKey: ['content', 'news', { ...shop.scope, section, page }],
      queryFn: ({ signal }) =>
        shop.call('articles', {
          query: { itemsPerPage: newsPageSize, page, ...(section === undefined ? {} : { section }) },
          signal,
        }),
      meta: { saved: true },
    }),
  /** One article with its neighbours (CMS-05). */
  article: (shop: Shop, id: number) =>
    queryOptions({
      queryKey: ['content', 'article', { ...shop.scope, id }],
      queryFn: ({ signal }) => shop.call('article', { params: { id }, signal }),
      meta: { saved: true },
    }),
  /** Questions and answers in their order (CMS-07). */
  faq: (shop: Shop) =>
    queryOptions({
      queryKey: ['content', 'faq', shop.scope],
      queryFn: async ({ signal }) => (await shop.call('faq', { query: {}, signal })).data,
      meta: { saved: true },
    }),
};
