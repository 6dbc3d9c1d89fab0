import type { PackShot, PostalAddress, Safety, Texts } from '#server/database/schema-catalogue.ts';

/** The files of server/seed-data/catalogue as far as the loader reads them (their README is the reference). */
export type TaxonRow = {
  code: string;
  parent: string | null;
  level: number;
  position: number;
  enabled: boolean;
  name: Texts;
  slug: Texts;
};
export type AttributesFile = {
  attributes: {
    code: string;
    type: 'list' | 'text';
    filterable: boolean;
    position: number;
    name: Texts;
    slug: Texts;
  }[];
  values: {
    attribute: string;
    code: string;
    position: number;
    value: Texts;
    slug: Texts;
    color: string | null;
    backgroundColor: string | null;
  }[];
  options: { code: string; name: Texts; values: { code: string; value: Texts }[] }[];
  makers: { code: string; name: string; address: PostalAddress; email: string }[];
};
export type VariantRow = {
  code: string;
  position: number;
  enabled: boolean;
  name: Texts;
  options: Record<string, string>;
  ean: string;
  netContent: { amount: number; unit: string } | null;
  weight: number;
  tracked: boolean;
  stock: Record<string, number>;
  packShot: PackShot;
  prices: {
    channel: string;
    price: number;
    originalPrice: number | null;
    discountPercentages: number[];
    priceBefore: number | null;
    lowestPriceBeforeDiscount: number | null;
    minimumPrice: number;
    promotion: string | null;
    history: { from: string; price: number; reduced: boolean; percent?: number }[];
  }[];
};
export type ProductRow = {
  code: string;
  type: 'simple' | 'bundle';
  position: number;
  enabled: boolean;
  createdAt: string;
  mainTaxon: string;
  taxons: string[];
  name: Texts;
  slug: Texts;
  shortDescription: Texts;
  description: Texts;
  taxCategory: string;
  maker: string | null;
  isChemical: boolean;
  professionalUse: boolean;
  ammoniumNitrate16: boolean;
  isGift: boolean;
  returnable: boolean;
  attributes: { attribute: string; value: string }[];
  safety: Safety | null;
  defaultVariant: string;
  variants: VariantRow[];
  associations: { type: string; productCodes: string[] }[];
  bundle: { items: { productVariantCode: string; quantity: number; required: boolean }[] } | null;
  reviews: { title?: string | null; rating: number; comment: string; [key: string]: unknown }[];
  averageRating: number;
  reviewCount: number;
};
export type ProductsFile = {
  products: ProductRow[];
  hazardStatements: Record<string, Texts>;
  signalWords: Record<string, Texts>;
  pictograms: Record<string, Texts>;
};
