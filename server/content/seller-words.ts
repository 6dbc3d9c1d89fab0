/**
 * Texts of the content name the company that sells as `{{company}}`, `{{phone}}` and so on: it stands once, in the record of the
 * channel (`npm run shop -- set-seller`), and every page, footer and help line says the same as papers and mails do.
 */
import type { Seller } from '#server/database/schema-channels.ts';
import { escapeHtml } from '#server/text/escape-html.ts';
import { termsWordNames } from './shop-terms.ts';

/** What a text may say of the seller. */
const words: Readonly<Record<string, (seller: Seller) => string>> = {
  company: ({ name }) => name,
  companyCode: ({ companyCode }) => companyCode,
  vatNumber: ({ vatNumber }) => vatNumber,
  address: ({ address }) => address,
  phone: ({ phone }) => phone,
  email: ({ email }) => email,
};

/** What pages say of delivery and payment, by name; null where none is told. */
type Terms = ReadonlyMap<string, string> | null;

/** A paragraph or an entry of a list, as a whole; then what is left of links. */
const passages = [/<(p|li)\b[^>]*>(?:(?!<\/?\1\b)[^])*<\/\1>/g, /<(a)\b[^>]*>(?:(?!<\/?\1\b)[^])*<\/\1>/g];
/** What says the VAT number, with the sign before it: `, VAT number {{vatNumber}}`; at the beginning with the sign behind it. */
const vatClause = /[,.;]\s[^,.;<>{}]*\{\{vatNumber\}\}|(?<=^|>)[^,.;<>{}]*\{\{vatNumber\}\}(?:[,.;]\s*)?/g;
const namedWord = /(tel:)?\{\{(\w+)\}\}/g;
/** Terms stand in a paragraph of their own, which they take the place of. */
const termsParagraph = /<p>\{\{(\w+)\}\}<\/p>\n?/g;

function named(whole: string, seller: Seller | undefined, terms: Terms): string {
  if (!whole.includes('{{')) return whole;
  const text = whole.replace(termsParagraph, (paragraph, word: string) =>
    termsWordNames.has(word) ? (terms?.get(word) ?? '') : paragraph,
  );
  // Better no sentence about the company than one with holes, or about another one.
  if (!seller)
    return passages
      .reduce((rest, passage) => rest.replace(passage, (whole) => (whole.includes('{{') ? '' : whole)), text)
      .replace(namedWord, (whole, _link, word: string) => (Object.hasOwn(words, word) ? '' : whole))
      .trim();
  const isMarkup = text.includes('<');
  const told = seller.vatNumber === '' ? text.replace(vatClause, '') : text;
  return told.replace(namedWord, (whole, link: string | undefined, word: string) => {
    const said = Object.hasOwn(words, word) ? words[word]?.(seller) : undefined;
    if (said === undefined) return whole;
    if (link) return link + said.replaceAll(/[^+\d]/g, '');
    return isMarkup ? escapeHtml(said) : said;
  });
}

/**
 * The value with the seller named in all its texts; without one, paragraphs that would name it are left out, and elsewhere the words alone.
 * @param value an answer of the content: plain data
 * @param terms what it may say of delivery and payment (`termsWords`)
 */
export function withSeller<T>(value: T, seller: Seller | undefined, terms: Terms = null): T {
  if (typeof value === 'string') return named(value, seller, terms) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withSeller<unknown>(one, seller, terms)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withSeller<unknown>(one, seller, terms)]),
  ) as T;
}
