/** Names of adjustments that no setting of the shop names, in every language. */
import { inEveryLocale } from '#locales/server-texts.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import { fillText } from '#server/text/fill-text.ts';

/** Label of tax of a rate: 0.21 gives "PVM 21 %". */
export function taxLabel(rate: number) {
  const percent = `${Math.round(rate * 10_000) / 100} %`;
  return inEveryLocale(({ names }) => fillText(names.adjustments.tax, { percent }));
}
/** Label of what a set costs less than its parts. */
export const setLabel = (name: Texts) =>
  inEveryLocale(({ names }, locale) => fillText(names.adjustments.setPrice, { name: textIn(name, locale) }));
export const wrapLabel = inEveryLocale(({ names }) => names.adjustments.giftWrap);
export const giftLabel = inEveryLocale(({ names }) => names.adjustments.gift);
export const cardLabel = inEveryLocale(({ names }) => names.adjustments.giftCard);
export const pointsLabel = inEveryLocale(({ names }) => names.adjustments.points);
