/** The pack of goods that somebody named by its code or bar code: a search for it is a search for that pack, not for the others. */
import type { ProductCard, Variant } from '#contract/catalogue.ts';

/**
 * A bar code as one number: without the spaces and hyphens between its digits and the zeros before them. Whether words are a bar
 * code at all the search has judged (`barcodesOf`), whose rules are more than every list of goods needs to bring along.
 */
const numberOf = (text: string): string => text.replaceAll(/[\s\p{Cf}-]/gu, '').replace(/^0+/, '');

/** The pack that the words of a search are the code or the bar code of; undefined where they name none, or the goods have one pack. */
export function namedPack(product: Pick<ProductCard, 'variants'>, words: string): Variant | undefined {
  const { variants } = product;
  if (variants.length < 2) return undefined;
  const code = words.trim().toUpperCase();
  const number = numberOf(words);
  return (
    variants.find((one) => one.code.toUpperCase() === code) ??
    variants.find(({ ean }) => ean !== undefined && number !== '' && numberOf(ean) === number)
  );
}

/** The goods as if they came in this pack alone: its name, price, stock and towns are what a card says. */
export const onlyPack = (product: ProductCard, pack: Variant): ProductCard => ({
  ...product,
  variants: [pack],
  defaultVariant: pack.code,
  keyFact: pack.name,
  // Chemical goods are collected in whatever pack.
  collectAt: product.isChemical ? product.collectAt : pack.collectAt,
});
