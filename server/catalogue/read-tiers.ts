/** Prices by quantity as a keeper and a feed write them (contract 5.4): `10=17.90`, `40:pallet=16.90`. */
import { tierPacks } from '#contract/catalogue-words.ts';
import { quantityBounds } from '#contract/orders/item-bounds.ts';
import type { StoredTier } from '#domain/catalogue/stored-product.ts';
import { readCents } from '#server/text/read-cents.ts';

/** Tiers that one variant may have in a channel: its table is read on a phone. */
const mostTiers = 8;

type Read<T> = { read: T } | { fault: string };

function readTier(text: string, name: string): Read<StoredTier> {
  const [, count = '', pack = null, amount = ''] = /^(\d+)(?::([a-z]+))?=(.+)$/.exec(text) ?? [];
  if (amount === '') return { fault: `${name} should be a number and a price like 10=14.50, not "${text}".` };
  const quantity = Number(count);
  if (quantity < 2 || quantity > quantityBounds.max)
    return { fault: `${name} should begin at 2 to ${quantityBounds.max} pieces, not at ${count}.` };
  const known = tierPacks.find((one) => one === pack) ?? null;
  if (known !== pack) return { fault: `So many come as ${tierPacks.join(' or ')}, not as "${pack ?? ''}".` };
  const price = readCents(amount);
  return price === null || price === 0
    ? { fault: `The price should be an amount above 0 like 5 or 5.50, not "${amount}".` }
    : { read: { quantity, pack: known, price } };
}

/**
 * Tiers by quantity, each below that of fewer pieces; prices in cents with tax.
 * @param texts one tier each
 * @param name of the option or the column, for the sentence that says what is wrong
 */
export function readTiers(texts: readonly string[], name: string): Read<StoredTier[]> {
  const tiers: StoredTier[] = [];
  for (const text of texts) {
    const one = readTier(text, name);
    if ('fault' in one) return one;
    tiers.push(one.read);
  }
  if (tiers.length > mostTiers) return { fault: `${name} can be said ${mostTiers} times.` };
  tiers.sort((one, other) => one.quantity - other.quantity);
  for (const [at, { quantity, price }] of tiers.entries()) {
    const before = tiers[at - 1];
    if (before?.quantity === quantity) return { fault: `${name} ${quantity} is said twice.` };
    if (before && before.price <= price)
      return { fault: `From ${quantity} pieces each should cost less than from ${before.quantity}.` };
  }
  return { read: tiers };
}

/** The cell of a feed: tiers with semicolons between; `none` ends those that there are, and nothing else does. */
export function readTierCell(cell: string, name: string): Read<StoredTier[]> {
  if (cell.toLowerCase() === 'none') return { read: [] };
  const texts = cell
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean);
  return texts.length === 0
    ? { fault: `${name} should be tiers like 10=14.50 or none, not "${cell}".` }
    : readTiers(texts, name);
}
