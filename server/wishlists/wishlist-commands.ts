/** What customers mark for later (contract WSH-01 to WSH-04). */
import type { Kysely } from 'kysely';
import type { Violation } from '#contract/errors.ts';
import type { MergedWishlist, WishedGoods, Wishlist } from '#contract/wishlists.ts';
import type { CatalogueData } from '#server/catalogue/catalogue-data.ts';
import type { Database } from '#server/database/schema.ts';
import { executor, inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { errorText } from '#server/errors/error-texts.ts';
import { callerOf, type RequestContext } from '#server/http/request-context.ts';
import { presentWishlists } from './wishlist-presenter.ts';
import {
  addEntries,
  deleteEntry,
  listByToken,
  listsOf,
  lockListInUse,
  soldProducts,
  type StoredWishlist,
} from './wishlist-store.ts';

export interface WishlistServices {
  db: Kysely<Database>;
  catalogueData: () => CatalogueData;
}

async function lockList(trx: Kysely<Database>, context: RequestContext): Promise<StoredWishlist> {
  const list = await lockListInUse(trx, callerOf(context).customerId);
  if (!list) throw new ApiFailure(401, 'auth.required');
  return list;
}

async function present(
  { catalogueData }: WishlistServices,
  db: Kysely<Database>,
  context: RequestContext,
  list: StoredWishlist,
): Promise<Wishlist> {
  const [shown] = await presentWishlists(db, catalogueData(), context, [list]);
  return shown ?? { token: list.token, wishlistProducts: [] };
}

/** WSH-01: all lists of the caller; who has none gets an empty one. */
export async function wishlistsOf(services: WishlistServices, context: RequestContext): Promise<Wishlist[]> {
  const db = executor(services.db);
  let lists = await listsOf(db, callerOf(context).customerId);
  if (lists.length === 0) lists = [await inScope(services.db, (trx) => lockList(trx, context))];
  return presentWishlists(db, services.catalogueData(), context, lists);
}

/** The list in use as it is now: of a change that was done before. */
export const listInUse = (services: WishlistServices, context: RequestContext): Promise<Wishlist> =>
  inScope(services.db, async (trx) => present(services, trx, context, await lockList(trx, context)));

/**
 * WSH-02: into the list in use, all or nothing. A product that is in it already stays as it is.
 * @throws ApiFailure 422 `wishlist.product_unknown`: a product that the channel does not sell, or a variant that is not
 *   one of its product's; violations name the place
 */
export function addWished(
  services: WishlistServices,
  context: RequestContext,
  products: readonly WishedGoods[],
): Promise<Wishlist> {
  return inScope(services.db, async (trx) => {
    const list = await lockList(trx, context);
    const sold = await soldProducts(trx, context.channel.code, codesOf(products));
    const violations = products.flatMap<Violation>(({ productCode, productVariantCode }, at) => {
      const product = sold.get(productCode);
      if (product && (productVariantCode === undefined || product.variants.has(productVariantCode)))
        return [];
      return {
        propertyPath: `products[${at}].${product ? 'productVariantCode' : 'productCode'}`,
        message: errorText('wishlist.product_unknown', context.locale),
        code: 'wishlist.product_unknown',
      };
    });
    if (violations.length > 0) throw new ApiFailure(422, 'wishlist.product_unknown', { violations });
    await addEntries(trx, list.id, entriesFrom(products, sold));
    return present(services, trx, context, list);
  });
}

/** WSH-03: what is not in the list is gone already. @throws ApiFailure 404 for a token that is not the caller's */
export function removeWished(
  services: WishlistServices,
  context: RequestContext,
  { token, code }: { token: string; code: string },
): Promise<Wishlist> {
  return inScope(services.db, async (trx) => {
    const list = await listByToken(trx, callerOf(context).customerId, token);
    if (!list) throw new ApiFailure(404, 'not_found');
    await deleteEntry(trx, list.id, code);
    return present(services, trx, context, list);
  });
}

/** WSH-04: what a guest had marked, beside what is in the list (R4.58). What is not sold here is told and left out. */
export function mergeWished(
  services: WishlistServices,
  context: RequestContext,
  products: readonly WishedGoods[],
): Promise<MergedWishlist> {
  return inScope(services.db, async (trx) => {
    const list = await lockList(trx, context);
    const codes = codesOf(products);
    const sold = await soldProducts(trx, context.channel.code, codes);
    await addEntries(trx, list.id, entriesFrom(products, sold));
    return {
      ...(await present(services, trx, context, list)),
      skipped: codes.filter((code) => !sold.has(code)),
    };
  });
}

const codesOf = (products: readonly WishedGoods[]) => [...new Set(products.map((one) => one.productCode))];

/** Each product once, as it was named first; a variant that is not its own is left out. */
function entriesFrom(
  products: readonly WishedGoods[],
  sold: Awaited<ReturnType<typeof soldProducts>>,
): { productId: number; variantId: number | null }[] {
  return codesOf(products).flatMap((code) => {
    const product = sold.get(code);
    const named = products.find((one) => one.productCode === code)?.productVariantCode ?? '';
    return product ? { productId: product.id, variantId: product.variants.get(named) ?? null } : [];
  });
}
