/**
 * The words of a text as search compares them, on the server and on the device alike: small letters without accents,
 * light endings of the shop's languages taken off (docs/decisions/0017). Nothing here knows goods or lists.
 */
import { isLocale, type Locale } from '#contract/locale.ts';
import { languages, type Language } from './languages.ts';

/** Small letters without diacritics and without what cannot be seen: „Šiltnamių“ and „siltnamiu“ are one. */
export function fold(text: string): string {
  // Nothing to fold in plain letters: most codes, sizes and English.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cc}]/gu, (mark) => (mark === '\n' || mark === '\t' || mark === '\r' ? ' ' : ''))
    .replace(/[łøđßæ]/g, (letter) => ({ ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae' })[letter] ?? letter);
}

/** A language as words are compared with it: its lists folded. */
interface Comparison extends Pick<Language, 'shortest' | 'level' | 'joined'> {
  /** The longest first. */
  endings: readonly string[];
  irregular: ReadonlyMap<string, string>;
  little: ReadonlySet<string>;
}

const wordsOf = (list: string): string[] => fold(list).split(' ');

const comparisonOf = (language: Language): Comparison => ({
  ...language,
  endings: wordsOf(language.endings).sort((a, b) => b.length - a.length),
  irregular: new Map(Object.entries(language.irregular).map(([form, stemOf]) => [fold(form), fold(stemOf)])),
  little: new Set(wordsOf(language.little)),
});
const comparisons = Object.fromEntries(
  Object.entries(languages).map(([locale, language]) => [locale, comparisonOf(language)]),
) as Record<Locale, Comparison>;
/** A text in no language of the shop is compared as an English one. */
const languageOf = (locale: string): Comparison => comparisons[isLocale(locale) ? locale : 'en'];

/** A folded word without its ending. Words with digits (8-20-30, codes) stay whole. */
export function stem(word: string, locale: string): string {
  const language = languageOf(locale);
  if (/\d/.test(word)) return word;
  const irregular = language.irregular.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length <= 3) return word;
  const ending = language.endings.find(
    (candidate) => word.endsWith(candidate) && word.length - candidate.length >= language.shortest,
  );
  return language.level(ending === undefined ? word : word.slice(0, -ending.length));
}

/** Whether a language joins words to one. */
export const joinsWords = (locale: string): boolean => languageOf(locale).joined === true;

/** A folded word that need not be found: `su`, `for`, `от`. */
export const isLittle = (word: string, locale: string): boolean => languageOf(locale).little.has(word);

/** The words without the little ones; where there are no others, all. */
export function importantWords(all: readonly string[], locale: string): string[] {
  const important = all.filter((word) => !isLittle(word, locale));
  return important.length > 0 ? important : [...all];
}

/** Units behind a number, folded. */
const units = new Set(
  [
    'kg g mg l ml cl m cm mm m2 ha v w kw ah st',
    ...Object.values(languages).map((language) => language.units),
  ].flatMap(wordsOf),
);

/** A folded word that says of what a number before it is: `kg`, `vnt`, `шт`. */
export const isUnit = (word: string): boolean => units.has(word);

/**
 * The folded words of a text. Formulas and codes stay whole (`8-20-30`, `34.4-0-0`, `25/10`), everything that is no
 * letter and no digit divides: quotes, brackets, signs, pictures. Of the text the first 20,000 letters are read.
 */
function splitWords(text: string): string[] {
  const found = fold(text.slice(0, 20_000)).match(/[\p{L}\p{N}]+(?:[-–—−.,:/+][\p{L}\p{N}]+)*/gu) ?? [];
  return found.flatMap((word) => {
    const whole = word.replace(/[–—−]/g, '-').replace(/(\d),(?=\d)/g, '$1.');
    if (!/[.,:/+]/.test(whole)) return whole;
    // NPK as people write it: 8:20:30, 8/20/30, 8.20.30.
    if (/^\d{1,2}(?:([:/.])\d{1,2})(?:\1\d{1,2}){1,2}$/.test(whole)) return whole.replace(/[:/.]/g, '-');
    return /\d/.test(whole) ? whole : whole.split(/[.,:/+]/);
  });
}

/**
 * The words of a query or of goods, ready to compare: an amount and its unit are one word (`25 kg`, `25kg`), three or
 * four small numbers after each other are a formula (`npk 8 20 30`), `npk8-20-30` is two words.
 */
export function comparableWords(text: string): string[] {
  const result: string[] = [];
  const parts = splitWords(text).flatMap((word) => {
    const formula = /^npk-?(\d.*)$/.exec(word);
    return formula?.[1] === undefined ? [word] : ['npk', formula[1]];
  });
  const isSmall = (word: string | undefined): boolean =>
    word !== undefined && /^\d{1,2}(?:\.\d)?$/.test(word);
  for (let at = 0; at < parts.length; at += 1) {
    const word = parts[at] ?? '';
    const next = parts[at + 1];
    if (isSmall(word) && isSmall(next) && isSmall(parts[at + 2])) {
      let end = at + 3;
      while (end < at + 4 && isSmall(parts[end]) && !isUnit(parts[end + 1] ?? '')) end += 1;
      if (!isUnit(parts[end] ?? '')) {
        result.push(parts.slice(at, end).join('-'));
        at = end - 1;
        continue;
      }
    }
    if (/^\d+(?:\.\d+)?$/.test(word) && next !== undefined && isUnit(next)) {
      result.push(word + next);
      at += 1;
    } else result.push(word);
  }
  return result;
}

/** The search terms of a text: its words without endings. */
export function searchTerms(text: string, locale: string): string[] {
  return splitWords(text).map((word) => stem(word, locale));
}

const latin: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'z',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'c',
  ш: 's',
  щ: 's',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
};

/** A Cyrillic word in Latin letters, for names that are written in Latin on the pack: `саулуте`, `saulute`. */
export const inLatin = (word: string): string => word.replace(/[а-я]/g, (letter) => latin[letter] ?? letter);

/** Letters that two words differ by, a swap of neighbours counted once; Infinity for more than `most`. */
export function lettersApart(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return Infinity;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return Infinity;
    before = row;
    row = next;
  }
  const apart = row[other.length] ?? Infinity;
  return apart > most ? Infinity : apart;
}
