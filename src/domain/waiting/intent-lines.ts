/**
 * What an order intent buys when the shop has less than it asks for (contract CHK-19, `whenShort`). Pure: the same
 * lines and the same stock always give the same answer.
 */
import type { IntentLine, ShortRule } from '#contract/orders/order-intents.ts';

/** The smaller, the more careful. */
const daring: Record<ShortRule, number> = { wait: 0, reduce: 1, drop: 2 };

export interface WantedLine {
  readonly code: string;
  readonly quantity: number;
  readonly whenShort: ShortRule;
  /** Place of the first line of this variant in the intent: where a refusal is told. */
  readonly index: number;
}

/** One line per variant: pieces are summed (CART-03), of several rules the most careful counts. */
export function sumLines(lines: readonly IntentLine[]): WantedLine[] {
  const byCode = new Map<string, WantedLine>();
  for (const [index, line] of lines.entries()) {
    const code = line.productVariantCode;
    const before = byCode.get(code);
    byCode.set(code, {
      code,
      quantity: (before?.quantity ?? 0) + line.quantity,
      whenShort:
        before && daring[before.whenShort] < daring[line.whenShort] ? before.whenShort : line.whenShort,
      index: before?.index ?? index,
    });
  }
  return [...byCode.values()];
}

export interface SettledLines {
  /** What is bought, none with quantity 0. */
  readonly kept: readonly WantedLine[];
  /** Lines of `wait` that cannot be given in full: with any of them nothing is bought. */
  readonly waiting: readonly WantedLine[];
  readonly reduced: readonly { line: WantedLine; quantity: number }[];
  readonly dropped: readonly WantedLine[];
}

/**
 * Applies each line's rule; `available` says how many pieces of a variant the chosen way of delivery can have.
 * @param gift code of the gift that goes with the order or stops it: a line of the same goods that may be reduced leaves it a piece,
 * but never its last
 */
export function settleShort(
  lines: readonly WantedLine[],
  available: (code: string) => number,
  gift?: string,
): SettledLines {
  const kept: WantedLine[] = [];
  const waiting: WantedLine[] = [];
  const reduced: { line: WantedLine; quantity: number }[] = [];
  const dropped: WantedLine[] = [];
  for (const line of lines) {
    const there = Math.max(0, available(line.code));
    const most = line.code === gift && line.whenShort === 'reduce' && there > 1 ? there - 1 : there;
    if (most >= line.quantity) kept.push(line);
    else if (line.whenShort === 'wait') waiting.push(line);
    else if (line.whenShort === 'reduce' && most > 0) {
      kept.push({ ...line, quantity: most });
      reduced.push({ line, quantity: most });
    } else dropped.push(line);
  }
  return { kept, waiting, reduced, dropped };
}

/** The most that an intent may cost, cents: what was seen, or the higher sum that the buyer named (send-if rule). */
export const highestTotal = (intent: { expectedTotal: number; maximumTotal?: number | undefined }): number =>
  Math.max(intent.expectedTotal, intent.maximumTotal ?? intent.expectedTotal);
