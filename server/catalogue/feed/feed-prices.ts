/** Prices of a feed's item: what a piece costs, and for how long it costs less. */
import { readSpan } from './feed-time.ts';
import type { FeedRow } from './feed-row.ts';

/** Cents that a piece may cost: a hundredth of the dearest cart. More is a separator that was lost, and buyers see it at once. */
const dearestPiece = 10_000_000;

/** Cents; null for what is no amount, and for one of another currency. An amount without a currency is of the shop's. */
function readMoney(text: string, currency: string): { cents: number; isBare: boolean } | null {
  const parts = /^(\d{1,7})(?:[.,](\d{1,2}))?\s*([A-Z]{3})?$/.exec(text.trim());
  if (!parts || (parts[3] !== undefined && parts[3] !== currency)) return null;
  return {
    cents: Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0') || 0),
    isBare: parts[3] === undefined,
  };
}

function amountAsked(name: string, text: string, currency: string): string {
  const other = /\b[A-Z]{3}$/.exec(text.trim())?.[0];
  return other !== undefined && other !== currency
    ? `${name} "${text}" is in ${other}: the shop sells in ${currency}`
    : `${name} should be an amount like "12.50 ${currency}", not "${text}"`;
}

/**
 * @param one the text of a field
 * @param notes what was not taken as it was written is added to them
 * @returns prices in cents, or in one sentence why the item cannot be taken
 */
export function readPrices(
  one: (name: string) => string | undefined,
  currency: string,
  notes: string[],
): Pick<FeedRow, 'price' | 'sale'> | { fault: string } {
  const money = (name: string): number | null | undefined => {
    const text = one(name);
    const read = text === undefined ? undefined : readMoney(text, currency);
    if (read?.isBare) notes.push(`${name} "${text ?? ''}" names no currency: taken for ${currency}`);
    return read === undefined ? undefined : (read?.cents ?? null);
  };
  const price = money('price');
  if (price === null || price === 0) return { fault: amountAsked('price', one('price') ?? '', currency) };
  const reduced = one('sale_price');
  const salePrice = money('sale_price') ?? null;
  if (reduced !== undefined && !salePrice) return { fault: amountAsked('sale_price', reduced, currency) };
  for (const [name, cents] of [
    ['price', price],
    ['sale_price', salePrice],
  ] as const)
    if ((cents ?? 0) > dearestPiece)
      return { fault: `${name} "${one(name) ?? ''}" is above ${String(dearestPiece / 100)} ${currency}` };
  if (salePrice !== null && price !== undefined && salePrice >= price)
    return { fault: 'sale_price should be below price' };
  const spanText = one('sale_price_effective_date');
  const span = spanText === undefined ? null : readSpan(spanText);
  if (spanText !== undefined && span === null)
    return {
      fault: `sale_price_effective_date should be two moments with a slash between, not "${spanText}"`,
    };
  if (salePrice !== null)
    return { price, sale: { price: salePrice, from: span?.from ?? null, until: span?.until ?? null } };
  return { price, sale: price === undefined ? undefined : null };
}
