/** What variants differ in by Google's names, and how the shop calls it. */
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

export const optionNames: Record<OptionCode, Texts> = {
  color: { lt: 'Spalva', en: 'Colour', et: 'Värv', ru: 'Цвет' },
  size: { lt: 'Dydis', en: 'Size', et: 'Suurus', ru: 'Размер' },
  packSize: { lt: 'Pakuotė', en: 'Pack size', et: 'Pakend', ru: 'Упаковка' },
  material: { lt: 'Medžiaga', en: 'Material', et: 'Materjal', ru: 'Материал' },
  pattern: { lt: 'Raštas', en: 'Pattern', et: 'Muster', ru: 'Узор' },
  ageGroup: { lt: 'Amžiaus grupė', en: 'Age group', et: 'Vanuserühm', ru: 'Возрастная группа' },
  gender: { lt: 'Lytis', en: 'Gender', et: 'Sugu', ru: 'Пол' },
};

/** Google's own words for age and gender, which feeds in any language write in English. */
const googleWords: Record<string, Texts> = {
  newborn: { lt: 'Naujagimiams', en: 'Newborn', et: 'Vastsündinutele', ru: 'Для новорождённых' },
  infant: { lt: 'Kūdikiams', en: 'Infant', et: 'Imikutele', ru: 'Для младенцев' },
  toddler: { lt: 'Mažyliams', en: 'Toddler', et: 'Väikelastele', ru: 'Для малышей' },
  kids: { lt: 'Vaikams', en: 'Kids', et: 'Lastele', ru: 'Детям' },
  adult: { lt: 'Suaugusiems', en: 'Adult', et: 'Täiskasvanutele', ru: 'Взрослым' },
  male: { lt: 'Vyrams', en: 'Men', et: 'Meestele', ru: 'Мужчинам' },
  female: { lt: 'Moterims', en: 'Women', et: 'Naistele', ru: 'Женщинам' },
  unisex: { lt: 'Visiems', en: 'Unisex', et: 'Unisex', ru: 'Унисекс' },
};

/** Options whose values Google has words for; the code of such a value is Google's. */
export const isGoogleWord = (option: string): boolean => option === 'ageGroup' || option === 'gender';

/** A value in the languages that the shop can say it in. */
export function optionTexts(code: OptionCode, value: string, locale: string): Texts {
  const known = isGoogleWord(code) ? googleWords[value.toLowerCase()] : undefined;
  return known ?? { [locale]: value };
}
