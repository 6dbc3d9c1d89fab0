/** Invoices and pre-invoices of an order (contract 2.5 Invoice, ORD-04, ORD-05). */
import { z } from '#lib/zod.ts';
import { dateTime, money } from '#contract/values.ts';

export const documentKinds = ['invoice', 'pre_invoice', 'credit_note'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const orderDocument = z.object({
  id: z.int(),
  number: z.string(),
  kind: z.enum(documentKinds),
  issuedAt: dateTime,
  total: money,
  /** Path of the PDF below the base of the API. */
  downloadUrl: z.string(),
});
export type OrderDocument = z.infer<typeof orderDocument>;
