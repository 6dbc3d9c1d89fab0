/** One line of an order as people write it in a letter: code and pieces in either order, with marks and words around them. */

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
  ((/[A-Za-z]/.test(word) && /\d/.test(word)) || /^\d{8,}$/.test(word));
/** A word without the marks that stand at it in a sentence. */
const bare = (word: string) => word.replace(/^["'„“(]+|["'”“,:;)]+$/gu, '');

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
  const first = words[0] ?? '';
  // Words may stand before a code, numbers may not: which of them would be meant?
  const at = words.findIndex((word) => /\d/.test(word));
  const code = bare(words[at] ?? '');
  if (at === 0 || (at > 0 && /^[A-Za-z]/.test(code) && isCode(code)))
    return [code, quantityBehind(words.slice(at + 1))];
  const written = quantityBehind(words.slice(1));
  return words.length === 1 || /^\d/.test(written) ? [bare(first), written] : [row.trim(), ''];
}
