/** Customers and their sign-in (contract 2.5, 4.9). Bounds of fields are rules of `#domain/fields/field-rules.ts`. */
import { z } from '#lib/zod.ts';
import { company } from './addresses.ts';
import { accountCertificate } from './certificates.ts';
import { dateTime, typed } from './values.ts';

/** What a person types to sign in; longer than any real one is no address and no password. */
export const credentials = z.strictObject({
  email: typed,
  password: typed,
});
export type Credentials = z.infer<typeof credentials>;

/**
 * ACC-01. `exceptTokens`: carts of the customer that the guest's must not go into, since they wait on the device to be ordered
 * (CHK-19) or emptied (CART-18); what names none is ignored.
 */
export const signInBody = z.strictObject({
  ...credentials.shape,
  exceptTokens: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(50))),
});

/** `orderToken`: the guest's cart, whatever stands in the cell of the browser; one that names nothing is ignored (5.9). */
export const signInQuery = z.object({ orderToken: z.optional(z.string()) });

/** ACC-02. `token` is sent as bearer for ten minutes, `refreshToken` once, for the next pair (contract 1.13). */
export const tokenPair = z.object({ token: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof tokenPair>;

/** ACC-01: with the address of the customer. */
export const signedIn = z.object({ ...tokenPair.shape, customer: z.string() });
export type SignedIn = z.infer<typeof signedIn>;

export const refreshBody = z.strictObject({ refreshToken: z.string().check(z.maxLength(1000)) });
export const logoutBody = z.strictObject({ refreshToken: z.optional(z.string().check(z.maxLength(1000))) });

export const emailBody = z.strictObject({ email: typed });
/** A token that went out by mail. */
export const mailedTokenParams = z.object({ token: z.string().check(z.maxLength(256)) });
/** Of a link that was followed before: what it does was done then. */
export const verified = z.object({ used: z.literal(true) });
export const verifyBody = z.strictObject({ token: z.optional(z.string().check(z.maxLength(256))) });

export const genders = ['male', 'female', 'unknown'] as const;
export type Gender = (typeof genders)[number];

export const customer = z.object({
  id: z.int(),
  email: z.string(),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  /** E.164 */
  phoneNumber: z.optional(z.string()),
  /** `YYYY-MM-DD` */
  birthday: z.optional(z.string()),
  gender: z.enum(genders),
  isCompany: z.boolean(),
  company: z.optional(company),
  /** Of plant protection (5.7). */
  certificate: z.optional(accountCertificate),
  /** [ours] Until when what the account has shown of its trade counts (5.7); absent where it has shown none, or no longer. */
  tradeUntil: z.optional(dateTime),
  /** Reference; its last segment is the id of the address (contract 1.12). */
  defaultAddress: z.optional(z.string()),
  subscribedToNewsletter: z.boolean(),
  /** A moment means that the account is to be deleted (3.6). */
  user: z.object({ accountRemoveRequestedAt: z.optional(dateTime), verified: z.boolean() }),
  loyaltyRules: z.array(
    z.object({
      /** Of the membership. */
      id: z.int(),
      loyaltyCard: z.object({ number: z.string(), pointsTotal: z.int() }),
      loyaltyRule: z.object({ id: z.int(), code: z.string() }),
    }),
  ),
  /** Token of the open cart that has lines. */
  orderToken: z.optional(z.string()),
  /** Answer to a cancelled deletion whose link was used before (ACC-15). [ours] */
  linkUsed: z.optional(z.literal(true)),
  consents: z.object({ privacyPolicyAccepted: z.boolean(), termsAndConditionsAccepted: z.boolean() }),
});
export type Customer = z.infer<typeof customer>;
