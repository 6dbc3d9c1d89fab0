import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { StoredProduct } from '#domain/catalogue/stored-product.ts';
import type { PackShot } from '#server/database/schema-catalogue.ts';
import type { Database } from '#server/database/schema.ts';
import { goodsPicturePath } from '#server/pictures/picture-paths.ts';
import { mayGive } from './chemical-places.ts';

/** The views that differ from pack to pack; what grows from it is the same. */
const packViews = ['front', 'back'] as const;

type Channel = { id: number; code: string };

/** Free pieces of a variant over the channel's warehouses; null when it is not tracked. */
const freeStock = (variant: string, channel: string) => sql`
  case when (select tracked from product_variant where id = ${sql.ref(variant)}) then coalesce((
    select sum(s.on_hand - s.on_hold) from stock s join warehouse w on w.id = s.warehouse_id
    where s.variant_id = ${sql.ref(variant)} and ${channel} = any(w.channels)), 0) end`;

/** Prices by quantity of a variant in a channel, as jsonb; `[]` where there are none. */
export const tiersOf = (variant: string, channel: RawBuilder<unknown>) => sql`
  coalesce((select jsonb_agg(jsonb_build_object('quantity', tp.quantity, 'price', tp.price, 'pack', tp.pack) order by tp.quantity)
    from tier_price tp where tp.variant_id = ${sql.ref(variant)} and tp.channel_id = ${channel}), '[]')`;

/**
 * Products with everything a card or a page shows, in the channel, in one statement however many they are.
 * Products without a price in the channel are left out.
 */
export async function loadProducts(
  db: Kysely<Database>,
  channel: Channel,
  ids: readonly number[],
): Promise<Map<number, StoredProduct>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ product: StoredProduct; packs: Record<string, PackShot> | null }>`
    select jsonb_build_object(
      'id', p.id, 'code', p.code, 'type', p.type, 'name', p.name, 'slug', p.slug,
      'shortDescription', p.short_description, 'description', p.description,
      'metaTitle', p.meta_title, 'metaDescription', p.meta_description, 'taxCategory', p.tax_category,
      'isChemical', p.is_chemical, 'professionalUse', p.professional_use,
      'tradeOnly', p.ammonium_nitrate16, 'isGift', p.is_gift,
      'returnable', p.returnable,
      'safety', p.safety, 'images', p.images, 'averageRating', p.average_rating, 'reviewCount', p.review_count,
      'mainTaxonId', p.main_taxon_id, 'updatedAt', p.updated_at,
      'taxonIds', coalesce((select jsonb_agg(taxon_id order by position, taxon_id) from product_taxon where product_id = p.id), '[]'),
      'valueIds', coalesce((select jsonb_agg(attribute_value_id order by position) from product_attribute where product_id = p.id), '[]'),
      'variants', v.variants,
      'bundleItems', case when p.type = 'bundle' then coalesce((
        select jsonb_agg(jsonb_build_object('code', i.code, 'quantity', b.quantity, 'required', b.required,
          'productName', ip.name, 'stock', ${freeStock('b.variant_id', channel.code)}) order by b.position)
        from bundle_item b join product_variant i on i.id = b.variant_id join product ip on ip.id = i.product_id
        where b.product_id = p.id), '[]') else '[]' end,
      'maker', (select jsonb_build_object('name', m.name, 'address', m.address, 'email', m.email) from maker m where m.id = p.maker_id),
      'associations', coalesce((
        select jsonb_agg(jsonb_build_object('type', a.type, 'code', a.associated_code) order by a.type, a.position)
        from product_association a where a.product_id = p.id), '[]')
    ) as product, v.packs
    from product p
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'id', pv.id, 'code', pv.code, 'isDefault', pv.is_default, 'name', pv.name, 'ean', pv.ean,
        'netAmount', pv.net_amount, 'netUnit', pv.net_unit, 'weight', pv.weight, 'tracked', pv.tracked,
        'price', c.price, 'originalPrice', c.original_price, 'percent', c.percent, 'lowest', c.lowest_30d,
        'reducedUntil', coalesce((select d.ends_at from catalogue_discount d where d.code = c.promotion),
          (select o.sale_until from offer_plan o where o.variant_id = pv.id and o.sale_price = c.price)),
        'tiers', ${tiersOf('pv.id', sql`${channel.id}`)},
        'options', coalesce((
          select jsonb_agg(jsonb_build_object('optionCode', o.option_code, 'optionName', o.option_name, 'code', o.code, 'value', o.value) order by o.option_code)
          from product_variant_option vo join option_value o on o.id = vo.option_value_id where vo.variant_id = pv.id), '[]'),
        'availableFrom', (select o.available_from from offer_plan o
          where o.variant_id = pv.id and o.available_from > now()),
        'stock', coalesce(st.free, '{}'),
        'changedAt', greatest(pv.updated_at, c.updated_at, st.changed)
      ) order by pv.position, pv.id) as variants,
        jsonb_object_agg(pv.code, pv.pack_shot) filter (where pv.pack_shot is not null) as packs
      from product_variant pv
      join channel_price c on c.variant_id = pv.id and c.channel_id = ${channel.id}
      left join lateral (
        select jsonb_object_agg(s.warehouse_id, s.on_hand - s.on_hold) filter (where s.on_hand > s.on_hold) as free,
          max(s.updated_at) as changed
        from stock s join warehouse w on w.id = s.warehouse_id
        where s.variant_id = pv.id and ${channel.code} = any(w.channels) and ${mayGive}) st on true
      where pv.product_id = p.id and pv.enabled
    ) v
    where p.id = any(${ids}) and p.enabled and v.variants is not null`.execute(db);
  return new Map(rows.map(({ product, packs }) => [product.id, withPackPictures(product, packs ?? {})]));
}

