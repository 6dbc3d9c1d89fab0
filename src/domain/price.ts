/** Prices as the catalogue shows them (contract 5.4). Amounts are integer cents with tax, rates decimal fractions. */
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
 * Price of one unit of the content, rounded to the cent (Directive 98/6/EC, Article 3); null where the content is
 * nothing that is measured.
 * @param amount content in the unit, up to four decimals: 0.003 (kg)
 */
export function unitPrice(price: number, amount: number): number | null {
  const parts = Math.round(amount * 10_000);
  return parts > 0 ? roundHalfAway(price * 10_000, parts) : null;
}
