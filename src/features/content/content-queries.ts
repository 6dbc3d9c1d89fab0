import { queryOptions } from '@tanstack/react-query';
import type { Services, ShopAndCache } from '#api/services.ts';
import type { Shop } from '#api/shop.ts';
import type { ContentType, DisplayLocation } from '#contract/content.ts';
import { codesOf, numberOf, partsOf, textOf } from './content-properties.ts';

/** What a place belongs to: one product, category or attribute value. */
export interface BlockTarget {
  product?: string;
  variant?: string;
  taxonomy?: string;
  attributeValue?: string;
}

export const contentQueries = {
  /** The page of a code, such as `home`; null when there is none (CMS-03). */
  pageByCode: (shop: Shop, code: string) =>
    queryOptions({
      queryKey: ['content', 'page', { ...shop.scope, code }],
      queryFn: async ({ signal }) => (await shop.call('pages', { query: { code }, signal })).data[0] ?? null,
      meta: { saved: true },
    }),
  /** Blocks of a place. A failure stays one, so that "none" is never kept for a place that could not be asked about. */
  blocks: (shop: Shop, displayLocation: DisplayLocation, target: BlockTarget = {}) =>
    queryOptions({
      queryKey: ['content', 'blocks', { ...shop.scope, displayLocation, ...target }],
      queryFn: async ({ signal }): Promise<ContentType[]> =>
        (await shop.call('blocks', { query: { displayLocation, ...target }, signal })).data.flatMap(
          (block) => block.contentTypes,
        ),
      meta: { saved: true },
      // The screen does not wait for a second try: it asks again when it is shown.
      retry: false,
    }),
  /** Cards in the order of the codes. */
  products: (shop: Shop, codes: readonly string[]) =>
    queryOptions({
      queryKey: ['catalogue', 'products by code', { ...shop.scope, codes }],
      queryFn: async ({ signal }) => {
        if (codes.length === 0) return [];
        const query = { code: [...codes], itemsPerPage: 100, facets: false };
        return (await shop.call('products', { query, signal })).data;
      },
      meta: { saved: true },
    }),
  taxons: (shop: Shop, codes: readonly string[]) =>
    queryOptions({
      queryKey: ['catalogue', 'taxons by code', { ...shop.scope, codes }],
      queryFn: async ({ signal }) => {
        if (codes.length === 0) return [];
        return (
          await shop.call('taxons', { query: { code: [...codes], itemsPerPage: codes.length }, signal })
        ).data;
      },
      meta: { saved: true },
    }),
  brands: (shop: Shop, attribute: string, codes: readonly string[]) =>
    queryOptions({
      queryKey: ['catalogue', 'attribute values', { ...shop.scope, attribute, codes }],
      queryFn: async ({ signal }) => {
        const query = codes.length === 0 ? {} : { code: [...codes] };
        return (await shop.call('attributeValues', { params: { code: attribute }, query, signal })).data;
      },
      meta: { saved: true },
    }),
  articles: (shop: Shop, count: number, section: string | undefined) =>
    queryOptions({
      queryKey: ['content', 'articles', { ...shop.scope, count, section }],
      queryFn: async ({ signal }) => {
        const query = section === undefined ? { itemsPerPage: count } : { itemsPerPage: count, section };
        return (await shop.call('articles', { query, signal })).data;
      },
      meta: { saved: true },
    }),
};

/** What one content type asks for, so that its answer is there before the first paint. */
function load({ shop, queryClient }: ShopAndCache, { code, properties }: ContentType): Promise<unknown>[] {
  switch (code) {
    case 'productsBlock':
    case 'newProductsBlock':
      return [queryClient.ensureQueryData(contentQueries.products(shop, codesOf(properties, 'products')))];
    case 'categoryBlock':
      return [queryClient.ensureQueryData(contentQueries.taxons(shop, codesOf(properties, 'taxons')))];
    case 'brandsBlock':
      return [
        queryClient.ensureQueryData(
          contentQueries.brands(
            shop,
            textOf(properties, 'attribute') ?? 'brand',
            codesOf(properties, 'values'),
          ),
        ),
      ];
    case 'newsBlock':
      return [
        queryClient.ensureQueryData(
          contentQueries.articles(shop, numberOf(properties, 'count') ?? 3, textOf(properties, 'section')),
        ),
      ];
    case 'blockList':
    case 'nested':
      return partsOf(properties, 'blocks').flatMap((part) => load({ shop, queryClient }, part));
    default:
      return [];
  }
}

/** Asks for everything the blocks show; a block whose question fails shows nothing and harms no other. */
export async function loadContent(services: Services, contentTypes: readonly ContentType[]): Promise<void> {
  await Promise.allSettled(contentTypes.flatMap((contentType) => load(services, contentType)));
}

/** The blocks of a place with all they show; a place whose question fails stays empty and harms no screen (CMS-01). */
export async function loadBlocks(
  services: Services,
  place: DisplayLocation,
  target?: BlockTarget,
): Promise<void> {
  const blocks = contentQueries.blocks(services.shop, place, target);
  // A place whose question fails stays empty.
  await loadContent(services, await services.queryClient.ensureQueryData(blocks).catch(() => []));
}
