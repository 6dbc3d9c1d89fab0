import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import { ContentBlocks } from '#features/content/deferred-content-blocks.tsx';
import { contentQueries, loadBlocks } from '#features/content/content-queries.ts';
import { listingQueries, readListState } from '#features/listing/listing-queries.ts';
import { ProductCount } from '#features/listing/deferred-product-count.tsx';
import { ProductList } from '#features/listing/deferred-product-list.tsx';
import { SubCategories } from '#features/listing/sub-categories.tsx';
import { loadBar } from '#features/site-header/frame-queries.ts';
import { createPaths, usePaths } from '#i18n/paths.ts';
import { readId } from '#i18n/read-address.ts';
import { secondaryContent } from '#lib/secondary-content.ts';
import { AfterPaint } from '#ui/hydration/after-paint.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { keepWithin } from '#routes/list-page.ts';
import { notFound } from '#routes/not-found.ts';
import styles from './listing.module.css';

export const handle: RouteHandle = { pageKind: 'category' };

export function createLoader(services: Services): LoaderFunction {
  const { shop, queryClient } = services;
  return async ({ params, request }) => {
    const taxonId = readId(params['*']) ?? notFound();
    const state = readListState(new URL(request.url).searchParams);
    const { meta, data } = await queryClient.ensureQueryData(listingQueries.list(shop, { taxonId }, state));
    keepWithin(request, meta);
    const taxon = meta.taxon ?? notFound();
    const places = ['product_list_top', 'product_list_page'] as const;
    const barScope = { taxon: taxon.code };
    await secondaryContent(
      Promise.all([
        loadBar(services, barScope),
        ...places.map((place) => loadBlocks(services, place, { taxonomy: taxon.code })),
      ]),
    );
    // Only who comes from outside reads more of the head than its title: the browser's build has nothing of it.
    if (!import.meta.env.SSR) return { barScope, head: { title: taxon.name } };
    const address = createPaths(shop).taxon(taxon);
    // What search engines show below the name: what there is in it, in the shop's own words.
    const within = meta.taxons && meta.taxons.length > 0 ? meta.taxons : data;
    const description = `${taxon.name}: ${within
      .slice(0, 6)
      .map((one) => one.name)
      .join(', ')}.`;
    return {
      barScope,
      head: {
        title: taxon.name,
        description,
        canonical: state.page > 1 ? `${address}?page=${String(state.page)}` : address,
      },
    };
  };
}

/** Goods of a category: `/c/{slug}-{id}` (R2.06). */
export function Component() {
  const shop = useShop();
  const paths = usePaths();
  const { search } = useLocation();
  const taxonId = readId(useParams()['*']) ?? 0;
  const { data } = useSuspenseQuery(listingQueries.list(shop, { taxonId }, readListState(search)));
  const { taxon, taxons = [], page } = data.meta;
  const taxonomy = taxon?.code ?? '';
  const { data: top = [] } = useQuery(contentQueries.blocks(shop, 'product_list_top', { taxonomy }));
  const { data: bottom = [] } = useQuery(contentQueries.blocks(shop, 'product_list_page', { taxonomy }));
  // The picture above the list is the page's largest: the cards below it wait for it. A slider would bring a title of its own.
  const opens = page === 1 && top.length > 0;
  return (
    <div className="width">
      <Breadcrumbs
        home={paths.home()}
        crumbs={(taxon?.ancestors ?? []).map((one) => ({ name: one.name, to: paths.taxon(one) }))}
      />
      <h1>{taxon?.name}</h1>
      <p className={styles['count']}>
        <ProductCount count={data.meta.totalItems} />
      </p>
      <SubCategories taxons={taxons} />
      {opens && <ContentBlocks contentTypes={top} opensPage={top[0]?.code !== 'slider'} />}
      <ProductList products={data.data} meta={data.meta} opensPage={!opens} />
      {page === 1 && (
        <AfterPaint key={taxonomy}>
          {taxon?.description !== undefined && taxon.description !== '' && (
            <RichText className={styles['description']} html={taxon.description} />
          )}
          <ContentBlocks contentTypes={bottom} />
        </AfterPaint>
      )}
    </div>
  );
}
