/** How many pieces a line of a cart may have, and how many there are: for lines that come, change, or come back. */
import { isQuantity, quantityBounds } from '#contract/item-bounds.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { refusal } from '#server/forms/refusal.ts';
import type { ItemRow } from '#server/order-store/order-store.ts';
import type { VariantFacts } from '#server/order-terms/variant-facts.ts';

/** @throws ApiFailure 422 `cart.quantity_range` on `quantity` */
export function checkQuantity(quantity: number, locale: string, max: number = quantityBounds.max): void {
  if (isQuantity(quantity) && quantity <= max) return;
  throw refusal('cart.quantity_range', 'quantity', locale, { max });
}

/** Pieces of a variant in all these lines. */
export const quantityOf = (items: readonly ItemRow[], variantId: number): number =>
  items.filter((item) => item.variant_id === variantId).reduce((sum, item) => sum + item.quantity, 0);

/** Refuses more than there is; what other lines of the cart want of the same variant counts too. @throws ApiFailure 422 `cart.insufficient_stock` */
export function checkStock(fact: VariantFacts, wanted: number, locale: string, path = 'quantity'): void {
  if (fact.tracked && wanted > fact.stock)
    throw refusal('cart.insufficient_stock', path, locale, {
      code: fact.code,
      name: textIn(fact.product_name, locale),
    });
}
