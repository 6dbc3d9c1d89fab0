import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import { usePaths } from './paths.ts';

/** Address of a content page by its id, asked for where it is not known already; undefined until it is. */
export function usePagePath(id: number | null, known?: string): string | undefined {
  const shop = useShop();
  const paths = usePaths();
  const { data } = useQuery({
    queryKey: ['content', 'page', { ...shop.scope, id }],
    queryFn: ({ signal }) => shop.call('page', { params: { id: id ?? 0 }, signal }),
    enabled: known === undefined && id !== null,
    meta: { saved: true },
  });
  return known ?? (data === undefined ? undefined : paths.page(data.slug));
}
