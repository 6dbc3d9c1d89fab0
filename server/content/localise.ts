import type { ContentType } from '#contract/content.ts';
import { isLocale } from '#contract/locale.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { StoredContentType } from '#server/database/schema-content.ts';

/** A text by language is an object with no other keys than languages. */
export function isTexts(value: unknown): value is Texts {
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every(isLocale);
}

/** The value with every translated text in it replaced by the one of the locale. */
function localise(value: unknown, locale: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => localise(item, locale));
  if (isTexts(value)) return textIn(value, locale);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, localise(item, locale)]));
}

export function localiseContentTypes(types: readonly StoredContentType[], locale: string): ContentType[] {
  return localise(types, locale) as ContentType[];
}
