/** What variants differ in by Google's names, and how the shop calls it. */
import { defaultLocale } from '#contract/locale.ts';
import { inEveryLocale, textsIn } from '#locales/server-texts.ts';
import type { Texts } from '#domain/catalogue/texts.ts';

export type OptionCode = 'color' | 'size' | 'packSize' | 'material' | 'pattern' | 'ageGroup' | 'gender';

/** Columns of a feed, in the order in which a variant's name says them. A size that is a measure is that of a pack. */
export const optionCodes = {
  color: 'color',
  size: 'size',
  material: 'material',
  pattern: 'pattern',
  age_group: 'ageGroup',
  gender: 'gender',
} as const satisfies Record<string, OptionCode>;

export const optionOrder: readonly OptionCode[] = [
  'color',
  'size',
  'packSize',
  'material',
  'pattern',
  'ageGroup',
  'gender',
];

/** The column of a feed that an option is written in. */
export const columnOf = (option: string): string | undefined =>
  option === 'packSize' ? 'size' : Object.entries(optionCodes).find(([, code]) => code === option)?.[0];

/** Lists do not filter by what a pack holds. */
export const isFacetOption = (code: OptionCode): boolean => code !== 'packSize';

export const optionName = (code: OptionCode): Texts => inEveryLocale(({ names }) => names.options[code]);

/** Options whose values Google has words for; the code of such a value is Google's. */
export const isGoogleWord = (option: string): boolean => option === 'ageGroup' || option === 'gender';

const { googleWords } = textsIn(defaultLocale).names;
const isKnown = (word: string): word is keyof typeof googleWords => Object.hasOwn(googleWords, word);

/** A value in the languages that the shop can say it in. */
export function optionTexts(code: OptionCode, value: string, locale: string): Texts {
  const word = value.toLowerCase();
  return isGoogleWord(code) && isKnown(word)
    ? inEveryLocale(({ names }) => names.googleWords[word])
    : { [locale]: value };
}
