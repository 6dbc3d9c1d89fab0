/** What a product shows of itself: stock, badges, prices (storefront section 4; R4.32-R4.36). */
import type { AttributeValue, Prices, ProductCard, Variant } from '#contract/catalogue.ts';

/** Code of the attribute value that marks a product as new (R3.36). */
export const newProductCode = 'new';

export type Priced = Pick<ProductCard, 'variants' | 'defaultVariant'>;

/** The variant that `defaultVariant` names; the first one when it is missing (R3.30). */
export function defaultVariantOf(product: Priced): Variant | undefined {
  return product.variants.find((variant) => variant.code === product.defaultVariant) ?? product.variants[0];
}

/** Out of stock: the default variant is tracked and no variant has stock above zero (R4.33). */
export function isOutOfStock(product: Priced): boolean {
  const main = defaultVariantOf(product);
  return main !== undefined && main.tracked && !product.variants.some((variant) => (variant.stock ?? 0) > 0);
}

/** The attribute value that marks the product as new, if it has one. */
export function newMarkOf(product: {
  attributeValues: readonly AttributeValue[];
}): AttributeValue | undefined {
  return product.attributeValues.find((value) => value.code === newProductCode);
}

/** First percentage by which this price is reduced; undefined when it is not. */
export function discountOf(prices: Prices): number | undefined {
  const percent = prices.discountPercentages[0];
  return percent !== undefined && percent > 0 ? percent : undefined;
}

/** Cents as shown: the business channel shows amounts without tax. */
export interface ShownPrice {
  price: number;
  /** True when variants differ in price and `price` is the lowest of them. */
  isFrom: boolean;
  /** Price before the reduction, only beside a price of one variant that is lower (R4.36). */
  original?: number;
  /** Lowest price of the 30 days before the reduction. */
  lowest?: number;
  /** What is paid with tax, whichever of the two is shown. */
  withTax: number;
}

/** Prices of one variant. */
export function variantPrice(prices: Prices, withoutTax: boolean): ShownPrice {
  const price = withoutTax ? prices.priceWithoutTax : prices.price;
  const original = (withoutTax ? prices.originalPricesWithoutTax : prices.originalPrices)[0];
  return {
    price,
    isFrom: false,
    withTax: prices.price,
    ...(original !== undefined && original > price ? { original } : {}),
    ...(prices.lowestPriceBeforeDiscount === undefined || discountOf(prices) === undefined
      ? {}
      : { lowest: prices.lowestPriceBeforeDiscount }),
  };
}

/** At or below this many pieces the stock is called low. */
const lowStock = 5;
export type StockLevel = 'in' | 'low' | 'out';

/** How much there is, in words: untracked goods are always there. */
export function stockLevel(variant: Pick<Variant, 'tracked' | 'stock' | 'inStock'>): StockLevel {
  if (!variant.tracked) return 'in';
  const stock = variant.stock ?? (variant.inStock ? Number.POSITIVE_INFINITY : 0);
  if (stock <= 0) return 'out';
  return stock <= lowStock ? 'low' : 'in';
}
