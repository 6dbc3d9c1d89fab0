import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useParams, type LoaderFunction, type Params } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import { ContentBlocks } from '#features/content/deferred-content-blocks.tsx';
import { contentQueries, loadBlocks } from '#features/content/content-queries.ts';
import { listingQueries, readListState, type ListSource } from '#features/listing/listing-queries.ts';
import { ProductCount } from '#features/listing/deferred-product-count.tsx';
import { ProductList } from '#features/listing/deferred-product-list.tsx';
import { SubCategories } from '#features/listing/sub-categories.tsx';
import { loadBar } from '#features/site-header/frame-queries.ts';
import { createPaths, usePaths } from '#i18n/paths.ts';
import { readId } from '#i18n/read-address.ts';
import { secondaryContent } from '#lib/secondary-content.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { keepWithin } from '#routes/list-page.ts';
import { notFound } from '#routes/not-found.ts';
import styles from './listing.module.css';

export const handle: RouteHandle = { pageKind: 'category' };

/** The pair of slugs and, after `/t/`, the category; null when that names none. */
function sourceOf(params: Readonly<Params>): ListSource | null {
  const pair = { attribute: params['attributeSlug'] ?? '', attributeValue: params['valueSlug'] ?? '' };
  if (params['*'] === undefined) return pair;
  const taxonId = readId(params['*']);
  return taxonId === null ? null : { ...pair, taxonId };
}

export function createLoader(services: Services): LoaderFunction {
  const { shop, queryClient } = services;
  return async ({ params, request }) => {
    const source = sourceOf(params) ?? notFound();
    const { meta } = await queryClient.ensureQueryData(
      listingQueries.list(shop, source, readListState(new URL(request.url).searchParams)),
    );
    keepWithin(request, meta);
    const value = meta.attributeValue ?? notFound();
    const attributeValue = `${value.attribute.code}:${value.valueCode}`;
    const barScope = { attributeValue };
    await secondaryContent(
      Promise.all([
        loadBar(services, barScope),
        loadBlocks(services, 'product_list_top', { attributeValue }),
      ]),
    );
    const paths = createPaths(shop);
    const canonical = meta.taxon
      ? paths.attributeTaxon(value.attribute.slug, value.slug, meta.taxon)
      : paths.attribute(value.attribute.slug, value.slug);
    return {
      barScope,
      head: { title: meta.taxon ? `${value.value}: ${meta.taxon.name}` : value.value, canonical },
    };
  };
}

/** Goods with a value of an attribute, alone or within a category (R2.07, R2.08). */
export function Component() {
  const shop = useShop();
  const paths = usePaths();
  const { search } = useLocation();
  const source = sourceOf(useParams()) ?? {};
  const { data } = useSuspenseQuery(listingQueries.list(shop, source, readListState(search)));
  const { attributeValue: value, taxon, taxons = [], page } = data.meta;
  const target = { attributeValue: value === undefined ? '' : `${value.attribute.code}:${value.valueCode}` };
  const { data: top = [] } = useQuery(contentQueries.blocks(shop, 'product_list_top', target));
  if (value === undefined) return null;
  const { slug } = value.attribute;
  return (
    <div className="width">
      <Breadcrumbs
        home={paths.home()}
        crumbs={taxon === undefined ? [] : [{ name: value.value, to: paths.attribute(slug, value.slug) }]}
      />
      <h1>{taxon === undefined ? value.value : `${value.value}: ${taxon.name}`}</h1>
      <p className={styles['count']}>
        <ProductCount count={data.meta.totalItems} />
      </p>
      {page === 1 && value.content !== undefined && value.content !== '' && (
        <RichText className={styles['description']} html={value.content} />
      )}
      <SubCategories taxons={taxons} addressOf={(one) => paths.attributeTaxon(slug, value.slug, one)} />
      {page === 1 && <ContentBlocks contentTypes={top} />}
      <ProductList products={data.data} meta={data.meta} />
    </div>
  );
}
