import type { ProductCard } from '#contract/catalogue.ts';

/** Goods that not everybody may buy: their page says who may, a card leads there. */
export const isRestricted = (product: Pick<ProductCard, 'professionalUse' | 'tradeOnly'>): boolean =>
  product.professionalUse === true || product.tradeOnly === true;
