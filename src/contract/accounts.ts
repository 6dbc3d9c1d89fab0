/**
 * What people send about their account (contract 4.9). Schemas check kinds of values only (400); the bounds of 2.6 are
 * rules of `#domain/fields/field-rules.ts`, asked by forms and by the server (422 with one violation per field).
 */
import { z } from '#lib/zod.ts';
import { genders, signInQuery } from './customers.ts';
import { intParameter, typed } from './values.ts';

/** Absent and null say that there is none; a blank text says the same. */
const optionalText = z.optional(z.nullable(typed));

/** The firm of a customer, flat as the specification's profile has it; asked for where `isCompany` is true. */
const companyFields = {
  companyName: optionalText,
  vatNumber: optionalText,
  companyCode: optionalText,
  countryCode: optionalText,
  city: optionalText,
  street: optionalText,
  houseNumber: optionalText,
  flatNumber: optionalText,
  postCode: optionalText,
};
/** Names of the flat fields of a company. */
export const companyFieldNames = Object.keys(companyFields) as (keyof typeof companyFields)[];
export type CompanyFields = { [K in keyof typeof companyFields]?: string | null | undefined };

/**
 * ACC-05. Both consents must be true; `repeatPassword` equals `password`. Fields of a company count where `isCompany` is
 * true, and are passed over else. 422 with violations, `consent.required`; 429 `rate.limited`.
 */
export const signUpBody = z.strictObject({
  email: typed,
  password: typed,
  repeatPassword: typed,
  firstName: optionalText,
  lastName: optionalText,
  /** As typed or international; stored as E.164. */
  phoneNumber: optionalText,
  isCompany: z.optional(z.boolean()),
  ...companyFields,
  /** Counts when the e-mail is confirmed. */
  subscribedToNewsletter: z.optional(z.boolean()),
  acceptedPrivacyPolicy: z.boolean(),
  acceptedTermsAndConditions: z.boolean(),
});
export type SignUpBody = z.infer<typeof signUpBody>;

/** `orderToken`: the guest's cart, theirs when the e-mail is confirmed or with the first sign-in (contract 5.9). */
export const signUpQuery = signInQuery;

/** ACC-05: the same for an e-mail that has an account already (T11). */
export const signedUp = z.object({ email: z.string(), verified: z.literal(false) });
export type SignedUp = z.infer<typeof signedUp>;

/** ACC-08. `locale` is that of the mail; one that the channel lacks counts as that of the call. 202 for any e-mail (T11). */
export const resetRequestBody = z.strictObject({
  email: typed,
  locale: z.optional(z.string().check(z.maxLength(16))),
});

/**
 * ACC-09. The token of the mail (24 hours, once) stands in the path; `confirmNewPassword` equals `newPassword`. All
 * sign-ins end, and the e-mail counts as confirmed. 422 `reset.invalid_token`, or with violations.
 */
export const resetBody = z.strictObject({ newPassword: typed, confirmNewPassword: typed });
export type ResetBody = z.infer<typeof resetBody>;

/** The customer of the path, who must be the caller: 404 for any other. */
export const customerParams = z.object({ id: intParameter(1, 2_147_483_647) });

/** ACC-12 alone: an address of the caller by its reference (1.12), or none. 422 `address.not_found` for any other. */
export const defaultAddressBody = z.strictObject({
  defaultAddress: z.nullable(z.string().check(z.maxLength(256))),
});

/**
 * ACC-11, and ACC-12 on the same path. Absent is unchanged; null, or a blank text, clears. The e-mail cannot change. Where
 * the customer is a company after the change, its fields are asked for; `isCompany: false` forgets them. Consents can be
 * given, not taken back. 422 with violations.
 */
export const updateCustomerBody = z.strictObject({
  firstName: optionalText,
  lastName: optionalText,
  /** As typed or international; stored as E.164. */
  phoneNumber: optionalText,
  /** `YYYY-MM-DD`, 14 to 120 years ago. */
  birthday: optionalText,
  gender: z.optional(z.nullable(z.enum(genders))),
  isCompany: z.optional(z.boolean()),
  ...companyFields,
  /** Counts from the confirmation on while the e-mail is not confirmed. */
  subscribedToNewsletter: z.optional(z.boolean()),
  privacyPolicyAccepted: z.optional(z.boolean()),
  termsAndConditionsAccepted: z.optional(z.boolean()),
  defaultAddress: z.optional(defaultAddressBody.shape.defaultAddress),
  /** Null: the one that is kept of an order is forgotten. Another one comes with an order. */
  certificate: z.optional(z.null()),
});
export type UpdateCustomerBody = z.infer<typeof updateCustomerBody>;

/**
 * ACC-13. All other sign-ins end, this one goes on with the pair of the answer. 422 `password.wrong_current` on
 * `currentPassword`, or with violations; 429 after ten wrong passwords in 15 minutes.
 */
export const changePasswordBody = z.strictObject({
  currentPassword: typed,
  newPassword: typed,
  confirmNewPassword: typed,
});
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

/**
 * ACC-15. The token of the letter, with the sign-in of its customer; good once, and following it again says the same. 422
 * `account.deletion_token_invalid`.
 */
export const cancelDeletionQuery = z.object({
  accountDeletionToken: z.optional(z.string().check(z.maxLength(256))),
});
