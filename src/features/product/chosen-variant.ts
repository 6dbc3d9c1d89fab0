import type { ProductCard, Variant } from '#contract/catalogue.ts';
import { defaultVariantOf } from '#domain/catalogue/product-view.ts';

/** The variant that the address names; the default one when it names none of this product. */
export const chosenVariant = (
  product: Pick<ProductCard, 'variants' | 'defaultVariant'>,
  wanted: string | null,
): Variant | undefined => product.variants.find(({ code }) => code === wanted) ?? defaultVariantOf(product);

/** Grams that every parcel carries, whatever ways of delivery a shop has. */
const anyParcel = 5_000;

/**
 * What the blocks of a product's page belong to. A variant is named only where something else is said of its delivery than of others:
 * where it is collected and they are sent, or where it may be too heavy for a way that carries them. All other pages of a product
 * share one answer.
 */
export const blocksTarget = (
  product: Pick<ProductCard, 'code' | 'collectAt' | 'variants'>,
  variant: Variant | undefined,
): { product: string; variant?: string } => {
  const { weight = 0, collectAt } = variant ?? {};
  const isHeavier = weight > anyParcel && product.variants.some((other) => (other.weight ?? 0) < weight);
  const isNamed = !product.collectAt && (collectAt !== undefined || isHeavier);
  return { product: product.code, ...(variant && isNamed ? { variant: variant.code } : {}) };
};
