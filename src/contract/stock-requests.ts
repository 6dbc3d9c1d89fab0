/** Requests to hear when goods are back (contract 4.12). */
import { z } from '#lib/zod.ts';
import { code, typed } from './values.ts';

/** STK-01. A guest gives an address and the consent; who is signed in gives neither. */
export const stockRequestBody = z.strictObject({
  productVariantCode: code,
  email: z.optional(typed),
  acceptedPrivacyPolicy: z.optional(z.boolean()),
});

/**
 * `pending`: a letter goes out once when the goods are back; then the request is forgotten. STK-01 tells no number: it would say
 * whether the address waits already.
 */
export const requestedStock = z.object({ productVariantCode: code, state: z.enum(['pending']) });
export type RequestedStock = z.infer<typeof requestedStock>;

/** STK-02 */
export const stockRequest = z.extend(requestedStock, { id: z.int() });
export type StockRequest = z.infer<typeof stockRequest>;

/** STK-03: what the letter's link carries. */
export const stockRequestLink = z.object({ hash: z.string().check(z.maxLength(256)) });
