import { defaultLocale } from '#contract/locale.ts';

/** A text in several languages: `{ lt: 'Sėklos', en: 'Seeds' }`. */
export type Texts = Record<string, string>;

/** A text in the wanted language, else the shop's default, else any (contract 1.12). */
export function textIn(texts: Texts | null | undefined, locale: string): string {
  if (!texts) return '';
  return texts[locale] || texts[defaultLocale] || Object.values(texts).find(Boolean) || '';
}

/** As `textIn`, but absent where there is no text at all: for optional fields. */
export function optionalText<K extends string>(
  key: K,
  texts: Texts | null | undefined,
  locale: string,
): { [P in K]?: string } {
  const text = textIn(texts, locale);
  return (text === '' ? {} : { [key]: text }) as { [P in K]?: string };
}

/** `{ lt: { slug, name }, … }` out of texts by language, for languages that have all of them. */
export function translationsOf<K extends string>(
  fields: Record<K, Texts>,
): Record<string, Record<K, string>> {
  const keys = Object.keys(fields) as K[];
  const [first] = keys;
  const locales = first === undefined ? [] : Object.keys(fields[first]);
  return Object.fromEntries(
    locales
      .filter((locale) => keys.every((key) => fields[key][locale]))
      .map((locale) => [
        locale,
        Object.fromEntries(keys.map((key) => [key, fields[key][locale]])) as Record<K, string>,
      ]),
  );
}
