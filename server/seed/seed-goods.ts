import type { ClientBase } from 'pg';
import { goodsPicturePath, goodsViews } from '#server/pictures/picture-paths.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { ProductRow, ProductsFile, VariantRow } from './data-types.ts';
import { insertRows } from './insert-rows.ts';
import { readData } from './read-data.ts';
import { seedTaxons, type AttributeIds, seedAttributes } from './seed-taxons.ts';

type Clean = (html: string) => string;

const mapTexts = (texts: Texts, change: (text: string) => string): Texts =>
  Object.fromEntries(Object.entries(texts).map(([locale, text]) => [locale, change(text)]));

/** Three pictures of the default pack: front, label, close view of what grows from it. */
function picturesOf(product: Pick<ProductRow, 'name' | 'defaultVariant' | 'variants'>): unknown[] {
  const variant = product.variants.find(({ code }) => code === product.defaultVariant) ?? product.variants[0];
  if (!variant) return [];
  return goodsViews.map((view) => ({
    path: goodsPicturePath(variant.code, variant.packShot, view),
    type: view,
    alt: product.name,
  }));
}

function productRow(
  product: ProductRow,
  id: number,
  taxons: Map<string, number>,
  makers: Map<string, number>,
  clean: Clean,
) {
  return {
    id,
    code: product.code,
    type: product.type,
    enabled: product.enabled,
    position: product.position,
    main_taxon_id: taxons.get(product.mainTaxon),
    maker_id: product.maker === null ? null : makers.get(product.maker),
    name: product.name,
    slug: product.slug,
    short_description: product.shortDescription,
    description: mapTexts(product.description, clean),
    tax_category: product.taxCategory,
    is_chemical: product.isChemical,
    professional_use: product.professionalUse,
    ammonium_nitrate16: product.ammoniumNitrate16,
    is_gift: product.isGift,
    returnable: product.returnable,
    safety: product.safety,
    images: picturesOf(product),
    average_rating: product.averageRating,
    review_count: product.reviewCount,
    source: 'seed',
    created_at: product.createdAt,
    updated_at: product.createdAt,
  };
}

async function seedVariants(
  client: ClientBase,
  products: readonly ProductRow[],
  now: Date,
  attributes: AttributeIds,
): Promise<Map<string, number>> {
  const variants = products.flatMap((product, at) =>
    product.variants.map((variant) => ({
      variant,
      productId: at + 1,
      isDefault: variant.code === product.defaultVariant,
    })),
  );
  const ids = new Map(variants.map(({ variant }, at) => [variant.code, at + 1]));
  const idOf = (variant: VariantRow): number => ids.get(variant.code) ?? 0;
  await insertRows(
    client,
    'product_variant',
    variants.map(({ variant, productId, isDefault }) => ({
      id: idOf(variant),
      product_id: productId,
      code: variant.code,
      position: variant.position,
      is_default: isDefault,
      enabled: variant.enabled,
      name: variant.name,
      ean: variant.ean,
      net_amount: variant.netContent?.amount ?? null,
      net_unit: variant.netContent?.unit ?? null,
      weight: variant.weight,
      tracked: variant.tracked,
      pack_shot: variant.packShot,
      updated_at: products[productId - 1]?.createdAt,
    })),
  );
  await insertRows(
    client,
    'product_variant_option',
    variants.flatMap(({ variant }) =>
      Object.entries(variant.options).map(([option, value]) => ({
        variant_id: idOf(variant),
        option_value_id: attributes.options.get(`${option}:${value}`),
      })),
    ),
  );
  const channels = await client.query<{ id: number; code: string }>('select id, code from channel');
  const channelIds = new Map(channels.rows.map(({ id, code }) => [code, id]));
  const prices = variants.flatMap(({ variant }) => variant.prices.map((price) => ({ variant, price })));
  await insertRows(
    client,
    'channel_price',
    prices.map(({ variant, price }) => ({
      variant_id: idOf(variant),
      channel_id: channelIds.get(price.channel),
      price: price.price,
      original_price: price.originalPrice,
      percent: price.discountPercentages[0] ?? null,
      price_before: price.priceBefore,
      lowest_30d: price.lowestPriceBeforeDiscount,
      minimum_price: price.minimumPrice,
      promotion: price.promotion,
      updated_at: price.history.at(-1)?.from,
    })),
  );
  await insertRows(
    client,
    'price_history',
    prices.flatMap(({ variant, price }) =>
      price.history.map((step) => ({
        variant_id: idOf(variant),
        channel_id: channelIds.get(price.channel),
        valid_from: step.from,
        price: step.price,
        reduced: step.reduced,
        percent: step.percent ?? null,
      })),
    ),
  );
  const warehouses = await client.query<{ id: number; code: string }>('select id, code from warehouse');
  const warehouseIds = new Map(warehouses.rows.map(({ id, code }) => [code, id]));
  await insertRows(
    client,
    'stock',
    variants.flatMap(({ variant }) =>
      Object.entries(variant.stock).map(([warehouse, quantity]) => ({
        variant_id: idOf(variant),
        warehouse_id: warehouseIds.get(warehouse),
        on_hand: quantity,
        on_hold: 0,
        updated_at: now,
      })),
    ),
  );
  return ids;
}

