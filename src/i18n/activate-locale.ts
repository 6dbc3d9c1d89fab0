/** Makes the texts of one locale ready: the catalogue that came with the build, the shop's own texts laid over it. */
import { setupI18n, type I18n, type Messages } from '@lingui/core';

const catalogues: Record<string, () => Promise<{ messages: Messages }>> = {
  lt: () => import('#locales/lt/messages.po'),
  en: () => import('#locales/en/messages.po'),
  et: () => import('#locales/et/messages.po'),
  ru: () => import('#locales/ru/messages.po'),
};

/** A locale without a catalogue speaks Lithuanian (R1.41). `overrides` are flat keys of SYS-05 (R7.29). */
export async function activateLocale(
  locale: string,
  overrides: Readonly<Record<string, string>> = {},
): Promise<I18n> {
  const load = catalogues[locale] ?? catalogues['lt'];
  const messages = load ? (await load()).messages : {};
  return setupI18n({ locale, messages: { [locale]: { ...messages, ...overrides } } });
}
