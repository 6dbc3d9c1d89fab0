/** What the catalogue says today of the variants of an order: price, tax, stock by warehouse. */
import { sql, type RawBuilder } from 'kysely';
import { hasPlace, mayGive } from '#server/catalogue/chemical-places.ts';
import { tiersOf } from '#server/catalogue/product-store.ts';
import type { StoredTier } from '#domain/catalogue/stored-product.ts';
import type { PackShot, ProductImage, Texts } from '#server/database/schema-catalogue.ts';
import type { Db } from '#server/order-store/order-store.ts';

/** What the catalogue says today of a variant in the order's channel. */
export interface VariantFacts {
  variant_id: number;
  code: string;
  product_id: number;
  product_code: string;
  product_type: 'simple' | 'bundle' | 'gift_card';
  product_name: Texts;
  product_slug: Texts;
  images: ProductImage[];
  /** What its pack looks like, where pictures of it are drawn. */
  pack_shot: PackShot | null;
  variant_name: Texts;
  /** Both product and variant are enabled; of gift cards, which no list shows, the variant alone. */
  enabled: boolean;
  is_gift: boolean;
  is_chemical: boolean;
  professional_use: boolean;
  /** Ammonium nitrate with 16 % N or more: not for the public (Regulation (EU) 2019/1148). */
  trade_only: boolean;
  tracked: boolean;
  weight: number;
  net_amount: number | null;
  net_unit: 'kg' | 'l' | 'm' | 'm2' | 'piece' | null;
  ean: string | null;
  tax_rate: number;
  /** Null: not sold in the channel. */
  price: number | null;
  original_price: number | null;
  percent: number | null;
  lowest_30d: number | null;
  minimum_price: number | null;
  /** From so many pieces on, by quantity. */
  tiers: StoredTier[];
  /** Pieces free to sell over the channel's warehouses. */
  stock: number;
  /** The same by the code of the warehouse, of all warehouses that have some. */
  stock_at: Record<string, number>;
  /** Codes of its taxons and of all above them. */
  taxon_codes: string[];
  /** Main taxon from the root down. */
  taxon_path: { id: number; code: string; name: Texts; slug: Texts }[];
}

/** Facts by variant, for one channel; prices and tax are those of today. */
export async function loadVariantFacts(
  db: Db,
  channelId: number,
  by: { ids: readonly number[] } | { codes: readonly string[] },
): Promise<VariantFacts[]> {
  const wanted =
    'ids' in by ? sql`v.id = any(${[...by.ids]}::int[])` : sql`v.code = any(${[...by.codes]}::text[])`;
  return (await variantFactsQuery(channelId, wanted).execute(db)).rows;
}

/** @param wanted condition on `v`, the variants */
export const variantFactsQuery = (channelId: number, wanted: RawBuilder<unknown>) => sql<VariantFacts>`
    select v.id as variant_id, v.code, p.id as product_id, p.code as product_code, p.type as product_type,
      p.name as product_name, p.slug as product_slug, p.images, v.pack_shot, v.name as variant_name,
      ((p.enabled or p.type = 'gift_card') and v.enabled) as enabled, p.is_gift, p.is_chemical, p.professional_use,
      p.ammonium_nitrate16 as trade_only, (p.type <> 'gift_card' and (v.tracked or not ${hasPlace(sql`c.code`)})) as tracked, v.weight,
      v.net_amount, v.net_unit, v.ean,
      coalesce((select r.rate from tax_rate r join zone z on z.code = r.zone
        where r.category = p.tax_category and z.countries && c.countries order by r.id limit 1), 0) as tax_rate,
      cp.price, cp.original_price, cp.percent, cp.lowest_30d, cp.minimum_price,
      ${tiersOf('v.id', sql`c.id`)} as tiers,
      st.stock, st.stock_at,
      coalesce((select array_agg(distinct a.code::text) from product_taxon pt join taxon t on t.id = pt.taxon_id
        join taxon a on a.lft <= t.lft and a.rgt >= t.rgt where pt.product_id = p.id), '{}') as taxon_codes,
      coalesce((select json_agg(json_build_object('id', a.id, 'code', a.code, 'name', a.name, 'slug', a.slug)
        order by a.level) from taxon t join taxon a on a.lft <= t.lft and a.rgt >= t.rgt
        where t.id = p.main_taxon_id), '[]') as taxon_path
    from product_variant v
    join product p on p.id = v.product_id
    join channel c on c.id = ${channelId}
    left join channel_price cp on cp.variant_id = v.id and cp.channel_id = c.id
    cross join lateral (
      select coalesce(sum(greatest(s.on_hand - s.on_hold, 0)) filter (where c.code = any(w.channels) and ${mayGive}), 0) as stock,
        coalesce(json_object_agg(w.code, greatest(s.on_hand - s.on_hold, 0)), '{}') as stock_at
      from stock s join warehouse w on w.id = s.warehouse_id where s.variant_id = v.id) st
    where ${wanted}
    order by v.id`;

/** Pieces free to sell by codes of warehouse and variant. */
export type Availability = (warehouse: string, variantCode: string) => number;

export function availabilityOf(facts: Iterable<Pick<VariantFacts, 'code' | 'stock_at'>>): Availability {
  const byVariant = new Map(Array.from(facts, (fact) => [fact.code, fact.stock_at]));
  return (warehouse, variantCode) => byVariant.get(variantCode)?.[warehouse] ?? 0;
}

/** As it is now: where time has passed since the facts were read. */
export async function loadAvailability(db: Db, variantIds: readonly number[]): Promise<Availability> {
  if (variantIds.length === 0) return () => 0;
  const rows = await db
    .selectFrom('stock')
    .innerJoin('warehouse', 'warehouse.id', 'stock.warehouse_id')
    .innerJoin('product_variant', 'product_variant.id', 'stock.variant_id')
    .select(['warehouse.code as warehouse', 'product_variant.code as variant'])
    .select(sql<number>`greatest(on_hand - on_hold, 0)`.as('available'))
    .where('stock.variant_id', 'in', [...variantIds])
    .execute();
  const byPlace = new Map(rows.map((row) => [`${row.warehouse} ${row.variant}`, row.available]));
  return (warehouse, variantCode) => byPlace.get(`${warehouse} ${variantCode}`) ?? 0;
}
