/** What the shop has already of the goods that a feed names. */
import type { StoredTier } from '#domain/catalogue/stored-product.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { RunSql } from '#server/database/run-sql.ts';
import { paidPieces } from '#server/catalogue/paid-pieces.ts';
import type { OfferPlan } from '#server/catalogue/offer-plan.ts';

/** Cents with tax. */
export type KnownPrice = {
  channelId: number;
  price: number;
  /** What the retailer called the usual price. */
  originalPrice: number | null;
  /** What the reduction is counted from. */
  shownOriginal: number | null;
  /** The catalogue discount that it is reduced by: what it is taken from, and may not go below. */
  discount: { code: string; percent: number; regular: number; minimum: number } | null;
  /** By quantity, the fewest pieces first. */
  tiers: StoredTier[];
};

export type KnownVariant = {
  id: number;
  code: string;
  enabled: boolean;
  isDefault: boolean;
  name: Texts;
  ean: string | null;
  netAmount: number | null;
  netUnit: string | null;
  weight: number;
  tracked: boolean;
  prices: KnownPrice[];
  /** Pieces that lie in all warehouses, those that are paid for and have not left among them. */
  lying: number;
  /** Those of them that no order needs. */
  free: number;
  options: { id: number; optionCode: string; value: Texts }[];
  plan: OfferPlan | null;
  /** A feed has named it before. */
  isFed: boolean;
  /** How many pieces a feed last said that there are; null: it gave no number. */
  saidPieces: number | null;
};

export type KnownProduct = {
  id: number;
  code: string;
  source: string;
  type: 'simple' | 'bundle' | 'gift_card';
  name: Texts;
  slug: Texts;
  description: Texts | null;
  shortDescription: Texts | null;
  mainTaxonId: number | null;
  valueIds: number[];
  variants: KnownVariant[];
};

/** Products by code that hold one of these variants or have one of these codes, with all their variants. */
export async function loadKnownGoods(
  run: RunSql,
  variantCodes: readonly string[],
  productCodes: readonly string[],
): Promise<Map<string, KnownProduct>> {
  const rows = await run<{ product: KnownProduct }>(
    `with paid as materialized (${paidPieces})
     select jsonb_build_object('id', p.id, 'code', p.code, 'source', p.source, 'type', p.type, 'name', p.name, 'slug', p.slug,
       'description', p.description, 'shortDescription', p.short_description, 'mainTaxonId', p.main_taxon_id,
       'valueIds', coalesce((select jsonb_agg(attribute_value_id order by position, attribute_value_id)
         from product_attribute where product_id = p.id), '[]'),
       'variants', coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'code', v.code, 'enabled', v.enabled,
         'isDefault', v.is_default, 'name', v.name, 'ean', v.ean, 'netAmount', v.net_amount, 'netUnit', v.net_unit,
         'weight', v.weight, 'tracked', v.tracked,
         'prices', coalesce((select jsonb_agg(jsonb_build_object('channelId', c.channel_id, 'price', c.price,
           'originalPrice', coalesce(c.list_price, c.original_price), 'shownOriginal', c.original_price,
           'discount', (select jsonb_build_object('code', d.code, 'percent', d.percent, 'minimum', c.minimum_price,
             'regular', coalesce(c.price_before, c.original_price))
             from catalogue_discount d where d.code = c.promotion and c.original_price is not null),
           'tiers', coalesce((select jsonb_agg(jsonb_build_object('quantity', t.quantity, 'pack', t.pack, 'price', t.price)
             order by t.quantity) from tier_price t where t.variant_id = c.variant_id and t.channel_id = c.channel_id), '[]')
           )) from channel_price c where c.variant_id = v.id), '[]'),
         'lying', coalesce((select sum(s.on_hand) from stock s where s.variant_id = v.id), 0)
           + coalesce((select sum(paid.pieces) from paid where paid.variant_id = v.id), 0),
         'free', coalesce((select sum(s.on_hand - s.on_hold) from stock s where s.variant_id = v.id), 0),
         'options', coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'optionCode', o.option_code, 'value', o.value))
           from product_variant_option vo join option_value o on o.id = vo.option_value_id where vo.variant_id = v.id), '[]'),
         'plan', (select jsonb_build_object('price', o.price, 'salePrice', o.sale_price, 'saleFrom', o.sale_from,
           'saleUntil', o.sale_until, 'availableFrom', o.available_from, 'quantity', o.quantity, 'expiresAt', o.expires_at)
           from offer_plan o where o.variant_id = v.id),
         'isFed', exists (select 1 from feed_row f where f.variant_code = v.code),
         'saidPieces', (select f.pieces from feed_row f where f.variant_code = v.code)
       ) order by v.position, v.id) from product_variant v where v.product_id = p.id), '[]')) as product
     from product p
     where p.id in (
       select product_id from product_variant where code = any($1) union select id from product where code = any($2))
     order by p.id`,
    [variantCodes, productCodes],
  );
  for (const { product } of rows) {
    for (const { plan } of product.variants) {
      if (!plan) continue;
      for (const name of ['saleFrom', 'saleUntil', 'availableFrom', 'expiresAt'] as const) {
        const moment = plan[name];
        if (moment !== null) plan[name] = new Date(moment).toISOString();
      }
    }
  }
  return new Map(rows.map(({ product }) => [product.code, product]));
}
