/** Wishlists of customers (contract 2.5, 4.11). */
import { z } from '#lib/zod.ts';
import { productCard } from './catalogue.ts';
import { code, token } from './values.ts';

/** A guest's list on the device has no more either. */
const mostAtOnce = 200;

/** WSH-02 and WSH-04: what is marked, 1 to 200 products (R3.70). An entry that is in the list already stays as it is. */
export const wishedBody = z.strictObject({
  products: z
    .array(z.strictObject({ productCode: code, productVariantCode: z.optional(code) }))
    .check(z.minLength(1), z.maxLength(mostAtOnce)),
});
export type WishedGoods = z.infer<typeof wishedBody>['products'][number];

/** WSH-03. A token that is not the caller's is 404; goods that are not in the list are gone already. */
export const wishedParams = z.object({ token, code });

/** One entry of a list. Goods that the channel does not sell now keep their place by their code alone [ours]. */
const wishedProduct = z.object({
  id: z.int(),
  product: z.union([productCard, z.object({ code })]),
  productVariantCode: z.optional(code),
});

/** Newest entry first. A customer may have several lists, in the order they were made: the last is in use (R3.69). */
export const wishlist = z.object({ token, wishlistProducts: z.array(wishedProduct) });
export type Wishlist = z.infer<typeof wishlist>;

/** WSH-04: `skipped` are the codes of goods that are not sold here (any more). */
export const mergedWishlist = z.object({ ...wishlist.shape, skipped: z.array(code) });
export type MergedWishlist = z.infer<typeof mergedWishlist>;
