/** Names of adjustments that no setting of the shop names, in every language. */
import type { AdjustmentType } from '#contract/adjustments.ts';
import { inEveryLocale } from '#locales/server-texts.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import { fillText } from '#server/text/fill-text.ts';

/** Label of tax of a rate: 0.21 gives "PVM 21 %". */
function taxLabel(rate: number): Texts {
  const percent = `${Math.round(rate * 10_000) / 100} %`;
  return inEveryLocale(({ names }) => fillText(names.adjustments.tax, { percent }));
}
/** Label of what a set costs less than its parts. */
const setLabel = (name: Texts): Texts =>
  inEveryLocale(({ names }, locale) => fillText(names.adjustments.setPrice, { name: textIn(name, locale) }));

/** By kind, from its code and the name of the set that its line is a part of. */
const labels: Readonly<Partial<Record<AdjustmentType, Texts | ((code: string, set: Texts) => Texts)>>> = {
  tax: (rate) => taxLabel(Number(rate)),
  order_item_promotion: (_, set) => setLabel(set),
  gift_wrap: inEveryLocale(({ names }) => names.adjustments.giftWrap),
  'gift-selected': inEveryLocale(({ names }) => names.adjustments.gift),
  gift_card: inEveryLocale(({ names }) => names.adjustments.giftCard),
  loyalty_points_spent: inEveryLocale(({ names }) => names.adjustments.points),
};

/** Undefined: a setting of the shop names it, a promotion or a way of delivery. */
export function labelOfKind(type: AdjustmentType, code: string, set: Texts): Texts | undefined {
  const label = labels[type];
  return typeof label === 'function' ? label(code, set) : label;
}
