/** Wishlists as the contract shows them (2.5). */
import type { Kysely } from 'kysely';
import type { Wishlist } from '#contract/wishlists.ts';
import { presentCard } from '#domain/catalogue/product-presenter.ts';
import type { CatalogueData } from '#server/catalogue/catalogue-data.ts';
import { loadProducts } from '#server/catalogue/product-store.ts';
import type { Database } from '#server/database/schema.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { entriesOf, type StoredWishlist } from './wishlist-store.ts';

/**
 * The lists with the cards of their goods, in the channel and locale of the call.
 * @param db of the running call: cards kept in memory would be read over a second connection while this one is held
 */
export async function presentWishlists(
  db: Kysely<Database>,
  data: CatalogueData,
  { channel, locale }: RequestContext,
  lists: readonly StoredWishlist[],
): Promise<Wishlist[]> {
  const entries =
    lists.length === 0
      ? []
      : await entriesOf(
          db,
          lists.map(({ id }) => id),
        );
  const known = data.channels.find(({ code }) => code === channel.code);
  const goods = known
    ? await loadProducts(db, known, [...new Set(entries.map((entry) => entry.product_id))])
    : new Map<never, never>();
  return lists.map(({ id, token }) => ({
    token,
    wishlistProducts: entries
      .filter((entry) => entry.wishlist_id === id)
      .map((entry) => {
        const product = goods.get(entry.product_id);
        return {
          id: entry.id,
          product: product ? presentCard(product, data, locale) : { code: entry.code },
          ...(entry.variant_code === null ? {} : { productVariantCode: entry.variant_code }),
        };
      }),
  }));
}
