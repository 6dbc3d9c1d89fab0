/**
 * The languages of the shop. A new one is a word in this list: whatever has texts by language (`Record<Locale, …>`) does not
 * compile until it has them (docs/where-things-are.md, "To add a language").
 */
export const catalogueLocales = ['lt', 'en', 'et', 'ru'] as const;
export type Locale = (typeof catalogueLocales)[number];

/** Its addresses have no prefix (R2.01), and any language without texts gets its texts (R1.41). */
export const defaultLocale = 'lt' satisfies Locale;

export const isLocale = (text: string): text is Locale =>
  (catalogueLocales as readonly string[]).includes(text);

/**
 * What a table says in a language that comes from an address, a header or the database. Only languages are looked up:
 * `constructor` in an address finds something in every object.
 */
export const inLocale = <T>(table: Readonly<Record<Locale, T>>, locale: string): T =>
  table[isLocale(locale) ? locale : defaultLocale];
