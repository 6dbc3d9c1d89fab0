/** One line of an order as people write it in a letter: code and pieces in either order, with marks and words around them. */

import { isGtin, joinedBarcode } from '#domain/fields/gtin.ts';
import { pieceWord } from './order-words.ts';

/** Whole pieces: `12`, `12.0`, `1 000`, `12 vnt.`; nothing: one piece; null: no number of pieces. */
export function piecesOf(written: string): number | null {
  if (written === '') return 1;
  const found = /^(\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d+)(?:[.,]0+)?\s*(?:([\p{L}×]+)\.?)?$/u.exec(written);
  if (found?.[1] === undefined || (found[2] !== undefined && !pieceWord.test(found[2]))) return null;
  const pieces = Number(found[1].replace(/\D/g, ''));
  return Number.isSafeInteger(pieces) && pieces > 0 ? pieces : null;
}

/** A code of goods has letters and figures, a bar code eight figures or more. */
const isCode = (word: string) =>
  /^[A-Za-z0-9_.-]{3,64}$/.test(word) &&
  ((/[A-Za-z]/.test(word) && /\d/.test(word)) || /^\d{8,}$/.test(word) || isGtin(joinedBarcode(word) ?? ''));
/** A word without the marks that stand at it in a sentence. */
const bare = (word: string) => word.replace(/^["'„“(]+|["'”“,:;)]+$/gu, '');

/**
 * Which figures are a bar code that is written in groups, the likeliest first: number of pieces may stand behind it, and its
 * last figure tells where it ends. The short form is one word, or stands in a column of its own.
 */
const grouped = [
  (code: string) => code.length === 13 && isGtin(code),
  (code: string) => code.length === 12 && isGtin(code),
  (code: string) => code.length === 14 && isGtin(code),
  // Misread, or of a shop that does not count the last one: no other code and number of pieces has so many.
  (code: string) => code.length === 13,
];

/**
 * A bar code in groups at the beginning of a row (`4 770123 456782 5`), and the words behind it; null: none is there. Its
 * first group is shorter than a code of figures alone, which is one by itself.
 */
function groupedBarcode(words: readonly string[]): { code: string; behind: string[] } | null {
  const groups: string[] = [];
  for (const word of words) {
    const group = bare(word).replaceAll('-', '');
    if (!/^\d+$/.test(group)) break;
    groups.push(group);
    // A mark ends the code.
    if (!/^[\d-]+$/.test(word)) break;
  }
  if ((groups[0] ?? '').length >= 8) return null;
  const codes = groups.map((_, at) => groups.slice(0, at + 1).join(''));
  for (const isBarcode of grouped) {
    const at = codes.findIndex(isBarcode);
    const code = codes[at];
    if (at > 0 && code !== undefined) return { code, behind: words.slice(at + 1) };
  }
  return null;
}

/** The quantity behind a code: `x 3`, `- 3`, `: 3`, `(3)`, `Name of the goods 3 vnt.`; `-3` stays what it is. */
function quantityBehind(words: readonly string[]): string {
  const text = words
    .join(' ')
    .replace(/^[x×*]\s*(?=\d)/iu, '')
    .replace(/^[-–—:]\s+(?=\d)/u, '')
    // Empty brackets are no number of pieces, and not nothing.
    .replace(/^\( ?(\S.*?) ?\)$/u, '$1');
  // Behind a name only with a word for pieces: any other number may belong to the name.
  const named = /^\D+ (\d+ ?(\p{L}+)\.?)$/u.exec(text);
  return named?.[1] !== undefined && pieceWord.test(named[2] ?? '') ? named[1] : text;
}

/**
 * Code and quantity of a line of words. A line that names no code is taken whole for one, so that whoever looks through the
 * list sees what it was.
 */
export function readWrittenLine(row: string): [code: string, written: string] {
  // A bullet, or the number of a list.
  const words = row
    .trim()
    .replace(/^(?:[•·*–—-]|\d{1,3}[.)])\s+/u, '')
    .split(/\s+/);
  // `3 x AZ-1`, `3x AZ-1`, `3 vnt. AZ-1`, `3 AZ-1`
  const before = /^(\d{1,4}(?: ?\p{L}+\.?| ?[×*])?) (\S+)$/u.exec(words.join(' '));
  if (before?.[1] !== undefined && isCode(bare(before[2] ?? '')))
    return [bare(before[2] ?? ''), before[1].replace('*', '×')];
  const barcode = groupedBarcode(words);
  if (barcode !== null) return [barcode.code, quantityBehind(barcode.behind)];
  const counted = /^(\d{1,4}(?: ?\p{L}+\.?| ?[×*])) (.+)$/u.exec(words.join(' '));
  const behind = joinedBarcode(counted?.[2] ?? '');
  if (counted?.[1] !== undefined && behind !== null) return [behind, counted[1].replace('*', '×')];
  const first = words[0] ?? '';
  // Words may stand before a code, numbers may not: which of them would be meant?
  const at = words.findIndex((word) => /\d/.test(word));
  const code = bare(words[at] ?? '');
  if (at === 0 || (at > 0 && /^[A-Za-z]/.test(code) && isCode(code)))
    return [code, quantityBehind(words.slice(at + 1))];
  const written = quantityBehind(words.slice(1));
  return words.length === 1 || /^\d/.test(written) ? [bare(first), written] : [row.trim(), ''];
}