/** The words of labels of dangerous goods, which are the law's and not the demo shop's. */
export async function seedSafetyWords(client: ClientBase, now: Date): Promise<void> {
  const file = readData<ProductsFile>('catalogue/products.json', now);
  await insertRows(client, 'shop_setting', [
    { code: 'hazardStatements', value: file.hazardStatements },
    { code: 'signalWords', value: file.signalWords },
    { code: 'pictograms', value: file.pictograms },
  ]);
}

/** Categories, attributes, products with prices and stock. Descriptions are cleaned here, once. */
export async function seedGoods(client: ClientBase, now: Date, clean: Clean): Promise<void> {
  const taxons = await seedTaxons(client, now);
  const attributes = await seedAttributes(client, now);
  const { products } = readData<ProductsFile>('catalogue/products.json', now);
  const numbered = products.map((product, at) => ({ product, id: at + 1 }));
  await insertRows(
    client,
    'product',
    numbered.map(({ product, id }) => productRow(product, id, taxons, attributes.makers, clean)),
  );
  await insertRows(
    client,
    'product_slug',
    numbered.flatMap(({ product, id }) =>
      Object.entries(product.slug).map(([locale, slug]) => ({ product_id: id, locale, slug })),
    ),
  );
  await insertRows(
    client,
    'product_taxon',
    numbered.flatMap(({ product, id }) =>
      product.taxons.map((taxon) => ({
        product_id: id,
        taxon_id: taxons.get(taxon),
        position: product.position,
      })),
    ),
  );
  await insertRows(
    client,
    'product_attribute',
    numbered.flatMap(({ product, id }) =>
      product.attributes.map(({ attribute, value }, position) => ({
        product_id: id,
        attribute_value_id: attributes.values.get(`${attribute}:${value}`),
        position,
      })),
    ),
  );
  await insertRows(
    client,
    'product_association',
    numbered.flatMap(({ product, id }) =>
      product.associations.flatMap(({ type, productCodes }) =>
        productCodes.map((code, position) => ({ product_id: id, type, associated_code: code, position })),
      ),
    ),
  );
  const variants = await seedVariants(client, products, now, attributes);
  await insertRows(
    client,
    'bundle_item',
    numbered.flatMap(({ product, id }) =>
      (product.bundle?.items ?? []).map((item, position) => ({
        product_id: id,
        variant_id: variants.get(item.productVariantCode),
        quantity: item.quantity,
        required: item.required,
        position,
      })),
    ),
  );
  await insertRows(
    client,
    'review',
    numbered
      .flatMap(({ product, id }) => product.reviews.map((review) => ({ review, id })))
      .map(({ review, id }, at) => ({
        id: at + 1,
        product_id: id,
        title: review.title ?? null,
        rating: review.rating,
        comment: review.comment,
        author_first_name: (review['author'] as { firstName: string }).firstName,
        locale: 'lt',
        state: review['state'] ?? 'accepted',
        verified_purchase: review['verifiedPurchase'] ?? false,
        created_at: review['createdAt'],
      })),
  );
  // A category shows what its first product grows into.
  await client.query(
    `update taxon set image = (
       select p.images -> 2 ->> 'path' from product p
         join product_taxon pt on pt.product_id = p.id
         join taxon below on below.id = pt.taxon_id and below.lft between taxon.lft and taxon.rgt
        where p.type = 'simple' and not p.is_gift
        order by p.position limit 1)`,
  );
}
