/**
 * People and places on the wire (contract 2.5, 2.6). Request schemas check kinds of values only (400); the bounds of
 * 2.6 are rules of `#domain/field-rules.ts`, asked by forms and by the server (422 with one violation per field).
 */
import { z } from '#lib/zod.ts';

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
