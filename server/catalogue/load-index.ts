import { sql, type Kysely } from 'kysely';
import {
  categoryNames,
  filterableValues,
  newValues,
  textsOfProduct,
  withAncestors,
} from '#domain/search/goods-texts.ts';
import { textIn, type Texts } from '#domain/catalogue/texts.ts';
import type { Database } from '#server/database/schema.ts';
import type { CatalogueData } from './catalogue-data.ts';
import { hasPlace, mayGive } from './chemical-places.ts';
import { GoodsIndex } from '#domain/search/goods-index.ts';
import { ListingIndex, type ChannelProduct } from '#domain/search/listing-index.ts';

type GoodsRow = {
  id: number;
  code: string;
  name: Texts;
  short_description: Texts | null;
  position: number;
  created_at: Date;
  average_rating: number;
  review_count: number;
  is_gift: boolean;
  is_chemical: boolean;
  main_taxon_id: number | null;
  taxon_ids: number[] | null;
  value_ids: number[] | null;
  variants: { code: string; ean: string | null; name: Texts }[] | null;
};

/** All enabled products with their words, categories and values. */
export async function loadGoods(db: Kysely<Database>, data: CatalogueData): Promise<GoodsIndex> {
  const { rows } = await sql<GoodsRow>`
    select p.id, p.code, p.name, p.short_description, p.position, p.created_at, p.average_rating, p.review_count, p.is_gift, p.is_chemical, p.main_taxon_id,
      t.ids as taxon_ids, a.ids as value_ids, v.variants
    from product p
    left join (select product_id, array_agg(taxon_id order by position, taxon_id) as ids from product_taxon group by 1) t on t.product_id = p.id
    left join (select product_id, array_agg(attribute_value_id order by position) as ids from product_attribute group by 1) a
      on a.product_id = p.id
    left join (select product_id, jsonb_agg(jsonb_build_object('code', code, 'ean', ean, 'name', name)) as variants from product_variant where enabled group by 1) v
      on v.product_id = p.id
    where p.enabled
    order by p.position, p.id`.execute(db);
  const isNew = newValues(data);
  const products = rows.map((row) => ({
    id: row.id,
    code: row.code,
    position: row.position,
    createdAt: row.created_at.getTime(),
    rating: row.average_rating,
    reviewCount: row.review_count,
    isGift: row.is_gift,
    isChemical: row.is_chemical,
    isNew: row.value_ids?.some((id) => isNew.has(id)) ?? false,
    mainTaxonId: row.main_taxon_id,
    taxonIds: withAncestors(data, row.taxon_ids ?? []),
    valueIds: row.value_ids ?? [],
  }));
  // As text: millions of small objects would be gone through whenever garbage is collected.
  const kept = rows.map(({ code, name, short_description, variants }) =>
    JSON.stringify({ code, name, short_description, variants }),
  );
  const read = (text: string) =>
    JSON.parse(text) as Pick<GoodsRow, 'code' | 'name' | 'short_description' | 'variants'>;
  function* textsOf(locale: string) {
    for (const [member, text] of kept.entries()) {
      const row = read(text);
      const { taxonIds = [], valueIds = [] } = products[member] ?? {};
      const named = {
        code: row.code,
        name: row.name,
        shortDescription: row.short_description,
        variants: row.variants ?? [],
      };
      yield textsOfProduct(data, named, taxonIds, valueIds, locale);
    }
  }
  function* namesOf(locale: string) {
    for (const text of kept) yield textIn(read(text).name, locale);
  }
  return new GoodsIndex(products, filterableValues(data), textsOf, namesOf, (locale) =>
    categoryNames(data, locale),
  );
}

type PriceRow = { product_id: number; prices: number[]; discount: number; in_stock: boolean };

/** Is any of these products in stock in the channel? Of all products, or of the given ones. */
export function stockQuery(channelCode: string, productIds: readonly number[] | null) {
  return sql<{ product_id: number; in_stock: boolean }>`
    select v.product_id,
      case when p.type = 'bundle' then not exists (
        select 1 from bundle_item b where b.product_id = p.id and b.required and b.quantity > coalesce((
          select sum(s.on_hand - s.on_hold) from stock s join warehouse w on w.id = s.warehouse_id
          where s.variant_id = b.variant_id and ${channelCode} = any(w.channels)), 0))
      else bool_or((not v.tracked and ${hasPlace(sql`${channelCode}`)}) or exists (
        select 1 from stock s join warehouse w on w.id = s.warehouse_id
        where s.variant_id = v.id and s.on_hand > s.on_hold and ${channelCode} = any(w.channels)
          and ${mayGive})) end as in_stock
    from product_variant v join product p on p.id = v.product_id
    where v.enabled and ${productIds === null ? sql`true` : sql`v.product_id = any(${productIds})`}
    group by v.product_id, p.id`;
}

/** Prices and stock of one channel over the goods. */
export async function loadListing(
  db: Kysely<Database>,
  goods: GoodsIndex,
  channel: { id: number; code: string },
): Promise<ListingIndex> {
  const prices = await sql<PriceRow>`
    select v.product_id, array_agg(c.price) as prices, coalesce(max(c.percent), 0) as discount
    from product_variant v join channel_price c on c.variant_id = v.id and c.channel_id = ${channel.id}
    where v.enabled group by v.product_id`.execute(db);
  const stock = await stockQuery(channel.code, null).execute(db);
  const inStock = new Set(stock.rows.filter((row) => row.in_stock).map((row) => row.product_id));
  const products: ChannelProduct[] = [];
  for (const row of prices.rows) {
    const member = goods.memberOfId(row.product_id);
    if (member === undefined) continue;
    products.push({
      member,
      prices: row.prices,
      discount: row.discount,
      inStock: inStock.has(row.product_id),
    });
  }
  return new ListingIndex(goods, products);
}

/** Products of the variants, with the bundles that hold them. */
export async function productsOfVariants(db: Kysely<Database>, ids: number[]): Promise<number[]> {
  const own = await db.selectFrom('product_variant').select('product_id').where('id', 'in', ids).execute();
  const bundles = await db
    .selectFrom('bundle_item')
    .select('product_id')
    .where('variant_id', 'in', ids)
    .execute();
  return [...new Set([...own, ...bundles].map((row) => row.product_id))];
}
