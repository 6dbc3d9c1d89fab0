/** Words of an order that people write in the languages of the shop, mixed as they come: of pieces, and of headings. */
import type { Locale } from '#contract/locale.ts';

interface Words {
  /** Pieces and packs behind a number; `25 kg` is what a pack holds, and no number of packs. */
  pieces: string;
  /** What stands above a column of quantities. */
  quantity: string;
  /** What stands above a column of codes. */
  code: string;
}

/** Beginnings of words as parts of a pattern, whole words where they end with `$`. */
const words: Record<Locale, Words> = {
  lt: { pieces: 'vnt|vien|pak|maiš', quantity: 'kiek|vnt', code: 'pre.*kod|kod' },
  en: { pieces: 'pcs?$|pieces?$', quantity: 'qty|quant|amount|pcs', code: 'code|sku|ean|item|product|art' },
  et: { pieces: 'tk$|tük', quantity: 'kogus|tk', code: 'too?te|kood' },
  ru: { pieces: 'шт|упак', quantity: 'кол|шт', code: 'код|арт' },
};

const inAnyLanguage = (kind: keyof Words): string =>
  Object.values(words)
    .map((word) => word[kind])
    .join('|');

export const pieceWord = new RegExp(`^(?:${inAnyLanguage('pieces')}|[x×]$)`, 'iu');
export const quantityHeading = new RegExp(`^(?:${inAnyLanguage('quantity')})`, 'iu');
export const codeHeading = new RegExp(`^(?:${inAnyLanguage('code')})`, 'iu');
