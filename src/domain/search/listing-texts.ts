import { inLocale, type Locale } from '#contract/locale.ts';

const texts = {
  price: { lt: 'Kaina', en: 'Price', et: 'Hind', ru: 'Цена' },
  inStock: { lt: 'Yra sandėlyje', en: 'In stock', et: 'Laos olemas', ru: 'Есть в наличии' },
  position: { lt: 'Rekomenduojamos', en: 'Recommended', et: 'Soovitatud', ru: 'Рекомендуемые' },
  relevance: { lt: 'Tinkamiausios', en: 'Best match', et: 'Parim vaste', ru: 'Самые подходящие' },
  'price-asc': { lt: 'Pigiausios', en: 'Price: low to high', et: 'Odavamad enne', ru: 'Сначала дешёвые' },
  'price-desc': { lt: 'Brangiausios', en: 'Price: high to low', et: 'Kallimad enne', ru: 'Сначала дорогие' },
  'name-asc': { lt: 'Pavadinimas A–Ž', en: 'Name A–Z', et: 'Nimi A–Ü', ru: 'Название А–Я' },
  newest: { lt: 'Naujausios', en: 'Newest', et: 'Uusimad', ru: 'Новинки' },
  discount: {
    lt: 'Didžiausia nuolaida',
    en: 'Biggest discount',
    et: 'Suurim soodustus',
    ru: 'Наибольшая скидка',
  },
  rating: { lt: 'Geriausiai įvertintos', en: 'Best rated', et: 'Parima hinnanguga', ru: 'С лучшей оценкой' },
} satisfies Record<string, Record<Locale, string>>;

export type ListingText = keyof typeof texts;

/** Names of sort orders and of the facets that no attribute stands for. */
export function listingText(key: ListingText, locale: string): string {
  return inLocale(texts[key], locale);
}
