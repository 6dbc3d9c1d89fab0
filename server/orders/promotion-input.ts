/** What promotions, gifts and amounts of an order are counted from: its lines at today's prices, and what is known of its buyer. */
import type { CartLine } from '#domain/cart/cart-recalculation.ts';
import { giftBase, type GiftInput } from '#domain/cart/gifts.ts';
import type { BuyerFacts } from '#domain/cart/promotions.ts';
import { tierAt } from '#domain/money/tier-prices.ts';
import { giftMarker, soldCardMarker } from '#contract/gift-marker.ts';
import { promotionOf, promotionsAt, type ChannelRules } from '#server/order-terms/channel-rules.ts';
import { couponRefusal, findCoupon } from '#server/order-terms/coupon-rules.ts';
import type { LoadedOrder } from './order-parts.ts';
import type { OrderView } from './order-to-present.ts';
import { goodsOf, type CartGoods } from './order-shipments.ts';
import { atSetPrices } from '#server/order-terms/sold-sets.ts';
import { isLive, isPlain, type Db, type ItemRow, type OrderRow } from '#server/order-store/order-store.ts';
import type { VariantFacts } from '#server/order-terms/variant-facts.ts';

/** What is known of the buyer beside the order itself. */
export interface KnownBuyer {
  isMember: boolean;
  /** Null: nobody knows who buys. */
  hasBought: boolean | null;
}
export const knownBuyer = ({
  balances,
  hasBought,
}: Pick<LoadedOrder, 'balances' | 'hasBought'>): KnownBuyer => ({
  isMember: balances.membership !== null,
  hasBought,
});

/** What decides over promotions of an order now: those enabled, its coupon, and what is known of the buyer. */
export async function loadPromotionInput(
  db: Db,
  rules: Pick<ChannelRules, 'promotions'>,
  order: OrderRow,
  now: Date,
  { isMember, hasBought }: KnownBuyer,
) {
  const coupon = order.coupon_code ? await findCoupon(db, order.coupon_code) : undefined;
  const promotionRows = promotionsAt(rules, now);
  const couponFits =
    coupon !== undefined && (await couponRefusal(db, coupon, order, promotionRows, now)) === null;
  const facts: BuyerFacts = {
    firstPurchase: hasBought === false,
    loyaltyMember: isMember,
    country: countryOf(order),
  };
  const promotions = promotionRows.map(promotionOf);
  return { promotionRows, promotions, coupon, couponFits, buyer: facts };
}

const countryOf = (order: OrderRow): string | null =>
  order.shipping_address?.countryCode ?? order.billing_address?.countryCode ?? null;

const isGift = ({ marker }: Pick<ItemRow, 'marker'>) => marker === giftMarker;

/**
 * What a piece costs today, cents, and what it did before its reduction: a price by quantity is none. A gift costs nothing, and
 * a part of a set what its set makes of it: neither has prices by quantity (contract 5.4).
 * @param quantity of the line, as it was or as it is
 */
export function pricesOfLine(
  item: Pick<ItemRow, 'unit_price' | 'marker' | 'bundle_group' | 'gift_card'>,
  fact: Pick<VariantFacts, 'price' | 'original_price' | 'tiers'>,
  quantity: number,
): { price: number; original: number } {
  // A gift card costs what its buyer has chosen.
  if (item.gift_card !== null) return { price: item.gift_card.amount, original: item.gift_card.amount };
  const one = fact.price ?? item.unit_price;
  const hasTiers = fact.price !== null && isPlain(item);
  const tier = hasTiers ? tierAt(one, fact.tiers, quantity) : undefined;
  return tier
    ? { price: tier.price, original: tier.price }
    : { price: one, original: fact.original_price ?? one };
}

function cartLine(item: ItemRow, fact: VariantFacts): CartLine {
  const { price, original } = pricesOfLine(item, fact, item.quantity);
  return {
    itemId: item.id,
    quantity: item.quantity,
    unitPrice: price,
    originalUnitPrice: original,
    minimumPrice: Math.min(fact.minimum_price ?? 0, price),
    productCode: fact.product_code,
    variantCode: fact.code,
    taxons: fact.taxon_codes,
    isGift: isGift(item),
    isVoucher: item.marker === soldCardMarker,
    taxRate: fact.tax_rate,
  };
}

export function cartLines({ items, facts, sets }: Pick<CartGoods, 'items' | 'facts' | 'sets'>): CartLine[] {
  const lines = items.map((item) => {
    const fact = facts.get(item.variant_id);
    if (!fact) throw new Error(`The variant of line ${item.id} is gone.`);
    return cartLine(item, fact);
  });
  return atSetPrices(items, lines, sets);
}

export const giftInput = (
  goods: Pick<CartGoods, 'items' | 'facts' | 'sets'>,
  { promotions, coupon, couponFits, buyer }: Awaited<ReturnType<typeof loadPromotionInput>>,
): GiftInput => ({
  lines: cartLines(goods),
  promotions,
  couponPromotion: couponFits && coupon ? coupon.promotion_code : null,
  facts: buyer,
});

/**
 * The same of a cart that is shown, without a question more: whether its buyer has bought before, and its code can be used, is as
 * it was when the cart was counted.
 */
export function shownGiftInput(view: OrderView, now: Date): GiftInput {
  const { order, coupon, facts } = view;
  const isRefused = order.warnings.some(
    ({ errorCode, values }) => errorCode === 'coupon.not_eligible' && values === undefined,
  );
  return {
    lines: cartLines({
      ...view,
      items: view.items.filter((item) => isLive(item) && facts.has(item.variant_id)),
    }),
    promotions: promotionsAt(view, now).map(promotionOf),
    couponPromotion: coupon === null || isRefused ? null : coupon.promotion_code,
    facts: {
      firstPurchase: order.first_purchase,
      loyaltyMember: view.balances.membership !== null,
      country: countryOf(order),
    },
  };
}

/** What the gifts of a cart that is being changed are measured by, at today's prices. */
export async function loadGiftBase(db: Db, loaded: LoadedOrder, now: Date): Promise<number> {
  const judged = await loadPromotionInput(db, loaded.rules, loaded.parts.order, now, knownBuyer(loaded));
  return giftBase(giftInput(goodsOf(loaded), judged));
}
