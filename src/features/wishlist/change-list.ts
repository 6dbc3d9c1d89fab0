/** Changes of the list in use: of whoever is signed in at the shop, of a guest on this device. */
import type { ShopAndCache } from '#api/services.ts';
import { isSignedIn } from '#api/session-tokens.ts';
import type { ProductCard } from '#contract/catalogue.ts';
import { addWished, removeWished } from './device-list.ts';
import { keepCard, wishedGoods } from './kept-goods.ts';
import type { Wished } from './wishlist-cell.ts';

/** @throws ApiError for an account's list, Error for one that the device does not keep */
export async function addToList(at: ShopAndCache, entries: readonly Wished[]): Promise<void> {
  if (isSignedIn()) return (await import('./account-list.ts')).addToAccount(at, entries);
  if (!addWished(entries)) throw new Error('The device does not keep it');
}

/** @throws as {@link addToList} */
export async function removeFromList(at: ShopAndCache, codes: readonly string[]): Promise<void> {
  if (isSignedIn()) return (await import('./account-list.ts')).removeFromAccount(at, codes);
  if (!removeWished(codes)) throw new Error('The device does not keep it');
}

/**
 * Takes the product out when the visitor saw it in the list, else puts it in (R4.39).
 * @throws as {@link addToList}
 */
export async function toggleWish(
  at: ShopAndCache,
  { product, variantCode, isIn }: { product: ProductCard; variantCode?: string | undefined; isIn: boolean },
): Promise<void> {
  const { code } = product;
  if (isIn) return removeFromList(at, [code]);
  await addToList(at, [
    { productCode: code, ...(variantCode === undefined ? {} : { productVariantCode: variantCode }) },
  ]);
  // The mark stands; a guest's picture and price follow. The answer about an account has them.
  if (!isSignedIn()) void keepCard(at.queryClient, wishedGoods(at.shop), product);
}
