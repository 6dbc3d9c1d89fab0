import type { ClientBase } from 'pg';
import type { Texts } from '#server/database/schema-catalogue.ts';
import { insertRows } from './insert-rows.ts';
import { readData } from './read-data.ts';

type Dated = {
  code: string;
  name: Texts;
  enabled: boolean;
  channels: string[];
  startsAt: string | null;
  endsAt: string | null;
};
type PromotionsFile = {
  catalogueDiscounts: (Dated & { percent: number })[];
  cartPromotions: (Dated & {
    priority: number;
    exclusive: boolean;
    couponBased: boolean;
    rules: unknown[];
    actions: unknown[];
    usageLimit?: number;
  })[];
  coupons: {
    code: string;
    promotion: string;
    expiresAt: string | null;
    usageLimit: number | null;
    perCustomerLimit: number | null;
    used: number;
  }[];
  giftCampaigns: (Dated & { threshold: number; variants: string[] })[];
  giftCards: {
    code: string;
    currency: string;
    channels: string[];
    initialAmount: number;
    balance: number;
    expiresAt: string | null;
    enabled: boolean;
  }[];
  loyalty: {
    code: string;
    name: Texts;
    earnRate: { points: number; perCents: number };
    expiresAfterMonths: number;
    channels: string[];
    description: Texts;
    termsPage: string;
    benefits: { name: Texts; description: Texts }[];
  };
};

const dated = (row: Dated) => ({
  code: row.code,
  name: row.name,
  enabled: row.enabled,
  channels: row.channels,
  starts_at: row.startsAt,
  ends_at: row.endsAt,
});

/** Discounts, cart promotions, coupons, gifts, gift cards and the loyalty rule. Amounts in cents. */
export async function seedPromotions(client: ClientBase, now: Date): Promise<void> {
  const file = readData<PromotionsFile>('catalogue/promotions.json', now);
  await insertRows(
    client,
    'catalogue_discount',
    file.catalogueDiscounts.map((row, at) => ({ id: at + 1, ...dated(row), percent: row.percent })),
  );
  const promotionIds = new Map(file.cartPromotions.map(({ code }, at) => [code, at + 1]));
  await insertRows(
    client,
    'cart_promotion',
    file.cartPromotions.map((row, at) => ({
      id: at + 1,
      ...dated(row),
      priority: row.priority,
      exclusive: row.exclusive,
      coupon_based: row.couponBased,
      rules: row.rules,
      actions: row.actions,
      used: 0,
      usage_limit: row.usageLimit ?? null,
    })),
  );
  await insertRows(
    client,
    'coupon',
    file.coupons.map((row, at) => ({
      id: at + 1,
      code: row.code,
      promotion_id: promotionIds.get(row.promotion),
      expires_at: row.expiresAt,
      usage_limit: row.usageLimit,
      per_customer_limit: row.perCustomerLimit,
      used: row.used,
    })),
  );
  await insertRows(
    client,
    'gift_campaign',
    file.giftCampaigns.map((row, at) => ({ id: at + 1, ...dated(row), threshold: row.threshold })),
  );
  const { rows } = await client.query<{ id: number; code: string }>(
    'select id, code from product_variant where code = any($1)',
    [file.giftCampaigns.flatMap(({ variants }) => variants)],
  );
  const variantIds = new Map(rows.map(({ id, code }) => [code, id]));
  await insertRows(
    client,
    'gift_campaign_variant',
    file.giftCampaigns.flatMap(({ variants }, at) =>
      variants.map((code, position) => ({ campaign_id: at + 1, variant_id: variantIds.get(code), position })),
    ),
  );
  await insertRows(
    client,
    'gift_card',
    file.giftCards.map((row, at) => ({
      id: at + 1,
      code: row.code,
      currency_code: row.currency,
      channels: row.channels,
      initial_amount: row.initialAmount,
      balance: row.balance,
      expires_at: row.expiresAt,
      enabled: row.enabled,
    })),
  );
  const { loyalty } = file;
  await insertRows(client, 'loyalty_rule', [
    {
      id: 1,
      code: loyalty.code,
      name: loyalty.name,
      earn_points: loyalty.earnRate.points,
      earn_per_cents: loyalty.earnRate.perCents,
      expires_after_months: loyalty.expiresAfterMonths,
      channels: loyalty.channels,
      description: loyalty.description,
      terms_page: loyalty.termsPage,
    },
  ]);
  await insertRows(
    client,
    'loyalty_benefit',
    loyalty.benefits.map(({ name, description }, at) => ({
      id: at + 1,
      rule_id: 1,
      name,
      description,
      position: at + 1,
    })),
  );
}
