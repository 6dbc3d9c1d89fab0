/** Tax that is inside prices (contract 5.4). Amounts are integer cents, rates decimal fractions (0.21). */

/** Rate as ten-thousandths, so that all further steps are whole numbers. */
const parts = (rate: number): number => Math.round(rate * 10_000);

/** Half away from zero, on the absolute value (contract 5.4). `-0` never comes out. */
export function roundHalfAway(numerator: number, denominator: number): number {
  const sign = numerator < 0 ? -1 : 1;
  const rounded = Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator));
  return rounded === 0 ? 0 : sign * rounded;
}

/** Tax inside `amount`: round(amount - amount / (1 + rate)). */
export const taxInside = (amount: number, rate: number): number =>
  roundHalfAway(amount * parts(rate), 10_000 + parts(rate));

/** A line, a delivery or a wrap of an order. */
export interface TaxedPart {
  /** After all discounts, tax included. */
  readonly total: number;
  readonly rate: number;
}

/** Indices of the parts of each rate, in their order. */
function byRate(parts: readonly TaxedPart[]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const [index, { rate }] of parts.entries()) groups.set(rate, [...(groups.get(rate) ?? []), index]);
  return groups;
}

/**
 * Tax of each part. An invoice states the tax of each rate (Directive 2006/112/EC, Article 226): the parts of one rate
 * add up to the tax inside their sum. Single roundings drift from it by a cent or two: the difference is given cent by
 * cent to the parts that were rounded the other way, from the first one on. So no part bears less than nothing.
 */
export function taxOfParts(given: readonly TaxedPart[]): number[] {
  const taxes = given.map(({ total, rate }) => taxInside(total, rate));
  for (const [rate, indices] of byRate(given)) {
    const sum = (of: (index: number) => number) => indices.reduce((all, index) => all + of(index), 0);
    let rest =
      taxInside(
        sum((index) => given[index]?.total ?? 0),
        rate,
      ) - sum((index) => taxes[index] ?? 0);
    const step = Math.sign(rest);
    for (const index of indices) {
      if (rest === 0) break;
      const part = given[index] ?? { total: 0, rate };
      // Rounded minus exact, times the whole number that makes it exact.
      const error = (taxes[index] ?? 0) * (10_000 + parts(rate)) - part.total * parts(rate);
      if (error * step >= 0) continue;
      taxes[index] = (taxes[index] ?? 0) + step;
      rest -= step;
    }
  }
  return taxes;
}

/** One row of the tax table of a paper; `net + tax = gross`. */
export interface TaxRow {
  rate: number;
  net: number;
  tax: number;
  gross: number;
}

/** Taxed parts summed by rate, the highest first; parts without an amount make no row. */
export function taxRows(given: readonly (TaxedPart & { tax: number })[]): TaxRow[] {
  return [...byRate(given.filter(({ total }) => total !== 0))]
    .sort(([a], [b]) => b - a)
    .map(([rate]) => {
      const own = given.filter((part) => part.rate === rate);
      const gross = own.reduce((sum, { total }) => sum + total, 0);
      const tax = own.reduce((sum, part) => sum + part.tax, 0);
      return { rate, net: gross - tax, tax, gross };
    });
}
