/** What buyers think of goods (contract 4.12). */
import { z } from '#lib/zod.ts';
import { code, count, dateTime, paging, typed } from './values.ts';

export const review = z.object({
  id: z.int(),
  title: z.optional(z.string()),
  /** 1 to 5. */
  rating: z.int(),
  comment: z.string(),
  author: z.object({ firstName: z.string() }),
  createdAt: dateTime,
  /** Written by a link that was mailed to the buyer of an order. */
  verifiedPurchase: z.boolean(),
});
export type Review = z.infer<typeof review>;

/** REV-01. Newest first unless said otherwise. */
export const reviewsQuery = z.object({
  product: code,
  ...paging(100),
  order: z.optional(z.record(z.string(), z.string())),
});
export const reviewsMeta = {
  /** One decimal; 0 where there is none. */
  averageRating: z.number(),
  /** How many of each rating, 1 to 5. */
  distribution: z.record(z.string(), count),
};

const mailedToken = z.string().check(z.maxLength(256));
/** REV-02: whose review it is and what was bought comes from the link. */
export const writeReviewBody = z.strictObject({
  product: code,
  rating: z.int(),
  title: z.optional(typed),
  comment: z.string().check(z.maxLength(10_000)),
  reviewToken: mailedToken,
});

/** REV-03: what a link is for. */
export const reviewLinkParams = z.object({ token: mailedToken });
export const reviewLink = z.object({
  product: z.object({ id: z.int(), code, slug: z.string(), name: z.string() }),
  orderNumber: z.string(),
  expiresAt: dateTime,
});
export type ReviewLink = z.infer<typeof reviewLink>;
