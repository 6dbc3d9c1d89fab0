/** Names of adjustments that no setting of the shop names, in every language. */
import type { AdjustmentType } from '#contract/orders/adjustments.ts';
import { inEveryLocale, textsIn } from '#locales/server-texts.ts';
import { defaultLocale } from '#contract/locale.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import { fillText } from '#server/text/fill-text.ts';

type Named = keyof ReturnType<typeof textsIn>['names']['adjustments'];
const isNamed = (type: AdjustmentType): type is Named => type in textsIn(defaultLocale).names.adjustments;

/**
 * Undefined: a setting of the shop names it, a promotion or a way of delivery.
 * @param code of tax its rate: 0.21 gives "PVM 21 %"
 * @param set name of the set that its line is a part of
 */
export function labelOfKind(type: AdjustmentType, code: string, set: Texts): Texts | undefined {
  if (!isNamed(type)) return undefined;
  const percent = `${Math.round(Number(code) * 10_000) / 100} %`;
  return inEveryLocale(({ names }, locale) =>
    fillText(names.adjustments[type], { percent, name: textIn(set, locale) }),
  );
}
