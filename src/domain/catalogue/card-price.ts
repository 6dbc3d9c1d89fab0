/** The price of a card (R4.35), apart from that of a page: lists draw their cards after the first look. */
import type { Variant } from '#contract/catalogue.ts';
import { defaultVariantOf, variantPrice, type Priced, type ShownPrice } from './product-view.ts';

export interface CardPrice extends ShownPrice {
  /** Whose price it is: its unit price and reduction stand with it. */
  of: Variant;
  /** Where another variant than the shown one is reduced: the one with the largest part taken off. */
  reducedElsewhere?: { name: string; price: number; original: number };
}

/** What is taken off, as a part of the price before. */
const partOff = ({ price, original = price }: ShownPrice): number => (original - price) / original;

/** The lowest of the variants with a "from" when they differ, else the one price; what is reduced says so in either case. */
export function cardPrice(product: Priced, withoutTax: boolean): CardPrice | undefined {
  const main = defaultVariantOf(product);
  if (main === undefined) return undefined;
  const all = product.variants.map((of) => ({ ...variantPrice(of.prices, withoutTax), of }));
  const own = { ...variantPrice(main.prices, withoutTax), of: main };
  const lowest = all.reduce((least, one) => (one.price < least.price ? one : least), own);
  const isFrom = all.some((one) => one.price !== own.price);
  const [most] = all.filter((one) => one.original !== undefined).toSorted((a, b) => partOff(b) - partOff(a));
  return {
    ...lowest,
    isFrom,
    ...(lowest.original === undefined && most?.original !== undefined
      ? { reducedElsewhere: { name: most.of.name, price: most.price, original: most.original } }
      : {}),
  };
}
