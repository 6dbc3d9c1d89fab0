/** Whether lines of codes and quantities can be bought, as far as the goods seen last tell; the shop decides. */
import type { ProductCard, Variant } from '#contract/catalogue.ts';
import { quantityBounds } from '#contract/item-bounds.ts';
import type { OrderLine } from './pasted-lines.ts';

/** What a code may look like at all (contract 2.1): what does not is asked about nowhere. */
const codeForm = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * - `good`: can be bought.
 * - `short`: fewer pieces are there, `stock` of them.
 * - `sold out`, `unknown`: as they say.
 * - `choose`: the code of goods in several packs.
 * - `bundle`: is put together on its own page.
 * - `trade`: only for customers whose trade is known; a guest is none of them.
 * - `quantity`: no number of pieces, or more than one line may have (`most`).
 */
export type LineVerdict =
  | { kind: 'good'; product: ProductCard; variant: Variant }
  | { kind: 'short'; product: ProductCard; variant: Variant; stock: number }
  | { kind: 'sold out' | 'choose' | 'bundle' | 'trade'; product: ProductCard }
  | { kind: 'unknown' }
  | { kind: 'quantity'; most: number };

export interface CheckedLine {
  /** Rows of the text: more than one where the goods stand in it several times. */
  rows: number[];
  code: string;
  /** Pieces of all its rows together; null: one of them has no number. */
  quantity: number | null;
  /** What was written in its rows and is no number of pieces that one line may have, each once. */
  wrong: string[];
  verdict: LineVerdict;
}

/** The codes that the shop can be asked about, each once. */
export const codesToAsk = (lines: readonly OrderLine[]): string[] => [
  ...new Set(lines.flatMap(({ code }) => (codeForm.test(code) ? [code.toUpperCase()] : []))),
];

interface Named {
  product: ProductCard;
  variant: Variant | null;
}

/** Goods by what people may call them: the code or the bar code of a pack, or the code of goods, in any case of letters. */
function byName(goods: readonly ProductCard[]): Map<string, Named> {
  const named = new Map<string, Named>();
  for (const product of goods) {
    const [only] = product.variants;
    const variant = product.variants.length === 1 && only !== undefined ? only : null;
    named.set(product.code.toUpperCase(), { product, variant });
  }
  // The code of a pack says more than that of its goods.
  for (const product of goods)
    for (const variant of product.variants) {
      if (variant.ean !== undefined && !named.has(variant.ean)) named.set(variant.ean, { product, variant });
      named.set(variant.code.toUpperCase(), { product, variant });
    }
  return named;
}

function judge(named: Named | undefined, quantity: number | null, isGuest: boolean): LineVerdict {
  if (named === undefined || named.product.isGift) return { kind: 'unknown' };
  const { product, variant } = named;
  if (product.tradeOnly === true && isGuest) return { kind: 'trade', product };
  if (product.bundle !== undefined) return { kind: 'bundle', product };
  if (variant === null) return { kind: 'choose', product };
  if (quantity === null || quantity > quantityBounds.max)
    return { kind: 'quantity', most: quantityBounds.max };
  if (!variant.inStock) return { kind: 'sold out', product };
  if (variant.stock !== null && variant.stock < quantity)
    return { kind: 'short', product, variant, stock: variant.stock };
  return { kind: 'good', product, variant };
}

/** Each goods once, in the order of the text, rows of the same goods added up. */
export function checkLines(
  lines: readonly OrderLine[],
  goods: readonly ProductCard[],
  { isGuest }: { isGuest: boolean },
): CheckedLine[] {
  const named = byName(goods);
  const groups = new Map<string, { first: OrderLine; named: Named | undefined; rows: OrderLine[] }>();
  for (const line of lines) {
    const found = named.get(line.code.toUpperCase());
    const key = found?.variant?.code ?? line.code.toUpperCase();
    const group = groups.get(key);
    if (group) group.rows.push(line);
    else groups.set(key, { first: line, named: found, rows: [line] });
  }
  return [...groups.values()].map(({ first, named: found, rows }) => {
    const isOdd = rows.some((row) => row.quantity === null);
    const quantity = isOdd ? null : rows.reduce((sum, row) => sum + (row.quantity ?? 0), 0);
    const wrong = rows.filter((row) => row.quantity === null || row.quantity > quantityBounds.max);
    return {
      rows: rows.map(({ at }) => at),
      code: first.code,
      quantity,
      wrong: [...new Set(wrong.map(({ written }) => written))],
      verdict: judge(found, quantity, isGuest),
    };
  });
}
