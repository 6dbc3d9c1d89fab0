import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle, Services } from '#api/services.ts';
import { useShop, type Shop } from '#api/shop.ts';
import { readId } from '#i18n/paths.ts';

export const handle: RouteHandle = { pageKind: 'category' };

const listQuery = (shop: Shop, taxonId: number) =>
  queryOptions({
    queryKey: ['listing', 'category', { ...shop.scope, taxonId }],
    queryFn: () => shop.call('products', { query: { taxonId, facets: false } }),
    meta: { saved: true },
  });

function notFound(): never {
  // React Router takes a thrown Response as the screen's error.
  throw new Response(null, { status: 404 });
}

export function createLoader({ shop, queryClient }: Services): LoaderFunction {
  return async ({ params }) => {
    const id = readId(params['*']) ?? notFound();
    const list = await queryClient.ensureQueryData(listQuery(shop, id));
    return { head: { title: list.meta.taxon?.name ?? '' } };
  };
}

export function Component() {
  const id = readId(useParams()['*']) ?? 0;
  const { data } = useSuspenseQuery(listQuery(useShop(), id));
  return (
    <>
      <h1>{data.meta.taxon?.name}</h1>
      <ul>
        {data.data.map((card) => (
          <li key={card.code}>{card.name}</li>
        ))}
      </ul>
    </>
  );
}
