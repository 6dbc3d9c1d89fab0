/** Gifts that a cart earns (contract 5.8): which campaign is reached, and what is missing to the next. Amounts in cents. */
import { applicablePromotions, applyPromotions, isPromoted, priceOfLine } from './promotions.ts';
import type { CartInput } from './cart-recalculation.ts';

/** On at the moment and in the channel; the caller says so. */
export interface GiftCampaign {
  /** What the goods have to come to. */
  readonly threshold: number;
  /** Codes of the variants to choose from, in their order. */
  readonly variants: readonly string[];
}

/** As an order shows it (2.4). */
export interface GiftOffer {
  /** At least one campaign is reached. */
  eligible: boolean;
  /** Of the nearest campaign that is not reached; absent when there is none. */
  threshold?: number;
  /** To that threshold. */
  missing?: number;
}

/** What gifts are measured by: the goods after all promotions, without the gift itself, wrap, delivery and points. */
export function giftBase({
  lines,
  promotions,
  couponPromotion,
  facts,
}: Pick<CartInput, 'lines' | 'promotions' | 'couponPromotion' | 'facts'>): number {
  const goods = lines.filter(isPromoted);
  const applied = applicablePromotions(promotions, couponPromotion, goods, facts);
  return [
    ...goods.map(priceOfLine),
    ...applyPromotions(applied, goods, []).map((effect) => effect.amount),
  ].reduce((sum, amount) => sum + amount, 0);
}

/** Whether a cart whose goods come to `base` may have this gift. Nothing at all earns nothing, whatever the threshold. */
export const isEarned = (campaigns: readonly GiftCampaign[], base: number, variantCode: string): boolean =>
  base > 0 &&
  campaigns.some(({ threshold, variants }) => threshold <= base && variants.includes(variantCode));

export function giftOffer(campaigns: readonly GiftCampaign[], base: number): GiftOffer {
  const thresholds = campaigns
    .filter(({ variants }) => variants.length > 0)
    .map(({ threshold }) => threshold)
    .sort((one, other) => one - other);
  const next = thresholds.find((threshold) => threshold > base);
  return {
    eligible: base > 0 && thresholds.some((threshold) => threshold <= base),
    ...(next === undefined ? {} : { threshold: next, missing: next - base }),
  };
}

/** Every gift once, with the lowest threshold that gives it; the nearest first. */
export function giftChoices(
  campaigns: readonly GiftCampaign[],
): { variantCode: string; threshold: number }[] {
  const lowest = new Map<string, number>();
  for (const { threshold, variants } of campaigns.toSorted((one, other) => one.threshold - other.threshold))
    for (const code of variants) if (!lowest.has(code)) lowest.set(code, threshold);
  return [...lowest].map(([variantCode, threshold]) => ({ variantCode, threshold }));
}
