import type { ProductCard, Variant } from '#contract/catalogue.ts';
import { defaultVariantOf } from '#domain/catalogue/product-view.ts';

/** The variant that the address names; the default one when it names none of this product. */
export const chosenVariant = (
  product: Pick<ProductCard, 'variants' | 'defaultVariant'>,
  wanted: string | null,
): Variant | undefined => product.variants.find(({ code }) => code === wanted) ?? defaultVariantOf(product);

/**
 * What the blocks of a product's page belong to. A variant is named only where it is collected and others are sent: something else
 * is said of its delivery there, and all other pages of a product share one answer.
 */
export const blocksTarget = (
  product: Pick<ProductCard, 'code' | 'collectAt'>,
  variant: Variant | undefined,
): { product: string; variant?: string } => ({
  product: product.code,
  ...(variant?.collectAt && !product.collectAt ? { variant: variant.code } : {}),
});
