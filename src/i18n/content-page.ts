import { queryOptions, useQuery } from '@tanstack/react-query';
import { useShop, type Shop } from '#api/shop.ts';
import { usePaths } from './paths.ts';

/** A content page by its id (CMS-02). */
export const pageQuery = (shop: Shop, id: number) =>
  queryOptions({
    queryKey: ['content', 'page', { ...shop.scope, id }],
    queryFn: ({ signal }) => shop.call('page', { params: { id }, signal }),
    meta: { saved: true },
  });

/** The content page of a path; null is the not-found page (CMS-03). */
export const pageBySlugQuery = (shop: Shop, slug: string) =>
  queryOptions({
    queryKey: ['content', 'page', { ...shop.scope, slug }],
    queryFn: async ({ signal }) => (await shop.call('pages', { query: { slug }, signal })).data[0] ?? null,
    meta: { saved: true },
  });

/** Address of a content page by its id, asked for where it is not known already; undefined until it is. */
export function usePagePath(id: number | null, known?: string): string | undefined {
  const shop = useShop();
  const paths = usePaths();
  const { data } = useQuery({ ...pageQuery(shop, id ?? 0), enabled: known === undefined && id !== null });
  return known ?? (data === undefined ? undefined : paths.page(data.slug));
}
