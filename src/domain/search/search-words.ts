import { isLocale, type Locale } from '#contract/locale.ts';
/**
 * The words of a text as search compares them, on the server and on the device alike: small letters without accents,
 * light endings of the shop's languages taken off (docs/decisions/0017). Nothing here knows goods or lists.
 */

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

/** Endings of a language, folded; of several that fit, the longest goes. */
const endings = (list: string): readonly string[] =>
  fold(list)
    .split(/\s+/)
    .sort((a, b) => b.length - a.length);

type Language = {
  endings: readonly string[];
  /** Letters that must be left of a word. */
  shortest: number;
  /** Words whose forms have no common beginning, folded: form to stem. */
  irregular: ReadonlyMap<string, string>;
  /** What changes inside of words from form to form. */
  level(stem: string): string;
  /** Prepositions and conjunctions: nobody looks for them alone, and goods need not have them. */
  little: ReadonlySet<string>;
  /** Words are joined to one, whose end says what it is: `aiakäru` is a `käru`. */
  joined?: true;
};
const forms = (list: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(list).map(([form, stemOf]) => [fold(form), fold(stemOf)]));
const words = (list: string): ReadonlySet<string> => new Set(fold(list).split(' '));

const lithuanian: Language = {
  endings: endings(
    'iuose iomis iams iems iose uose ose ese yse omis emis imis umis oms ems ams ims ais iai iui ius ios ies iau ioje ' +
      'oje eje yje uje imi umi iam iom am om em im iu ai as os es us is ys ui ei io ia ie a e i o u y',
  ),
  shortest: 2,
  irregular: forms({ šuo: 'šun' }),
  // žirklės - žirklių keep their stem, medis - medžio change it: dž and d, č and t are one. Small ones (svogūnėlis) are
  // what they are a small one of.
  level: (stem) =>
    stem
      .replace(/dz$/, 'd')
      .replace(/c$/, 't')
      .replace(/^(.{4,})(?:el|uk)$/, '$1'),
  little: words('ir ar arba su be nuo iki į iš ant po prie per už apie ne o kad kaip skirta skirtas skirtos'),
};
const russian: Language = {
  endings: endings(
    'иями ями ами ого его ому ему ыми ими ах ях ов ев ей ой ый ий ая яя ое ее ые ие ам ям ом ем ых их ую юю ию ью ии ' +
      'а я о е ы и у ю ь й',
  ),
  shortest: 3,
  irregular: forms({
    семян: 'семен',
    семя: 'семен',
    семени: 'семен',
    овец: 'овц',
    свиней: 'свин',
    коров: 'коров',
    бобов: 'боб',
  }),
  // огурец - огурца, совок - совка: the vowel comes and goes.
  level: (stem) => stem.replace(/([^аеиоуыэюя])[ео]([цк])$/, '$1$2').replace(/(н)\1$/, '$1'),
  little: words('и или с со без от до для в во на по при за из к ко о об против под не как'),
};
const estonian: Language = {
  endings: endings(
    'ideks idele idega iseks isega isele neid dele tele dega tega deks teks dest test desse tesse ised iste ned nes del ' +
      'tel des tes ide ite ise sse ad ed id ud et it lt st ks ga le ne se de te es is as us d t e a i u s',
  ),
  shortest: 3,
  irregular: forms({
    lammas: 'lamb',
    muld: 'mull',
    siga: 'sea',
    sead: 'sea',
    sigade: 'sea',
    uba: 'oa',
    oad: 'oa',
    ubade: 'oa',
    sammal: 'sambl',
  }),
  // kurk - kurgi, sööt - söödad, hobune - hobuse: the last consonant is weak or strong, doubled or not.
  level: (stem) =>
    stem
      .replace(/[gbd]$/, (letter) => ({ g: 'k', b: 'p', d: 't' })[letter] ?? letter)
      .replace(/(.)\1$/, '$1'),
  little: words('ja ning või ilma kuni jaoks vastu peale koos ka ei'),
  joined: true,
};
const english: Language = {
  endings: endings('ies es e s y'),
  shortest: 3,
  irregular: forms({ geese: 'goos', mice: 'mous', leaves: 'leaf', calves: 'calf' }),
  // Spellings of both sides of the ocean, and seeding, seeded.
  level: (stem) =>
    stem
      .replace(/ph/g, 'f')
      .replace(/iz/g, 'is')
      .replace(/^(.{4,})(?:er|ing|ed)$/, '$1')
      .replace(/ss$/, 's'),
  little: words('and or with without for from to of the a an in on at by against not my'),
};
const languages: Record<Locale, Language> = { lt: lithuanian, ru: russian, et: estonian, en: english };
const languageOf = (locale: string): Language => (isLocale(locale) ? languages[locale] : english);

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

const units = words('kg g mg l ml m cm mm m2 ha v w kw vnt tk pcs st кг г мг л мл м см мм м2 га в квт шт');

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
      while (end < at + 4 && isSmall(parts[end]) && !units.has(parts[end + 1] ?? '')) end += 1;
      if (!units.has(parts[end] ?? '')) {
        result.push(parts.slice(at, end).join('-'));
        at = end - 1;
        continue;
      }
    }
    if (/^\d+(?:\.\d+)?$/.test(word) && next !== undefined && units.has(next)) {
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
