/** A product of a channel as cards and pages are made of it: read from the shop's tables, or from what a device keeps. */
import type { TierPack } from '#contract/catalogue-words.ts';
import type { Texts } from './texts.ts';

export type Safety = {
  signalWord: string | null;
  pictograms: string[];
  statements: string[];
  registrationNumber: string | null;
  documents: Record<string, { label: string; safetySheet: string }>;
};

/** A picture of a product: its path below /images/{w}x{h}/. */
export type ProductImage = { path: string; type: 'front' | 'back' | 'detail'; alt: Texts };

export type PostalAddress = {
  street: string;
  houseNumber: string;
  city: string;
  postCode: string;
  countryCode: string;
};

/** Cents with tax, of each piece from `quantity` pieces on. */
export type StoredTier = { quantity: number; price: number; pack: TierPack | null };

export type StoredVariant = {
  id: number;
  code: string;
  isDefault: boolean;
  name: Texts;
  ean: string | null;
  netAmount: number | null;
  netUnit: 'kg' | 'l' | 'm' | 'm2' | 'piece' | null;
  weight: number;
  tracked: boolean;
  price: number;
  originalPrice: number | null;
  percent: number | null;
  lowest: number | null;
  /** By quantity; some of them may not lower the price now (domain/money/tier-prices.ts). */
  tiers: StoredTier[];
  /** ISO, end of the reduction, if it has one. */
  reducedUntil: string | null;
  /** ISO, when pieces come that are not there yet; a device does not keep it. */
  availableFrom?: string | null;
  options: { optionCode: string; optionName: Texts; code: string; value: Texts }[];
  /** Free pieces by warehouse id, warehouses of the channel only. */
  stock: Record<string, number>;
  /** ISO, the latest change of variant, price or stock. */
  changedAt: string;
  /** Pictures of this pack, where it is not the one that the product's pictures show; a device does not keep them. */
  images?: { path: string; type: ProductImage['type'] }[];
};

export type StoredBundleItem = {
  code: string;
  quantity: number;
  required: boolean;
  productName: Texts;
  stock: number | null;
};

export type StoredProduct = {
  id: number;
  code: string;
  type: 'simple' | 'bundle';
  name: Texts;
  slug: Texts;
  shortDescription: Texts | null;
  description: Texts | null;
  metaTitle: Texts | null;
  metaDescription: Texts | null;
  taxCategory: string;
  isChemical: boolean;
  professionalUse: boolean;
  tradeOnly: boolean;
  isGift: boolean;
  returnable: boolean;
  safety: Safety | null;
  images: ProductImage[];
  averageRating: number;
  reviewCount: number;
  mainTaxonId: number | null;
  taxonIds: number[];
  valueIds: number[];
  updatedAt: string;
  variants: StoredVariant[];
  bundleItems: StoredBundleItem[];
  maker: { name: string; address: PostalAddress; email: string | null } | null;
  associations: { type: 'similar' | 'accessories'; code: string }[];
};
