/** Whether lines of codes and quantities can be bought, as far as the goods seen last tell; the shop decides. */
import type { ProductCard, Variant } from '#contract/catalogue.ts';
import { quantityBounds } from '#contract/orders/item-bounds.ts';
import { joinedBarcode } from '#domain/fields/gtin.ts';
import type { OrderLine } from './pasted-lines.ts';

/** What a code may look like at all (contract 2.1): what does not is asked about nowhere. */
const codeForm = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * - `good`: can be bought.
 * - `short`: fewer pieces are there, `stock` of them.
 * - `sold out`, `unknown`: as they say.
 * - `choose`: the code of goods in several packs.
 * - `bundle`: is put together on its own page.
 * - `trade`: only for customers whose trade the shop knows; a guest is none of them.
 * - `quantity`: no number of pieces, or more than one line may have (`most`).
 */
export type LineVerdict =
  | { kind: 'good'; product: ProductCard; variant: Variant }
  | { kind: 'short'; product: ProductCard; variant: Variant; stock: number }
  | { kind: 'sold out' | 'choose' | 'bundle' | 'trade'; product: ProductCard }
  | { kind: 'unknown' }
  | { kind: 'quantity'; most: number };

export interface CheckedLine {
  /** Rows of the text as they were written: more than one where the goods stand in it several times. */
  rows: OrderLine[];
  code: string;
  /** Pieces of all its rows together; null: one of them has no number that one line may have. */
  quantity: number | null;
  /** What was written in its rows and is no number of pieces that one line may have, each once. */
  wrong: string[];
  verdict: LineVerdict;
}

/** What a code may stand for: itself, and as a bar code that was written in groups its figures. */
const meantBy = (code: string): string[] => [code.toUpperCase(), joinedBarcode(code) ?? []].flat();

/** The codes that the shop can be asked about, each once. */
export const codesToAsk = (lines: readonly OrderLine[]): string[] => [
  ...new Set(lines.flatMap(({ code }) => meantBy(code).filter((one) => codeForm.test(one)))),
];

interface Pack {
  product: ProductCard;
  variant: Variant;
}
/** `variant` null: the code of goods in several packs. */
type Named = Pack | { product: ProductCard; variant: null };

/** Goods by what people may call them: the code or the bar code of a pack, or the code of goods, in any case of letters. */
function byName(goods: readonly ProductCard[]): Map<string, Named> {
  const named = new Map<string, Named>();
  for (const product of goods) {
    const [only] = product.variants;
    named.set(
      product.code.toUpperCase(),
      product.variants.length === 1 && only !== undefined
        ? { product, variant: only }
        : { product, variant: null },
    );
  }
  // The code of a pack says more than that of its goods.
  for (const product of goods)
    for (const variant of product.variants) {
      if (variant.ean !== undefined && !named.has(variant.ean)) named.set(variant.ean, { product, variant });
      named.set(variant.code.toUpperCase(), { product, variant });
    }
  return named;
}

/** The pack that is meant, or why none of it can be ordered, in whatever number. */
function packOf(named: Named | undefined, isOfTrade: boolean): Pack | LineVerdict {
  if (named === undefined || named.product.isGift) return { kind: 'unknown' };
  const { product, variant } = named;
  if (product.tradeOnly === true && !isOfTrade) return { kind: 'trade', product };
  if (product.bundle !== undefined) return { kind: 'bundle', product };
  return variant === null ? { kind: 'choose', product } : { product, variant };
}

function judge({ product, variant }: Pack, quantity: number | null): LineVerdict {
  if (quantity === null || quantity > quantityBounds.max)
    return { kind: 'quantity', most: quantityBounds.max };
  if (!variant.inStock) return { kind: 'sold out', product };
  if (variant.stock !== null && variant.stock < quantity)
    return { kind: 'short', product, variant, stock: variant.stock };
  return { kind: 'good', product, variant };
}

/** What was written is no number of pieces that one line may have. */
const isWrong = ({ quantity }: OrderLine): boolean => quantity === null || quantity > quantityBounds.max;

/**
 * Each goods once, in the order of the text, rows of the same goods added up. Rows of them that say no number of pieces are a
 * line of their own: what was written well is ordered, and what was not is asked about.
 * @param isOfTrade whether who orders has shown their trade to the shop (contract 5.7), or may have: the shop decides
 */
export function checkLines(
  lines: readonly OrderLine[],
  goods: readonly ProductCard[],
  { isOfTrade }: { isOfTrade: boolean },
): CheckedLine[] {
  const named = byName(goods);
  const groups = new Map<string, { found: Pack | LineVerdict; rows: [OrderLine, ...OrderLine[]] }>();
  for (const line of lines) {
    const meant = meantBy(line.code);
    const code = meant.find((one) => named.has(one)) ?? line.code.toUpperCase();
    const found = packOf(named.get(code), isOfTrade);
    const isPack = !('kind' in found);
    // A tab stands in no code of goods.
    const key = `${isPack ? found.variant.code : code}${isPack && isWrong(line) ? '\twrong' : ''}`;
    const group = groups.get(key);
    if (group) group.rows.push(line);
    else groups.set(key, { found, rows: [line] });
  }
  return [...groups.values()].map(({ found, rows }) => {
    const wrong = rows.filter(isWrong);
    const quantity = wrong.length > 0 ? null : rows.reduce((sum, row) => sum + (row.quantity ?? 0), 0);
    return {
      rows,
      code: rows[0].code,
      quantity,
      wrong: [...new Set(wrong.map(({ written }) => written))],
      verdict: 'kind' in found ? found : judge(found, quantity),
    };
  });
}

/** The rows of these lines in the order of the text, as they were written. */
export const rowsOf = (lines: readonly CheckedLine[]): OrderLine[] =>
  lines.flatMap(({ rows }) => rows).toSorted((one, other) => one.at - other.at);

/** The rows with another number of pieces for one line, which then is one row; each other row stays as it was written. */
export const rowsWithPieces = (
  lines: readonly CheckedLine[],
  line: CheckedLine,
  quantity: number,
): OrderLine[] =>
  rowsOf(
    lines.map((one) =>
      one === line
        ? {
            ...one,
            rows: one.rows.slice(0, 1).map((row) => ({ ...row, quantity, written: String(quantity) })),
          }
        : one,
    ),
  );
