import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import { listingQueries, readListState, type ListSource } from '#features/listing/listing-queries.ts';
import { ProductCount } from '#features/listing/deferred-product-count.tsx';
import { ProductList } from '#features/listing/deferred-product-list.tsx';
import { SubCategories } from '#features/listing/sub-categories.tsx';
import { readId } from '#i18n/read-address.ts';
import { usePaths } from '#i18n/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { keepWithin } from '#routes/list-page.ts';
import { notFound } from '#routes/not-found.ts';
import styles from './listing.module.css';

export const handle: RouteHandle = { pageKind: 'category' };

/** All reduced goods, or those of the category at the end of the address; null when that names none. */
function sourceOf(splat: string | undefined): ListSource | null {
  if (splat === undefined) return { sales: true };
  const taxonId = readId(splat);
  return taxonId === null ? null : { sales: true, taxonId };
}

export function createLoader({ shop, queryClient }: Services): LoaderFunction {
  return async ({ params, request }) => {
    const source = sourceOf(params['*']) ?? notFound();
    const { meta } = await queryClient.ensureQueryData(
      listingQueries.list(shop, source, readListState(new URL(request.url).searchParams)),
    );
    keepWithin(request, meta);
    return { head: meta.taxon ? { title: meta.taxon.name } : { title: '', titleMessage: msg`Sales` } };
  };
}

/** Reduced goods: `/akcijos`, and `/akcijos/{slug}-{id}` within a category (R2.09, R2.10). */
export function Component() {
  const paths = usePaths();
  const { search } = useLocation();
  const source = sourceOf(useParams()['*']) ?? {};
  const { data } = useSuspenseQuery(listingQueries.list(useShop(), source, readListState(search)));
  const { taxon, taxons = [] } = data.meta;
  return (
    <div className="width">
      <Breadcrumbs
        home={paths.home()}
        crumbs={taxon === undefined ? [] : [{ name: taxon.name, to: paths.taxon(taxon) }]}
      />
      <h1>{taxon === undefined ? <Trans>Sales</Trans> : <Trans>Sales: {taxon.name}</Trans>}</h1>
      <p className={styles['count']}>
        <ProductCount count={data.meta.totalItems} />
      </p>
      <SubCategories taxons={taxons} addressOf={paths.salesTaxon} />
      <ProductList products={data.data} meta={data.meta} />
    </div>
  );
}
