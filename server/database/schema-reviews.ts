import type { GeneratedMoment, Moment, OptionalMoment } from './column-types.ts';

export type ReviewLinkTable = {
  /** SHA-256 of the token. */
  hash: Buffer;
  product_id: number;
  order_id: number;
  expires_at: Moment;
  used_at: OptionalMoment;
  created_at: GeneratedMoment;
};

export type ReviewTables = { review_link: ReviewLinkTable };
