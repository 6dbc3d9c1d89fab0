import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useShop, type Shop } from '#api/shop.ts';
import type { ProductCard } from '#contract/catalogue.ts';
import { showToast } from '#ui/toast-state.ts';
import { keepCard, keptGoods } from './kept-goods.ts';
import { addWished, removeWished, wished } from './wishlist-cell.ts';

/** Cards of the wishlist, in no order; those that are no longer sold are missing. */
export const wishedGoods = (shop: Shop) =>
  keptGoods(shop, 'wished', () => wished.read().map((one) => one.productCode));

const isWished = (code: string) => wished.read().some((one) => one.productCode === code);

/**
 * Takes the product out when it is in the list, else puts it in, and says so (R4.39, R4.40).
 * @throws with the sentence for the shopper when the device does not keep it
 */
export function useToggleWish() {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  return ({ product, variantCode }: { product: ProductCard; variantCode?: string | undefined }): void => {
    const { code } = product;
    if (isWished(code)) {
      if (!removeWished([code])) throw new Error(t`The product could not be removed from the wishlist.`);
      showToast(t`Product removed from wishlist`);
      return;
    }
    if (
      !addWished([
        { productCode: code, ...(variantCode === undefined ? {} : { productVariantCode: variantCode }) },
      ])
    )
      throw new Error(t`The product could not be added to the wishlist.`);
    showToast(t`Product added to wishlist`);
    // The mark stands; its picture and price follow.
    void keepCard(queryClient, wishedGoods(shop), product);
  };
}
