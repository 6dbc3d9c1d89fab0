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

export interface TaxedLine {
  /** After all discounts. */
  readonly total: number;
  readonly rate: number;
}

/**
 * Tax of each line. Single roundings may drift from the exact tax of the whole by a cent or two: the difference is
 * given to the lines from the first on, so that the lines add up to the rounded sum of exact amounts.
 */
export function taxOfLines(lines: readonly TaxedLine[]): number[] {
  const taxes = lines.map((line) => taxInside(line.total, line.rate));
  const byRate = new Map<number, number>();
  for (const line of lines) byRate.set(parts(line.rate), (byRate.get(parts(line.rate)) ?? 0) + line.total);
  // Exact fractions of each rate on one common denominator; there are only a few rates.
  const denominator = [...byRate.keys()].reduce((product, rate) => product * BigInt(10_000 + rate), 1n);
  const numerator = [...byRate].reduce(
    (sum, [rate, total]) => sum + (BigInt(total) * BigInt(rate) * denominator) / BigInt(10_000 + rate),
    0n,
  );
  const sign = numerator < 0n ? -1n : 1n;
  const exact = Number(sign * ((2n * sign * numerator + denominator) / (2n * denominator)));
  let rest = exact - taxes.reduce((sum, tax) => sum + tax, 0);
  for (let index = 0; rest !== 0 && index < taxes.length; index += 1) {
    if (lines[index]?.rate === 0 || lines[index]?.total === 0) continue;
    const step = rest > 0 ? 1 : -1;
    taxes[index] = (taxes[index] ?? 0) + step;
    rest -= step;
  }
  return taxes;
}
