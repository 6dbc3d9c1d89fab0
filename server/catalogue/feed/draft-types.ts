/** What an import is about to write of one product, beside what is known of it. */
import type { KnownProduct, KnownVariant } from './known-goods.ts';
import type { FeedRow } from './feed-row.ts';

/** A variant of the product with what a row says of it. */
export type VariantDraft = {
  code: string;
  known: KnownVariant | null;
  row: FeedRow | null;
  /** Undefined: it stays. */
  name: string | undefined;
  optionIds: number[] | undefined;
  ean: string | null;
  netAmount: number | null;
  netUnit: string | null;
  weight: number;
};

export type ProductDraft = {
  code: string;
  known: KnownProduct | null;
  /** Undefined: it stays. */
  name: string | undefined;
  description: string | undefined;
  taxonId: number | undefined;
  valueIds: number[] | undefined;
  brand: string | undefined;
  path: readonly string[];
  variants: VariantDraft[];
};

/** A word of an option that a variant has. */
export type Option = { optionId: number; facetId: number | null; text: string };
