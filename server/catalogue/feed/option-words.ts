/** What variants differ in by Google's names, and how the shop calls it. */
import type { Texts } from '#domain/texts.ts';

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

/** No facet: what a pack holds is told by its price per kilogram and in the filter of nothing. */
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

/** A value in the languages that the shop can say it in. */
export function optionTexts(code: OptionCode, value: string, locale: string): Texts {
  const known = code === 'ageGroup' || code === 'gender' ? googleWords[value.toLowerCase()] : undefined;
  return known ?? { [locale]: value };
}
