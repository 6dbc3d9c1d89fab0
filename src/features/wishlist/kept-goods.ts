/**
 * Goods that a visitor marked or looked at, as cards: asked for by their codes, and kept in the visitor's own store, so
 * that the page of them opens without a connection too (R0.48).
 */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { productsByCode } from '#api/products-by-code.ts';
import type { Shop } from '#api/shop.ts';
import type { ProductCard } from '#contract/catalogue.ts';
import { wished } from './wishlist-cell.ts';

/** @param codes read when the question is asked: the list may have grown since. */
export const keptGoods = (shop: Shop, name: 'wished' | 'viewed', codes: () => readonly string[]) =>
  queryOptions({
    queryKey: ['visitor', name, { ...shop.scope }],
    queryFn: ({ signal }) => productsByCode(shop, codes(), signal),
    meta: { saved: true, own: true },
    staleTime: 60_000,
  });

/** Cards of a guest's wishlist, in no order; those that are no longer sold are missing. */
export const wishedGoods = (shop: Shop) =>
  keptGoods(shop, 'wished', () => wished.read().map((one) => one.productCode));

/** Keeps a card beside the others, also where the shop cannot be asked for it. */
export async function keepCard(
  queryClient: QueryClient,
  options: ReturnType<typeof keptGoods>,
  card: ProductCard,
): Promise<void> {
  // The page of the list says by itself what it could not have.
  await queryClient.fetchQuery(options).catch(() => undefined);
  // Where nothing was asked yet the question is made, so that its answer knows where it is kept.
  const query = queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions(options));
  const {
    id,
    code,
    slug,
    name,
    images,
    variants,
    defaultVariant,
    averageRating,
    reviewCount,
    isChemical,
    isGift,
    attributeValues,
    updatedAt,
  } = card;
  const { keyFact, collectAt, professionalUse, tradeOnly, shortDescription } = card;
  // Of a product page only what a card shows.
  const small: ProductCard = {
    id,
    code,
    slug,
    name,
    images: images.slice(0, 1),
    variants,
    defaultVariant,
    averageRating,
    reviewCount,
    isChemical,
    isGift,
    attributeValues,
    updatedAt,
    ...(keyFact === undefined ? {} : { keyFact }),
    ...(collectAt === undefined ? {} : { collectAt }),
    ...(professionalUse === undefined ? {} : { professionalUse }),
    ...(tradeOnly === undefined ? {} : { tradeOnly }),
    ...(shortDescription === undefined ? {} : { shortDescription }),
  };
  const known = query.state.data ?? [];
  if (!known.some((one) => one.code === code))
    queryClient.setQueryData(options.queryKey, [small, ...known], { updatedAt: query.state.dataUpdatedAt });
}
