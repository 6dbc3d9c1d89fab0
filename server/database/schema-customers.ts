import type { Generated } from 'kysely';
import type { Company } from '#contract/addresses.ts';
import type { Certificate } from '#contract/certificates.ts';
import type { Gender } from '#contract/customers.ts';
import type { GeneratedMoment, Moment, OptionalJson, OptionalMoment } from './column-types.ts';
import type { ConsentedText } from './schema-newsletter.ts';

export type CustomerConsents = {
  privacyPolicyAccepted: boolean;
  termsAndConditionsAccepted: boolean;
  /** When, ISO 8601 UTC, and to which texts. */
  at?: string;
  texts?: ConsentedText[];
};

/** What a buyer has shown of their trade, and when: ISO 8601 UTC. */
export type TradeProof = { statement: string; at: string };

export type CustomerTable = {
  id: Generated<number>;
  email: string;
  /** Trimmed, lower case. */
  email_key: string;
  /** PHC text (server/accounts/password-hash.ts). */
  password_hash: string | null;
  first_name: string | null;
  last_name: string | null;
  /** E.164 */
  phone_number: string | null;
  /** `YYYY-MM-DD` */
  birthday: string | null;
  gender: Generated<Gender>;
  is_company: Generated<boolean>;
  company: OptionalJson<Company>;
  channel_id: number;
  locale: string;
  enabled: Generated<boolean>;
  verified_at: OptionalMoment;
  /** Whoever signs in is who reads the e-mail: the link of a letter and the password were shown together (decision 68). */
  proven_at: OptionalMoment;
  /** Signed up for with two passwords before it was confirmed: a new one by a mailed link confirms it, and nothing else. */
  begun_twice: Generated<boolean>;
  subscribed_to_newsletter: Generated<boolean>;
  /** Asked for the letters while the e-mail was not confirmed: counts from then on. */
  newsletter_wanted: Generated<boolean>;
  /** The guest's cart of the sign-up, theirs with the first sign-in (contract 5.9). */
  sign_up_order_id: number | null;
  consents: OptionalJson<CustomerConsents>;
  certificate: OptionalJson<Certificate & { state: 'submitted' | 'accepted' }>;
  /** The last one counts; those before it are kept as long as the account is. */
  trade_proof: OptionalJson<TradeProof & { before?: TradeProof[] }>;
  deletion_requested_at: OptionalMoment;
  created_at: GeneratedMoment;
  updated_at: GeneratedMoment;
};

export type CustomerAddressTable = {
  id: Generated<number>;
  customer_id: number;
  first_name: string;
  last_name: string;
  phone_number: string;
  country_code: string;
  city: string;
  street: string;
  house_number: string;
  flat_number: string | null;
  post_code: string;
  is_default: Generated<boolean>;
  version: Generated<number>;
  created_at: GeneratedMoment;
};

export type LoyaltyMembershipTable = {
  id: Generated<number>;
  customer_id: number;
  rule_id: number;
  card_number: string;
  joined_at: GeneratedMoment;
};

export type LoyaltyEntryTable = {
  id: Generated<number>;
  membership_id: number;
  points: number;
  reason: string;
  order_id: number | null;
  /** Why the keeper corrected them, in words for the member; null: an order, or their end. */
  note: Generated<string | null>;
  /** Of a correction that counts once, however often it is given; one of the membership. */
  key: Generated<string | null>;
  created_at: GeneratedMoment;
};

export type CustomerSessionTable = {
  id: Generated<string>;
  customer_id: number;
  channel_code: string;
  created_at: GeneratedMoment;
  last_used_at: GeneratedMoment;
  expires_at: Moment;
  revoked_at: OptionalMoment;
  revoked_for: string | null;
  /** Name of the shopkeeper who acts for the customer; null: the customer. */
  actor: string | null;
};

/** A client that has signed in to an account (server/session/known-clients.ts). */
export type KnownClientTable = { customer_id: number; client: Buffer; signed_in_at: Moment };

export type RefreshTokenTable = {
  hash: Buffer;
  session_id: string;
  created_at: GeneratedMoment;
  used_at: OptionalMoment;
};

export type AccountTokenTable = {
  hash: Buffer;
  customer_id: number;
  kind: 'verification' | 'password_reset' | 'deletion';
  created_at: GeneratedMoment;
  expires_at: Moment;
  used_at: OptionalMoment;
};

export type OrderAliasTable = {
  token: string;
  order_id: number;
  customer_id: number;
};

/** A cart that was emptied (CART-18), until no device is thought to hold a copy of it. */
export type EmptiedCartTable = { token: string; expires_at: Moment; customer_id: number | null };

/** `full_at`: when all tries of the key are back, ms since 1970 UTC (server/http/shared-limit.ts). */
export type RateLimitTable = { key: string; full_at: number };

export type CustomerTables = {
  rate_limit: RateLimitTable;
  customer: CustomerTable;
  customer_address: CustomerAddressTable;
  loyalty_membership: LoyaltyMembershipTable;
  loyalty_entry: LoyaltyEntryTable;
  customer_session: CustomerSessionTable;
  known_client: KnownClientTable;
  refresh_token: RefreshTokenTable;
  account_token: AccountTokenTable;
  order_alias: OrderAliasTable;
  emptied_cart: EmptiedCartTable;
};
