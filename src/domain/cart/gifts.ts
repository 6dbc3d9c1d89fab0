/** Gifts that a cart earns (contract 5.8): which campaign is reached, and what is missing to the next. Amounts in cents. */
import {
  applicablePromotions,
  applyPromotions,
  isPromoted,
  priceOfLine,
  type PromotedLine,
  type Promotion,
} from './promotions.ts';
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
  /** Goods of so much reach it (`amountToReach`); absent where no goods do. */
  missing?: number;
}

/** What decides which gifts a cart earns. */
export type GiftInput = Pick<CartInput, 'promotions' | 'couponPromotion' | 'facts'> & {
  readonly lines: readonly PromotedLine[];
};

/** What gifts are measured by: the goods after all promotions, without the gift itself, wrap, delivery and points. */
export function giftBase({ lines, promotions, couponPromotion, facts }: GiftInput): number {
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

/** Goods of this price that no promotion names, as one piece. */
const plainGoods = (price: number): PromotedLine => ({
  quantity: 1,
  unitPrice: price,
  minimumPrice: 0,
  productCode: '',
  variantCode: '',
  taxons: [],
  isGift: false,
});

/** Whether any goods make it true: how many pieces come with an amount, nobody knows. */
const isOfPieces = (rule: Promotion['rules'][number]): boolean =>
  rule.type === 'quantity' && !rule.taxons && !rule.products && !rule.variants;

/** More than any cart holds, cents. */
const mostGoods = 100_000_000;

/** The least amount from `start` on, below `end`, that reaches it; where one does, every greater one does too. */
function leastBetween(start: number, end: number | undefined, reaches: (amount: number) => boolean) {
  let span = 1;
  if (end === undefined) while (start + span < mostGoods && !reaches(start + span)) span *= 2;
  let high = end === undefined ? start + span : end - 1;
  if (!reaches(high)) return undefined;
  let low = start;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The least price of goods, cents, that brings the cart to the threshold, and of which no greater one falls short of it: what takes a share
 * off every cart, or begins at a sum or a number of pieces, takes it off these goods too. Goods that a promotion names count at what
 * they cost by it, and a discount on each piece is rounded as of one piece.
 * @returns undefined where no goods reach it: nothing is left of them
 */
export function amountToReach(threshold: number, input: GiftInput): number | undefined {
  const there = input.lines.filter(isPromoted).reduce((sum, line) => sum + priceOfLine(line), 0);
  const starts = input.promotions
    .flatMap(({ rules }) => rules)
    .flatMap((rule) => (rule.type === 'item_total' && rule.amount > there ? [rule.amount - there] : []))
    .toSorted((one, other) => other - one);
  const leastOf = (promotions: readonly Promotion[]): number | undefined => {
    const reaches = (amount: number) =>
      giftBase({ ...input, promotions, lines: [...input.lines, plainGoods(amount)] }) >= threshold;
    let end: number | undefined;
    for (const start of [...starts, 0]) {
      if (start === end) continue;
      // Each look counts the whole cart: where the first amount of a span reaches it, the others of it need none.
      if (!reaches(start)) return leastBetween(start, end, reaches) ?? end;
      end = start;
    }
    return end;
  };
  const few = leastOf(input.promotions);
  if (few === undefined || !input.promotions.some(({ rules }) => rules.some(isOfPieces))) return few;
  const many = leastOf(
    input.promotions.map((one) => ({ ...one, rules: one.rules.filter((rule) => !isOfPieces(rule)) })),
  );
  return many === undefined ? undefined : Math.max(few, many);
}

/** @param base what the goods came to when the cart was counted (`giftBase`) */
export function giftOffer(campaigns: readonly GiftCampaign[], base: number, input: GiftInput): GiftOffer {
  const thresholds = campaigns
    .filter(({ variants }) => variants.length > 0)
    .map(({ threshold }) => threshold)
    .sort((one, other) => one - other);
  const next = thresholds.find((threshold) => threshold > base);
  const missing = next === undefined ? undefined : amountToReach(next, input);
  return {
    eligible: base > 0 && thresholds.some((threshold) => threshold <= base),
    ...(next === undefined ? {} : { threshold: next }),
    // Of a price that has changed since it was counted, nothing may be missing any more.
    ...(missing === undefined ? {} : { missing: Math.max(1, missing) }),
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
