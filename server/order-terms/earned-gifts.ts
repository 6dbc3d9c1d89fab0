/** Gifts of a stored order (contract 5.8): the campaigns of its channel, and the chosen line that the cart does not earn any more. */
import { giftMarker } from '#contract/gift-marker.ts';
import { giftBase, isEarned, type GiftCampaign, type GiftInput } from '#domain/cart/gifts.ts';
import type { CartTotals } from '#domain/cart/cart-recalculation.ts';
import type { ChannelRules } from './channel-rules.ts';
import type { ItemRow, OrderRow } from '#server/order-store/order-store.ts';
import type { VariantFacts } from './variant-facts.ts';

export const isGiftLine = (item: Pick<ItemRow, 'marker'>): boolean => item.marker === giftMarker;

/** Why goods are never given, sold in the channel or not. */
export type NotGiven = 'set' | 'money' | 'chemical' | 'restricted' | 'not_offered' | 'no_price';

/**
 * What keeps goods of a campaign from being given out in the channel today; null: nothing. Whether there is a piece of them is another
 * question. What not everybody may have, or what is handed out in a shop alone, is never given (contract 5.8).
 */
export function whyNotGiven(
  fact: Pick<
    VariantFacts,
    'enabled' | 'price' | 'product_type' | 'is_chemical' | 'professional_use' | 'trade_only'
  >,
): NotGiven | null {
  if (fact.product_type !== 'simple') return fact.product_type === 'bundle' ? 'set' : 'money';
  if (fact.is_chemical) return 'chemical';
  if (fact.professional_use || fact.trade_only) return 'restricted';
  if (!fact.enabled) return 'not_offered';
  return fact.price === null ? 'no_price' : null;
}

export const isGiven = (fact: Parameters<typeof whyNotGiven>[0]): boolean => whyNotGiven(fact) === null;

/** @param sold pieces of it that the same cart buys */
export const isThere = (fact: Pick<VariantFacts, 'tracked' | 'stock'>, sold = 0): boolean =>
  !fact.tracked || fact.stock > sold;

/** Those that are on at a moment. */
export const campaignsAt = (
  { giftCampaigns }: Pick<ChannelRules, 'giftCampaigns'>,
  now: Date,
): GiftCampaign[] =>
  giftCampaigns.filter(
    ({ starts_at: start, ends_at: end }) =>
      (start === null || new Date(start) <= now) && (end === null || new Date(end) > now),
  );

/** `giftBase` of a cart whose amounts were written: the gift is free in them, the points are not off yet. */
export const giftBaseOf = (
  totals: Partial<Pick<CartTotals, 'itemsTotal' | 'vouchersTotal' | 'loyaltyDiscountTotal'>>,
): number => (totals.itemsTotal ?? 0) - (totals.vouchersTotal ?? 0) - (totals.loyaltyDiscountTotal ?? 0);

/** Why a chosen gift went, each with a sentence of its own (contract 5.8): the sum, the campaign, or what is given. */
const giftLosses = ['gift.removed', 'gift.ended', 'gift.withdrawn'] as const;
export type GiftLoss = (typeof giftLosses)[number];

/** Why the gift that the buyer chose went in the recalculation; undefined: none did. */
export const lostGift = ({ warnings }: Pick<OrderRow, 'warnings'>): GiftLoss | undefined =>
  giftLosses.find((loss) => warnings.some(({ errorCode }) => errorCode === loss));

/** Live gift lines that have to go: not earned any more, of goods that are not given any more, or beside one that stays. */
export function unearnedGifts(
  items: readonly ItemRow[],
  facts: ReadonlyMap<number, VariantFacts>,
  campaigns: readonly GiftCampaign[],
  input: GiftInput,
): { gone: ItemRow[]; why?: GiftLoss } {
  const gifts = items.filter((item) => item.deleted_at === null && isGiftLine(item));
  if (gifts.length === 0) return { gone: [] };
  const base = giftBase(input);
  const lossOf = (item: ItemRow): GiftLoss | undefined => {
    const fact = facts.get(item.variant_id);
    if (fact === undefined || !isGiven(fact)) return 'gift.withdrawn';
    if (!campaigns.some(({ variants }) => variants.includes(item.variant_code))) return 'gift.ended';
    return isEarned(campaigns, base, item.variant_code) ? undefined : 'gift.removed';
  };
  const kept = gifts.find((item) => lossOf(item) === undefined);
  const gone = gifts.filter((item) => item !== kept);
  const [first] = gone;
  const why = kept === undefined && first ? lossOf(first) : undefined;
  return { gone, ...(why === undefined ? {} : { why }) };
}
