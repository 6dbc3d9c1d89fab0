/** Prices as the catalogue shows them (contract 5.4). Amounts are integer cents with tax, rates decimal fractions. */
import type { Variant } from '#contract/catalogue.ts';
import type { ContentUnit, PriceUnit } from '#contract/catalogue-words.ts';
import { roundHalfAway, taxInside } from './tax.ts';

/** A price without the tax that is inside it. */
export function priceWithoutTax(price: number, rate: number): number {
  return price - taxInside(price, rate);
}

/** What is left of a price after a catalogue discount of whole percent. */
export function discountedPrice(original: number, percent: number): number {
  return original - roundHalfAway(original * percent, 100);
}

/**
 * What a badge says of a reduction: whole percent, halves up (contract, appendix on prices). One of less than half a percent says
 * nothing, so it is none.
 */
export const percentOff = (original: number, price: number): number =>
  roundHalfAway(100 * (original - price), original);

/**
 * Goods whose small packs are compared by the gram, as is customary in the trade (Directive 98/6/EC, Article 2(b)): seeds, by a
 * category of that name anywhere above them, in a language that the shop speaks. A packet of 0.2 g has no price of a kilogram
 * that helps anybody.
 */
const comparedByGram = /(?:^|_)(?:SEKLOS|SEEDS|SEEMNED|SEMENA)(?:_|$)/;
/** Packs of as many kg or more are compared by the kilogram like all other goods: grass and field seeds. */
const smallPack = 0.1;
/** Contents are kept to a ten-millionth of their unit: a tenth of a milligram, for the finest seeds. */
export const contentParts = 10_000_000;

/**
 * Price of one unit of the content, rounded to the cent (Directive 98/6/EC, Article 3); null where the content is nothing
 * that is measured, or where a piece costs less than a cent: what it is rounded to says nothing any more. `gram`: what is to be shown instead.
 * @param content up to seven decimals: 0.00005 (kg)
 * @param taxons codes from the root down to the product's main taxon
 * @param rate of the tax inside the price
 */
export function unitPrice(
  price: number,
  content: { amount: number; unit: ContentUnit },
  taxons: readonly string[],
  rate: number,
): Variant['unitPrice'] | null {
  const parts = Math.round(content.amount * contentParts);
  if (parts <= 0) return null;
  if (content.unit === 'piece' && price * contentParts < parts) return null;
  const both = (amount: number) => ({ amount, amountWithoutTax: priceWithoutTax(amount, rate) });
  const isByGram =
    content.unit === 'kg' && content.amount < smallPack && taxons.some((code) => comparedByGram.test(code));
  return {
    ...both(roundHalfAway(price * contentParts, parts)),
    per: content.unit,
    ...(isByGram ? { gram: both(roundHalfAway((price * contentParts) / 1000, parts)) } : {}),
  };
}

/** The unit price as it is shown. */
export const shownUnitPrice = (
  unit: NonNullable<Variant['unitPrice']>,
): { amount: number; amountWithoutTax: number; per: PriceUnit } => ({
  ...unit,
  ...unit.gram,
  per: unit.gram ? 'g' : unit.per,
});
