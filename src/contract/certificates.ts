/** Certificates of plant protection: goods for professional use go to their holders (contract 5.7). */
import { z } from '#lib/zod.ts';
import { typed } from './values.ts';

/** With an order that holds such goods (CHK-01, CHK-19). Bounds are rules of `#domain/fields/certificate.ts`. */
export const certificateInput = z.strictObject({
  number: typed,
  holder: typed,
  /** `YYYY-MM-DD`, the last day. */
  validUntil: typed,
});
export type CertificateInput = z.infer<typeof certificateInput>;

export const certificate = z.object({ number: z.string(), holder: z.string(), validUntil: z.string() });
export type Certificate = z.infer<typeof certificate>;

/** Of an account: given with an order, and looked at by the shop since or not. */
export const accountCertificate = z.object({
  ...certificate.shape,
  state: z.enum(['submitted', 'accepted', 'expired']),
});
