/** Requests to hear when goods are back (contract 4.12). */
import { z } from '#lib/zod.ts';
import { code, typed } from './values.ts';

/** STK-01. A guest gives an address and the consent; who is signed in gives neither. */
export const stockRequestBody = z.strictObject({
  productVariantCode: code,
  email: z.optional(typed),
  acceptedPrivacyPolicy: z.optional(z.boolean()),
});

/** `pending`: a letter goes out once when the goods are back; then the request is forgotten. */
export const stockRequest = z.object({ id: z.int(), productVariantCode: code, state: z.enum(['pending']) });
export type StockRequest = z.infer<typeof stockRequest>;

/** STK-03: what the letter's link carries. */
export const stockRequestLink = z.object({ hash: z.string().check(z.maxLength(256)) });
