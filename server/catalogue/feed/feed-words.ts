/** How goods are called in feeds: the shop's own feed writes these words, and the import knows them again. */
import { fold, isUnit } from '#domain/search/search-words.ts';
import { plainText } from '#server/text/plain-text.ts';

export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/** Title of a variant: Google takes 150 characters. */
export const titleInFeed = (productName: string, variantName: string, variants: number): string =>
  cut(variants > 1 && variantName !== '' ? `${productName}, ${variantName}` : productName, 150);

/** @param html description, or what stands for it */
export const descriptionInFeed = (html: string): string => cut(plainText(html), 5000);

export const brandInFeed = (brand: string): string => cut(brand, 70);

const bare = (word: string): string => fold(word).replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * What the titles of one group have in common, which is the name of the product: the words that they begin with and, where
 * that is one word or none, those that they end with. Null when they share nothing that could be a name.
 */
export function commonName(titles: readonly string[]): string | null {
  const [first = [], ...others] = [...new Set(titles)].map((title) => title.split(' '));
  if (others.length === 0) return titles[0] ?? null;
  const shortest = Math.min(first.length, ...others.map(({ length }) => length));
  let front = 0;
  while (front < shortest && others.every((words) => bare(words[front] ?? '') === bare(first[front] ?? '')))
    front += 1;
  let end = 0;
  while (
    front + end < shortest &&
    others.every((words) => bare(words.at(-1 - end) ?? '') === bare(first.at(-1 - end) ?? ''))
  )
    end += 1;
  const begin = first.slice(0, front);
  const close = end === 0 ? [] : first.slice(-end);
  const isTelling = close.length > 0 && !isUnit(bare(close[0] ?? ''));
  const words = front > 1 || !isTelling ? begin : [...begin, ...close];
  // What joined the name with the rest is of neither.
  const name = words
    .join(' ')
    .replace(/[\s,;:(/|–—-]+$/u, '')
    .replace(/^[\s,;:)/|–—-]+/u, '');
  return /\p{L}{2}/u.test(name) ? name : null;
}
