/** The one shape of every failure (contract 1.6). */
import { z } from '#lib/zod.ts';

export const violation = z.object({
  /** Dots and brackets: `billingAddress.postCode`, `items[0].quantity`; empty = the whole form. */
  propertyPath: z.string(),
  message: z.string(),
  code: z.optional(z.string()),
});
export type Violation = z.infer<typeof violation>;

export const apiErrorBody = z.object({
  /** Equals the HTTP status. */
  code: z.int(),
  /** Stable name, what programs compare (docs/api-contract.md 6.1). */
  errorCode: z.string(),
  /** Short, technical, English. */
  message: z.string(),
  /** For people, in the locale of the answer. */
  detail: z.optional(z.string()),
  violations: z.array(violation),
  /** Typed per errorCode, for example the current cart. */
  context: z.optional(z.record(z.string(), z.unknown())),
  requestId: z.optional(z.string()),
});
export type ApiErrorBody = z.infer<typeof apiErrorBody>;
