/**
 * What the price of a set (a bundle of the catalogue) takes off the lines that its parts are (contract 5.2). Integer cents. A
 * part keeps its own price; what the set is cheaper by stands beside it, as a reduction of its line.
 */
import { spread } from '#domain/money/split-amount.ts';

/** A part as the catalogue has it today. */
export interface SetPart {
  readonly code: string;
  /** Pieces in one set. */
  readonly quantity: number;
  readonly required: boolean;
  /** Of one piece alone. */
  readonly price: number;
}

export interface SoldSet {
  /** Of one whole set. */
  readonly price: number;
  readonly parts: readonly SetPart[];
}

/** A line of one set in a cart. */
export interface SetLine {
  readonly code: string;
  readonly quantity: number;
  /** Pieces in one set, as they were when it was put in. */
  readonly inOne: number;
  /** What each of these pieces costs now. */
  readonly unitPrice: number;
}

/**
 * What each part costs in one set: its price in proportion to what the parts cost alone, none of them dearer than that. The sum is
 * the price of the set, or that of its parts where they cost less.
 */
export const partPrices = ({ price, parts }: SoldSet): number[] =>
  spread(
    price,
    parts.map((part) => {
      const alone = part.price * part.quantity;
      return { weight: alone, capacity: alone };
    }),
  );

/**
 * What is taken off each of these lines, 0 or above: together they cost what their parts cost in the set, and never more than
 * their own sum. A part that was left out takes its share of the reduction with it. Without a part that the set must have, or with
 * other pieces than it has today, it is no such set: nothing is taken off.
 */
export function setReductions(set: SoldSet, lines: readonly SetLine[]): number[] {
  const none = lines.map(() => 0);
  const partOf = ({ code, inOne }: SetLine) =>
    set.parts.findIndex((part) => part.code === code && part.quantity === inOne);
  const has = new Set(lines.map(partOf));
  const isWhole = set.parts.every((part, at) => !part.required || has.has(at));
  if (!isWhole || has.has(-1) || has.size !== lines.length) return none;
  const sets = Math.min(...lines.map(({ quantity, inOne }) => Math.floor(quantity / inOne)));
  const inSet = partPrices(set);
  const alone = lines.map(({ unitPrice, inOne }) => unitPrice * inOne * sets);
  const wanted = lines.reduce((sum, line) => sum + (inSet[partOf(line)] ?? 0) * sets, 0);
  const reduction = Math.max(0, alone.reduce((sum, amount) => sum + amount, 0) - wanted);
  return spread(
    reduction,
    alone.map((amount) => ({ weight: amount, capacity: amount })),
  );
}
