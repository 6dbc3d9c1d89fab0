/**
 * The words at the boxes of consents, kept with what was agreed to: later nobody could tell from a page's name and date what a
 * person has read beside the box. The boxes speak from `locales`; tests/locales.test.ts compares the two.
 */
import { defaultLocale } from '#contract/locale.ts';

export const consentWords: Readonly<Record<'privacy' | 'terms', Readonly<Record<string, string>>>> = {
  privacy: {
    en: 'I have read the privacy policy',
    lt: 'Perskaičiau privatumo politiką',
    et: 'Olen lugenud privaatsuspoliitikat',
    ru: 'Я прочитал(а) политику конфиденциальности',
  },
  terms: {
    en: 'I have read and accept the terms of purchase',
    lt: 'Perskaičiau ir sutinku su pirkimo taisyklėmis',
    et: 'Olen lugenud ostutingimusi ja nõustun nendega',
    ru: 'Я прочитал(а) и принимаю правила покупки',
  },
};

/** What the box said to somebody who read the shop in this language. */
export const wordsAtBox = (page: keyof typeof consentWords, locale: string): string =>
  consentWords[page][locale] ?? consentWords[page][defaultLocale] ?? '';
