import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import { ContentBlocks } from '#features/content/deferred-content-blocks.tsx';
import { contentQueries, loadBlocks } from '#features/content/content-queries.ts';
import { listingQueries, readListState, type ListState } from '#features/listing/listing-queries.ts';
import { ProductCount } from '#features/listing/deferred-product-count.tsx';
import { ProductList } from '#features/listing/deferred-product-list.tsx';
import { SubCategories } from '#features/listing/sub-categories.tsx';
import { addressWords } from '#features/search/address-words.ts';
import { SearchNotes } from '#features/search/deferred-search-notes.tsx';
import { loadNoResults } from '#features/search/search-notes-queries.ts';
import { usePaths } from '#i18n/paths.ts';
import { secondaryContent } from '#lib/secondary-content.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { keepWithin } from '#routes/list-page.ts';
import styles from './listing.module.css';

export const handle: RouteHandle = { pageKind: 'search' };

/** No goods, and not because a filter hides them. */
const findsNothing = (
  { totalItems, query }: { totalItems: number; query?: string | undefined },
  state: ListState,
): boolean =>
  query !== undefined &&
  totalItems === 0 &&
  state.filter === undefined &&
  state.price === undefined &&
  !state.inStock;

export function createLoader(services: Services): LoaderFunction {
  const { shop, queryClient } = services;
  return async ({ request }) => {
    const { search } = new URL(request.url);
    const query = addressWords(search);
    const blocks = loadBlocks(services, 'search_result_page');
    const { meta } = await queryClient.ensureQueryData(
      listingQueries.list(shop, query === '' ? {} : { query }, readListState(search)),
    );
    keepWithin(request, meta);
    await secondaryContent(
      Promise.all([blocks, findsNothing(meta, readListState(search)) ? loadNoResults(services) : undefined]),
    );
    return {
      head: {
        ...(query === '' ? { title: '', titleMessage: msg`Search` } : { title: query }),
        noIndex: true,
      },
    };
  };
}

/** What was found for the words of the address (R2.11). */
export function Component() {
  const shop = useShop();
  const paths = usePaths();
  const { search } = useLocation();
  const query = addressWords(search);
  const { data } = useSuspenseQuery(
    listingQueries.list(shop, query === '' ? {} : { query }, readListState(search)),
  );
  const isEmpty = findsNothing(data.meta, readListState(search));
  const leftOut = data.meta.search?.leftOut.join(' ') ?? '';
  const { data: blocks = [] } = useQuery(contentQueries.blocks(shop, 'search_result_page'));
  return (
    <div className="width">
      <Breadcrumbs home={paths.home()} crumbs={[]} />
      <h1>{query === '' ? <Trans>All goods</Trans> : <Trans>Results for “{query}”</Trans>}</h1>
      <p className={styles['count']} role="status">
        <ProductCount count={data.meta.totalItems} />
      </p>
      {query !== '' && <SubCategories taxons={data.meta.taxons ?? []} />}
      {query !== '' && (
        <SearchNotes
          query={query}
          leftOut={leftOut}
          instead={isEmpty ? (data.meta.search?.instead ?? []) : undefined}
          hasCategories={blocks.some(({ code }) => code === 'categoryBlock')}
        />
      )}
      {!isEmpty && (
        <ProductList products={data.data} meta={data.meta} query={query === '' ? undefined : query} />
      )}
      <ContentBlocks contentTypes={blocks} />
    </div>
  );
}