/** Front and label of a pack where the product's own pictures show another one. */
export function packPictures(
  variantCode: string,
  pack: PackShot | null | undefined,
  ofProduct: readonly { path: string }[],
): { path: string; type: (typeof packViews)[number] }[] | undefined {
  if (!pack) return undefined;
  const images = packViews.map((type) => ({ path: goodsPicturePath(variantCode, pack, type), type }));
  return images.some(({ path }) => ofProduct.some((own) => own.path === path)) ? undefined : images;
}

function withPackPictures(product: StoredProduct, packs: Readonly<Record<string, PackShot>>): StoredProduct {
  for (const variant of product.variants) {
    const images = packPictures(variant.code, packs[variant.code], product.images);
    if (images) variant.images = images;
  }
  return product;
}

/** Ids of enabled products by slug; a slug of any language finds its product, that of the wanted one first. */
export async function findBySlug(db: Kysely<Database>, slug: string, locale: string): Promise<number[]> {
  const rows = await db
    .selectFrom('product_slug')
    .innerJoin('product', 'product.id', 'product_slug.product_id')
    .select('product_slug.product_id')
    .where('product_slug.slug', '=', slug)
    .where('product.enabled', '=', true)
    .orderBy(sql`product_slug.locale <> ${locale}`)
    .orderBy('product_slug.product_id')
    .execute();
  return [...new Set(rows.map((row) => row.product_id))];
}

/** Product ids of variant codes; unknown codes are missing. */
export async function productsOfVariants(
  db: Kysely<Database>,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('product_variant')
    .select(['code', 'product_id'])
    .where('code', 'in', codes)
    .where('enabled', '=', true)
    .execute();
  return new Map(rows.map((row) => [row.code, row.product_id]));
}

/** Ids of enabled products by codes or bar codes of their packs, or by their own, in any case of letters (CAT-16). */
export async function productsOfCodes(db: Kysely<Database>, codes: readonly string[]): Promise<number[]> {
  const asked = codes.map((code) => code.toUpperCase());
  const { rows } = await sql<{ id: number }>`
    select distinct p.id from product p join product_variant v on v.product_id = p.id
    where p.enabled and v.enabled
      and (upper(v.code) = any(${asked}) or v.ean = any(${asked}) or upper(p.code) = any(${asked}))
    order by p.id`.execute(db);
  return rows.map(({ id }) => id);
}
