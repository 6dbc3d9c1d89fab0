/** Gifts of a stored order (contract 5.8): the campaigns of its channel, and the chosen line that the cart does not earn any more. */
import { giftMarker } from '#contract/gift-marker.ts';
import { giftBase, isEarned, type GiftCampaign } from '#domain/cart/gifts.ts';
import type { CartTotals } from '#domain/cart/cart-recalculation.ts';
import type { ChannelRules } from './channel-rules.ts';
import type { ItemRow } from './order-store.ts';
import type { VariantFacts } from './variant-facts.ts';

export const isGiftLine = (item: Pick<ItemRow, 'marker'>): boolean => item.marker === giftMarker;

/**
 * Goods of a campaign that are given out in the channel today, sold there as well or not; whether there is a piece of them is
 * another question. What not everybody may have, or what is handed out in a shop alone, is never given.
 */
export const isGiven = (
  fact: Pick<
    VariantFacts,
    'enabled' | 'price' | 'product_type' | 'is_chemical' | 'professional_use' | 'trade_only'
  >,
): boolean =>
  fact.enabled &&
  fact.price !== null &&
  fact.product_type === 'simple' &&
  !fact.is_chemical &&
  !fact.professional_use &&
  !fact.trade_only;
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

/** Live gift lines that have to go: not earned any more, or a second one. */
export function unearnedGifts(
  items: readonly ItemRow[],
  campaigns: readonly GiftCampaign[],
  input: Parameters<typeof giftBase>[0],
): ItemRow[] {
  const gifts = items.filter((item) => item.deleted_at === null && isGiftLine(item));
  if (gifts.length === 0) return [];
  const base = giftBase(input);
  const kept = gifts.find((item) => isEarned(campaigns, base, item.variant_code));
  return gifts.filter((item) => item !== kept);
}
