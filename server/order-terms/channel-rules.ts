/** What a channel says about every cart in it, read in one statement: places, ways of delivery, promotions, gifts, wrap, tax. */
import { sql } from 'kysely';
import type { GiftCampaign } from '#domain/cart/gifts.ts';
import { isForMethod, type Promotion, type ShippingDiscount } from '#domain/cart/promotions.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import { hasRoom } from './coupon-rules.ts';
import { shippingMethodsQuery, type MethodRow } from './channel-methods.ts';
import type { Db, WarehouseRow } from '#server/order-store/order-store.ts';

/** Columns of `cart_promotion`; moments as text. */
export interface PromotionRow {
  code: string;
  name: Texts;
  priority: number;
  exclusive: boolean;
  coupon_based: boolean;
  starts_at: string | null;
  ends_at: string | null;
  rules: Promotion['rules'];
  actions: Promotion['actions'];
}

/** Columns of `gift_campaign` with the codes of its gifts; moments as text. */
export interface GiftCampaignRow extends GiftCampaign {
  starts_at: string | null;
  ends_at: string | null;
}

export interface ChannelRules {
  /** Those that serve the channel, best priority first. */
  warehouses: WarehouseRow[];
  /** Enabled ways of delivery with their price in the channel, in position order. */
  methods: MethodRow[];
  /** Enabled ones that may be used once more; those of other days too. */
  promotions: PromotionRow[];
  /** Enabled ones; those of other days too. */
  giftCampaigns: GiftCampaignRow[];
  giftWrap: {
    enabled: boolean;
    /** Cents, with tax. */
    price: number;
  };
  /** Rate of the zone for shipping and wrap, decimal fraction. */
  serviceTaxRate: number;
}

export async function loadChannelRules(db: Db, channelId: number): Promise<ChannelRules> {
  const { rows } = await sql<ChannelRules>`
    select ${channelRules(channelId)} from channel c where c.id = ${channelId}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`There is no channel ${channelId}.`);
  return found;
}

/** Columns of a statement in which `c` is the channel. */
export const channelRules = (channelId: number) => sql<ChannelRules>`
    coalesce((select jsonb_agg(to_jsonb(w) order by w.priority, w.code)
        from warehouse w where c.code = any(w.channels)), '[]') as warehouses,
      coalesce((select jsonb_agg(to_jsonb(m) order by m.position, m.code)
        from (${shippingMethodsQuery(channelId)}) m), '[]') as methods,
      coalesce((select jsonb_agg(to_jsonb(p) order by p.id) from cart_promotion p
        where p.enabled and c.code = any(p.channels) and ${hasRoom}), '[]') as promotions,
      coalesce((select jsonb_agg(jsonb_build_object('threshold', g.threshold, 'starts_at', g.starts_at, 'ends_at', g.ends_at,
          'variants', coalesce((select jsonb_agg(gv.code order by gcv.position, gv.id) from gift_campaign_variant gcv
            join product_variant gv on gv.id = gcv.variant_id where gcv.campaign_id = g.id), '[]')) order by g.threshold, g.id)
        from gift_campaign g where g.enabled and c.code = any(g.channels)), '[]') as "giftCampaigns",
      jsonb_build_object('enabled', c.gift_wrap_enabled, 'price', c.gift_wrap_price) as "giftWrap",
      coalesce((select r.rate from tax_rate r join zone z on z.code = r.zone
        where r.category = 'standard' and z.countries && c.countries order by r.id limit 1), 0) as "serviceTaxRate"`;

/** Those that are on at a moment. */
export const promotionsAt = ({ promotions }: Pick<ChannelRules, 'promotions'>, now: Date): PromotionRow[] =>
  promotions.filter(
    (row) =>
      (row.starts_at === null || new Date(row.starts_at) <= now) &&
      (row.ends_at === null || new Date(row.ends_at) > now),
  );

/** A promotion that takes the whole price of delivery off for everybody, without a code. */
export interface FreeDelivery {
  code: string;
  /** Sum of the goods that it begins with, cents. */
  from: number;
  /** Says which ways it is for. */
  discount: ShippingDiscount;
}

export const isFreeFor = (
  { discount }: Pick<FreeDelivery, 'discount'>,
  method: { code: string; kind: string },
): boolean =>
  isForMethod(discount, method.code) &&
  (discount.shippingKinds?.some((kind) => kind === method.kind) ?? true);

/** Of these promotions, whenever they hold. What only some buyers get is not promised to everybody. */
export const freeDeliveryIn = (promotions: readonly PromotionRow[]): FreeDelivery[] =>
  promotions.flatMap(({ code, coupon_based, rules: conditions, actions }) => {
    const sums = conditions.flatMap((one) => (one.type === 'item_total' ? [one.amount] : []));
    if (coupon_based || sums.length < conditions.length) return [];
    return actions.flatMap((action) =>
      action.type === 'shipping_percentage' && action.percentage === 100
        ? [{ code, from: Math.max(0, ...sums), discount: action }]
        : [],
    );
  });

/** By the promotions that are on at a moment. */
export const freeDeliveryOf = (rules: Pick<ChannelRules, 'promotions'>, now: Date): FreeDelivery[] =>
  freeDeliveryIn(promotionsAt(rules, now));

/** As the rules of discounts take it. */
export const promotionOf = ({
  code,
  priority,
  exclusive,
  coupon_based,
  rules,
  actions,
}: PromotionRow): Promotion => ({
  code,
  priority,
  exclusive,
  couponBased: coupon_based,
  rules,
  actions,
});
