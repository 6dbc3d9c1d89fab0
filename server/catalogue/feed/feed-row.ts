import type { StoredTier } from '#domain/catalogue/stored-product.ts';
import type { OptionCode } from './option-words.ts';

export type NetContent = { amount: number; unit: 'kg' | 'l' | 'm' | 'm2' | 'piece' };

/**
 * What an item says, and nothing that it does not: undefined is "not named" and leaves what the shop has. Money in cents
 * with tax, weight in grams, moments as ISO text in UTC.
 */
export type FeedRow = {
  code: string;
  /** Code of the product that the item is a variant of. */
  group: string | undefined;
  title: string | undefined;
  description: string | undefined;
  /** Before any reduction. An item that names a price and no reduced one has none. */
  price: number | undefined;
  sale: { price: number; from: string | null; until: string | null } | null | undefined;
  availability: 'in_stock' | 'out_of_stock' | 'preorder' | 'backorder' | undefined;
  availableFrom: string | undefined;
  /** Not offered from then on. */
  expiresAt: string | undefined;
  /** Pieces. */
  quantity: number | undefined;
  /** Prices by quantity, in place of those that there are; none of them ends those. */
  tiers: StoredTier[] | undefined;
  ean: string | undefined;
  brand: string | undefined;
  /** Category names from the root down. */
  path: string[] | undefined;
  netContent: NetContent | undefined;
  weight: number | undefined;
  /** What its variants differ in, as written. */
  options: Partial<Record<OptionCode, string>>;
  details: { name: string; value: string }[];
};
