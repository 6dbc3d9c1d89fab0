/** What the server says by itself, in every language; the sentences of the screens lie beside it in `messages.po`. */
import { catalogueLocales, inLocale, type Locale } from '#contract/locale.ts';
import { texts as en, type ServerTexts } from './en/server-texts.ts';
import { texts as et } from './et/server-texts.ts';
import { texts as lt } from './lt/server-texts.ts';
import { texts as ru } from './ru/server-texts.ts';

const byLocale: Record<Locale, ServerTexts> = { lt, en, et, ru };

export const textsIn = (locale: string): ServerTexts => inLocale(byLocale, locale);

/** A text in all languages, as the database keeps it. */
export const inEveryLocale = (
  textOf: (texts: ServerTexts, locale: Locale) => string,
): Record<Locale, string> =>
  Object.fromEntries(catalogueLocales.map((locale) => [locale, textOf(byLocale[locale], locale)])) as Record<
    Locale,
    string
  >;
