import type { ColumnType, Generated } from 'kysely';
import type { TierPack } from '#contract/catalogue-words.ts';
import type { PostalAddress, ProductImage, Safety } from '#domain/catalogue/stored-product.ts';
import type { Texts } from '#domain/catalogue/texts.ts';
import type { Json, OptionalJson, Moment, GeneratedMoment } from './column-types.ts';

export type { PostalAddress, ProductImage, Safety, Texts };

export type TaxonTable = {
  id: Generated<number>;
  code: string;
  parent_id: number | null;
  level: number;
  position: number;
  lft: number;
  rgt: number;
  enabled: Generated<boolean>;
  name: Json<Texts>;
  slug: Json<Texts>;
  description: OptionalJson<Texts>;
  image: string | null;
  /** What people call it besides, by locale; `la` counts in every locale. Search alone reads it. */
  bynames: OptionalJson<Texts>;
  updated_at: GeneratedMoment;
};

export type AttributeTable = {
  id: Generated<number>;
  code: string;
  type: 'list' | 'text';
  filterable: boolean;
  position: number;
  name: Json<Texts>;
  slug: Json<Texts>;
};

export type AttributeValueTable = {
  id: Generated<number>;
  attribute_id: number;
  code: string;
  position: number;
  value: Json<Texts>;
  slug: Json<Texts>;
  color: string | null;
  icon_color: string | null;
  background_color: string | null;
  image_path: string | null;
  content: OptionalJson<Texts>;
  /** As those of a taxon. */
  bynames: OptionalJson<Texts>;
};

export type OptionValueTable = {
  id: Generated<number>;
  option_code: string;
  option_name: Json<Texts>;
  code: string;
  value: Json<Texts>;
};

export type MakerTable = {
  id: Generated<number>;
  code: string;
  name: string;
  address: Json<PostalAddress>;
  email: string | null;
};

export type ProductTable = {
  id: Generated<number>;
  code: string;
  /** `gift_card`: bought on a page of its own, and not enabled, so that nothing else shows it. */
  type: 'simple' | 'bundle' | 'gift_card';
  enabled: Generated<boolean>;
  position: Generated<number>;
  main_taxon_id: number | null;
  maker_id: number | null;
  name: Json<Texts>;
  slug: Json<Texts>;
  short_description: OptionalJson<Texts>;
  description: OptionalJson<Texts>;
  meta_title: OptionalJson<Texts>;
  meta_description: OptionalJson<Texts>;
  tax_category: Generated<string>;
  is_chemical: Generated<boolean>;
  professional_use: Generated<boolean>;
  ammonium_nitrate16: Generated<boolean>;
  is_gift: Generated<boolean>;
  returnable: Generated<boolean>;
  safety: OptionalJson<Safety>;
  images: ColumnType<ProductImage[], string | undefined, string>;
  average_rating: Generated<number>;
  review_count: Generated<number>;
  source: Generated<string>;
  created_at: GeneratedMoment;
  updated_at: GeneratedMoment;
};

export type ProductSlugTable = { product_id: number; locale: string; slug: string };
export type ProductTaxonTable = { product_id: number; taxon_id: number; position: Generated<number> };
export type ProductAttributeTable = {
  product_id: number;
  attribute_value_id: number;
  position: Generated<number>;
};
export type ProductAssociationTable = {
  product_id: number;
  type: string;
  associated_code: string;
  position: number;
};

/** What the picture of a pack shows (server/pictures). */
export type PackShot = {
  kind: string;
  label: { fill: string; dark: string };
  title: string;
  bigTitle: boolean;
  fact: string;
  size: string;
  art: { set: string; name: string; drawnInstead?: string };
};

export type ProductVariantTable = {
  id: Generated<number>;
  product_id: number;
  code: string;
  position: Generated<number>;
  is_default: Generated<boolean>;
  enabled: Generated<boolean>;
  name: Json<Texts>;
  ean: string | null;
  net_amount: number | null;
  net_unit: 'kg' | 'l' | 'm' | 'm2' | 'piece' | null;
  /** grams, as sent */
  weight: Generated<number>;
  tracked: Generated<boolean>;
  pack_shot: OptionalJson<PackShot>;
  updated_at: GeneratedMoment;
};

export type ProductVariantOptionTable = { variant_id: number; option_value_id: number };
export type BundleItemTable = {
  product_id: number;
  variant_id: number;
  quantity: number;
  required: Generated<boolean>;
  position: number;
};

/** Cents, with tax. */
export type ChannelPriceTable = {
  variant_id: number;
  channel_id: number;
  price: number;
  /** What the reduction is counted from: never above `lowest_30d`. */
  original_price: number | null;
  /** The retailer's usual price where it is not what a reduction is counted from. */
  list_price: number | null;
  percent: number | null;
  price_before: number | null;
  lowest_30d: number | null;
  minimum_price: Generated<number>;
  promotion: string | null;
  updated_at: GeneratedMoment;
};

/** Cents of a piece, with tax, from `quantity` pieces on. */
export type TierPriceTable = {
  variant_id: number;
  channel_id: number;
  quantity: number;
  pack: TierPack | null;
  price: number;
};

export type PriceHistoryTable = {
  variant_id: number;
  channel_id: number;
  valid_from: Moment;
  price: number;
  reduced: Generated<boolean>;
  percent: number | null;
};

/** Pieces. Free to sell = on_hand - on_hold. */
export type StockTable = {
  variant_id: number;
  warehouse_id: number;
  on_hand: number;
  on_hold: Generated<number>;
  /** Of the main warehouse: pieces that orders need, from wherever, and that were not there when they were counted (`set-stock.ts`). */
  missing: Generated<number>;
  updated_at: GeneratedMoment;
};

export type ReviewTable = {
  id: Generated<number>;
  product_id: number;
  title: string | null;
  rating: number;
  comment: string;
  author_first_name: string;
  locale: string | null;
  state: Generated<'new' | 'accepted' | 'rejected'>;
  verified_purchase: Generated<boolean>;
  created_at: GeneratedMoment;
};

export type CatalogueVersionTable = { id: Generated<boolean>; version: number };

export type CatalogueTables = {
  taxon: TaxonTable;
  attribute: AttributeTable;
  attribute_value: AttributeValueTable;
  option_value: OptionValueTable;
  maker: MakerTable;
  product: ProductTable;
  product_slug: ProductSlugTable;
  product_taxon: ProductTaxonTable;
  product_attribute: ProductAttributeTable;
  product_association: ProductAssociationTable;
  product_variant: ProductVariantTable;
  product_variant_option: ProductVariantOptionTable;
  bundle_item: BundleItemTable;
  channel_price: ChannelPriceTable;
  tier_price: TierPriceTable;
  price_history: PriceHistoryTable;
  stock: StockTable;
  review: ReviewTable;
  catalogue_version: CatalogueVersionTable;
};
