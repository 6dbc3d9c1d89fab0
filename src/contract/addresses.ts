/**
 * People and places on the wire (contract 2.5, 2.6). Request schemas check kinds of values only (400); the bounds of
 * 2.6 are rules of `#domain/fields/field-rules.ts`, asked by forms and by the server (422 with one violation per field).
 */
import { z } from '#lib/zod.ts';
import { intParameter, paging } from './values.ts';

/** Contact of the buyer. */
export const contactInput = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  /** As typed or international; stored as E.164. */
  phoneNumber: z.string(),
});
export type ContactInput = z.infer<typeof contactInput>;

export const addressInput = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  /** ISO 3166-1 alpha-2, one of the channel's countries. */
  countryCode: z.string(),
  city: z.string(),
  street: z.string(),
  houseNumber: z.string(),
  flatNumber: z.optional(z.nullable(z.string())),
  postCode: z.string(),
});
export type AddressInput = z.infer<typeof addressInput>;

/** Address of an order: what was typed, the phone number as E.164. */
export const orderAddress = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  countryCode: z.string(),
  city: z.string(),
  street: z.string(),
  houseNumber: z.string(),
  flatNumber: z.optional(z.string()),
  postCode: z.string(),
});
export type OrderAddress = z.infer<typeof orderAddress>;

/**
 * ACC-17, ACC-19: all fields, and whether it becomes the default one; absent: unchanged, and the first address of a
 * customer is the default in any case. 422 with violations, `address.too_many`; 412 `address.version_mismatch`.
 */
export const customerAddressBody = z.strictObject({
  ...addressInput.shape,
  isDefault: z.optional(z.boolean()),
});
export type CustomerAddressBody = z.infer<typeof customerAddressBody>;

/** An address that a customer keeps (contract 2.5). `version` counts its changes; the ETag is made of it (1.9). */
export const customerAddress = z.object({
  id: z.int(),
  ...orderAddress.shape,
  isDefault: z.boolean(),
  version: z.int(),
});
export type CustomerAddress = z.infer<typeof customerAddress>;

export const addressParams = z.object({ id: intParameter(1, 2_147_483_647) });
/** ACC-16. Nobody keeps more addresses than one page holds: without paging all of them are answered. */
export const addressesQuery = z.object(paging(100));

/** Buyer's company, for an invoice in its name. */
export const companyInput = z.strictObject({
  companyName: z.string(),
  vatNumber: z.optional(z.nullable(z.string())),
  companyCode: z.string(),
  countryCode: z.string(),
  city: z.string(),
  street: z.string(),
  houseNumber: z.string(),
  flatNumber: z.optional(z.nullable(z.string())),
  postCode: z.string(),
});
export type CompanyInput = z.infer<typeof companyInput>;

export const company = z.object({
  companyName: z.string(),
  vatNumber: z.optional(z.string()),
  companyCode: z.string(),
  countryCode: z.string(),
  city: z.string(),
  street: z.string(),
  houseNumber: z.string(),
  flatNumber: z.optional(z.string()),
  postCode: z.string(),
});
export type Company = z.infer<typeof company>;
