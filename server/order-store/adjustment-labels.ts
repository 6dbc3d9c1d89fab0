import type { Locale } from '#contract/locale.ts';

type Labels = Record<Locale, string>;

/** Label of tax of a rate: 0.21 gives "PVM 21 %". */
export function taxLabel(rate: number): Labels {
  const percent = `${Math.round(rate * 10_000) / 100} %`;
  return { lt: `PVM ${percent}`, en: `VAT ${percent}`, et: `KM ${percent}`, ru: `НДС ${percent}` };
}
export const wrapLabel: Labels = {
  lt: 'Dovanų pakavimas',
  en: 'Gift wrapping',
  et: 'Kingipakend',
  ru: 'Подарочная упаковка',
};
export const giftLabel: Labels = { lt: 'Dovana', en: 'Gift', et: 'Kingitus', ru: 'Подарок' };
export const pointsLabel: Labels = {
  lt: 'Lojalumo taškai',
  en: 'Loyalty points',
  et: 'Lojaalsuspunktid',
  ru: 'Баллы лояльности',
};
