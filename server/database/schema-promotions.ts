import type { Generated } from 'kysely';
import type { Json, OptionalMoment } from './column-types.ts';
import type { Texts } from './schema-catalogue.ts';

export type CatalogueDiscountTable = {
  id: Generated<number>;
  code: string;
  name: Json<Texts>;
  percent: number;
  enabled: boolean;
  channels: string[];
  starts_at: OptionalMoment;
  ends_at: OptionalMoment;
};

/** A condition or an effect of a promotion: `{ type: 'item_total', amount: 5000 }`, amounts in cents. */
export type PromotionPart = { type: string } & Record<string, unknown>;

export type CartPromotionTable = {
  id: Generated<number>;
  code: string;
  name: Json<Texts>;
  enabled: boolean;
  priority: number;
  exclusive: boolean;
  coupon_based: boolean;
  channels: string[];
  starts_at: OptionalMoment;
  ends_at: OptionalMoment;
  rules: Json<PromotionPart[]>;
  actions: Json<PromotionPart[]>;
  /** Orders that it took something off, cancelled ones apart. */
  used: Generated<number>;
  /** Most such orders; null: as many as fit. */
  usage_limit: number | null;
};

export type CouponTable = {
  id: Generated<number>;
  code: string;
  promotion_id: number;
  expires_at: OptionalMoment;
  usage_limit: number | null;
  per_customer_limit: number | null;
  used: Generated<number>;
};

export type GiftCampaignTable = {
  id: Generated<number>;
  code: string;
  name: Json<Texts>;
  enabled: boolean;
  channels: string[];
  /** cents */
  threshold: number;
  starts_at: OptionalMoment;
  ends_at: OptionalMoment;
};

export type GiftCampaignVariantTable = { campaign_id: number; variant_id: number; position: number };

/** Amounts in cents. */
export type GiftCardTable = {
  id: Generated<number>;
  code: string;
  currency_code: string;
  channels: string[];
  initial_amount: number;
  balance: number;
  expires_at: OptionalMoment;
  enabled: boolean;
  /** Line of an order that it was bought with, and which of its pieces it is; null: given out by the keeper. */
  sold_item: Generated<number | null>;
  sold_piece: Generated<number | null>;
};

/** A gift card on an order; amounts in cents. */
export type OrderGiftCardTable = {
  order_id: number;
  card_id: number;
  position: number;
  amount: Generated<number>;
  /** What it had after the order was placed; null: a cart. */
  balance_left: number | null;
  returned: Generated<boolean>;
};

export type LoyaltyRuleTable = {
  id: Generated<number>;
  code: string;
  name: Json<Texts>;
  earn_points: number;
  earn_per_cents: number;
  expires_after_months: number | null;
  channels: string[];
  description: Json<Texts> | null;
  /** Code of the page that holds its terms. */
  terms_page: Generated<string>;
};

export type LoyaltyBenefitTable = {
  id: Generated<number>;
  rule_id: number;
  name: Json<Texts>;
  description: Json<Texts> | null;
  image: string | null;
  /** Groups of members that have it; none: all members. */
  groups: Generated<number[]>;
  position: number;
};

export type ShopSettingTable = { code: string; value: Json<object> };

export type PromotionTables = {
  catalogue_discount: CatalogueDiscountTable;
  cart_promotion: CartPromotionTable;
  coupon: CouponTable;
  gift_campaign: GiftCampaignTable;
  gift_campaign_variant: GiftCampaignVariantTable;
  gift_card: GiftCardTable;
  order_gift_card: OrderGiftCardTable;
  loyalty_rule: LoyaltyRuleTable;
  loyalty_benefit: LoyaltyBenefitTable;
  shop_setting: ShopSettingTable;
};
