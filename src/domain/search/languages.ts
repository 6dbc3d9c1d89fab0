/**
 * What search and lists know of each language of the shop, on the server and on the device alike: how its words are compared,
 * and what facets and sort orders are called that no attribute stands for. Lists of words are written as in a sentence,
 * with their accents; search-words.ts folds them.
 */
import { inLocale, type Locale } from '#contract/locale.ts';

/** Sort orders, and facets that no attribute stands for. */
export type ListingText =
  | 'price'
  | 'inStock'
  | 'position'
  | 'relevance'
  | 'price-asc'
  | 'price-desc'
  | 'name-asc'
  | 'newest'
  | 'discount'
  | 'rating';

export interface Language {
  /** Of several that fit, the longest is taken off. */
  endings: string;
  /** Letters that must be left of a word. */
  shortest: number;
  /** Words whose forms have no common beginning: form to stem. */
  irregular: Readonly<Record<string, string>>;
  /** What changes inside of folded words from form to form. */
  level(stem: string): string;
  /** Prepositions and conjunctions: nobody looks for them alone, and goods need not have them. */
  little: string;
  /** Words are joined to one, whose end says what it is: `aiakäru` is a `käru`. */
  joined?: true;
  /** Units and words for pieces behind a number, beside those that all languages write (`kg`, `ml`). */
  units: string;
  lists: Readonly<Record<ListingText, string>>;
}

const lithuanian: Language = {
  endings:
    'iuose iomis iams iems iose uose ose ese yse omis emis imis umis oms ems ams ims ais iai iui ius ios ies iau ioje ' +
    'oje eje yje uje imi umi iam iom am om em im iu ai as os es us is ys ui ei io ia ie a e i o u y',
  shortest: 2,
  irregular: { šuo: 'šun' },
  // žirklės - žirklių keep their stem, medis - medžio change it: dž and d, č and t are one. Small ones (svogūnėlis) are
  // what they are a small one of.
  level: (stem) =>
    stem
      .replace(/dz$/, 'd')
      .replace(/c$/, 't')
      .replace(/^(.{4,})(?:el|uk)$/, '$1'),
  little: 'ir ar arba su be nuo iki į iš ant po prie per už apie ne o kad kaip skirta skirtas skirtos',
  units: 'vnt pak',
  lists: {
    price: 'Kaina',
    inStock: 'Yra sandėlyje',
    position: 'Rekomenduojamos',
    relevance: 'Tinkamiausios',
    'price-asc': 'Pigiausios',
    'price-desc': 'Brangiausios',
    'name-asc': 'Pavadinimas A–Ž',
    newest: 'Naujausios',
    discount: 'Didžiausia nuolaida',
    rating: 'Geriausiai įvertintos',
  },
};
const english: Language = {
  endings: 'ies es e s y',
  shortest: 3,
  irregular: { geese: 'goos', mice: 'mous', leaves: 'leaf', calves: 'calf' },
  // Spellings of both sides of the ocean, and seeding, seeded.
  level: (stem) =>
    stem
      .replace(/ph/g, 'f')
      .replace(/iz/g, 'is')
      .replace(/^(.{4,})(?:er|ing|ed)$/, '$1')
      .replace(/ss$/, 's'),
  little: 'and or with without for from to of the a an in on at by against not my',
  units: 'pc pcs',
  lists: {
    price: 'Price',
    inStock: 'In stock',
    position: 'Recommended',
    relevance: 'Best match',
    'price-asc': 'Price: low to high',
    'price-desc': 'Price: high to low',
    'name-asc': 'Name A–Z',
    newest: 'Newest',
    discount: 'Biggest discount',
    rating: 'Best rated',
  },
};
const estonian: Language = {
  endings:
    'ideks idele idega iseks isega isele neid dele tele dega tega deks teks dest test desse tesse ised iste ned nes del ' +
    'tel des tes ide ite ise sse ad ed id ud et it lt st ks ga le ne se de te es is as us d t e a i u s',
  shortest: 3,
  irregular: {
    lammas: 'lamb',
    muld: 'mull',
    siga: 'sea',
    sead: 'sea',
    sigade: 'sea',
    uba: 'oa',
    oad: 'oa',
    ubade: 'oa',
    sammal: 'sambl',
  },
  // kurk - kurgi, sööt - söödad, hobune - hobuse: the last consonant is weak or strong, doubled or not.
  level: (stem) =>
    stem
      .replace(/[gbd]$/, (letter) => ({ g: 'k', b: 'p', d: 't' })[letter] ?? letter)
      .replace(/(.)\1$/, '$1'),
  little: 'ja ning või ilma kuni jaoks vastu peale koos ka ei',
  joined: true,
  units: 'tk',
  lists: {
    price: 'Hind',
    inStock: 'Laos olemas',
    position: 'Soovitatud',
    relevance: 'Parim vaste',
    'price-asc': 'Odavamad enne',
    'price-desc': 'Kallimad enne',
    'name-asc': 'Nimi A–Ü',
    newest: 'Uusimad',
    discount: 'Suurim soodustus',
    rating: 'Parima hinnanguga',
  },
};
const russian: Language = {
  endings:
    'иями ями ами ого его ому ему ыми ими ах ях ов ев ей ой ый ий ая яя ое ее ые ие ам ям ом ем ых их ую юю ию ью ии ' +
    'а я о е ы и у ю ь й',
  shortest: 3,
  irregular: {
    семян: 'семен',
    семя: 'семен',
    семени: 'семен',
    овец: 'овц',
    свиней: 'свин',
    коров: 'коров',
    бобов: 'боб',
  },
  // огурец - огурца, совок - совка: the vowel comes and goes.
  level: (stem) => stem.replace(/([^аеиоуыэюя])[ео]([цк])$/, '$1$2').replace(/(н)\1$/, '$1'),
  little: 'и или с со без от до для в во на по при за из к ко о об против под не как',
  units: 'кг г мг л мл м см мм м2 га в квт шт',
  lists: {
    price: 'Цена',
    inStock: 'Есть в наличии',
    position: 'Рекомендуемые',
    relevance: 'Самые подходящие',
    'price-asc': 'Сначала дешёвые',
    'price-desc': 'Сначала дорогие',
    'name-asc': 'Название А–Я',
    newest: 'Новинки',
    discount: 'Наибольшая скидка',
    rating: 'С лучшей оценкой',
  },
};

export const languages: Record<Locale, Language> = { lt: lithuanian, en: english, et: estonian, ru: russian };

/** Names of sort orders and of the facets that no attribute stands for. */
export const listingText = (key: ListingText, locale: string): string =>
  inLocale(languages, locale).lists[key];
