import type { ClientBase } from 'pg';
import type { Company } from '#contract/addresses.ts';
import { hashPassword } from '#server/accounts/password-hash.ts';
import { continueIds, insertRows } from './insert-rows.ts';
import { readData } from './read-data.ts';

type Customer = {
  demoPassword: string;
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  birthday: string | null;
  gender: string;
  channel: string;
  locale: string;
  isCompany: boolean;
  company: Company | null;
  subscribedToNewsletter: boolean;
  verified: boolean;
  loyalty: { rule: string; cardNumber: string; pointsTotal: number } | null;
  addresses: {
    id: number;
    firstName: string;
    lastName: string;
    phoneNumber: string;
    countryCode: string;
    city: string;
    street: string;
    houseNumber: string;
    flatNumber: string | null;
    postCode: string;
    isDefault: boolean;
  }[];
  certificate: unknown;
  tradeProof?: unknown;
  deletionRequestedAt: string | null;
};
type CustomersFile = { customers: Customer[] };

/**
 * The demo customers, hashed as every password is. Hashing takes a core for a second: begin it before the rest of the
 * seed and hand the result over.
 */
export function prepareCustomers(now: Date) {
  const { customers } = readData<CustomersFile>('catalogue/customers.json', now);
  const hashed = Promise.all(customers.map(({ demoPassword }) => hashPassword(demoPassword)));
  // A seed that fails elsewhere first leaves nobody to hear of this one.
  hashed.catch(() => undefined);
  return { customers, hashed };
}

/** Ids are the place in the file, so they are the same on every machine. */
export async function seedCustomers(
  client: ClientBase,
  prepared: ReturnType<typeof prepareCustomers>,
  now: Date,
): Promise<void> {
  const { customers } = prepared;
  const hashes = await prepared.hashed;
  const at = now.toISOString();
  await seedAccounts(client, customers, hashes, at);
  await seedAddresses(client, customers, at);
  await seedMemberships(client, customers, at);
  await continueIds(client, ['customer', 'customer_address', 'loyalty_membership', 'loyalty_entry']);
}

async function idsOf(client: ClientBase, table: 'channel' | 'loyalty_rule'): Promise<Map<string, number>> {
  const { rows } = await client.query<{ code: string; id: number }>(`select code, id from ${table}`);
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** @param now ISO text in UTC, as of the next two */
async function seedAccounts(
  client: ClientBase,
  customers: readonly Customer[],
  hashes: readonly string[],
  now: string,
): Promise<void> {
  const channels = await idsOf(client, 'channel');
  const rows = customers.map((one, at) => ({
    id: at + 1,
    email: one.email,
    email_key: one.email.toLowerCase(),
    password_hash: hashes[at],
    first_name: one.firstName,
    last_name: one.lastName,
    phone_number: one.phoneNumber,
    birthday: one.birthday,
    gender: one.gender,
    is_company: one.isCompany,
    company: one.company,
    channel_id: channels.get(one.channel),
    locale: one.locale,
    enabled: true,
    verified_at: one.verified ? now : null,
    proven_at: one.verified ? now : null,
    subscribed_to_newsletter: one.subscribedToNewsletter,
    consents: { privacyPolicyAccepted: true, termsAndConditionsAccepted: true },
    certificate: one.certificate,
    trade_proof: one.tradeProof ?? null,
    deletion_requested_at: one.deletionRequestedAt,
    created_at: now,
    updated_at: now,
  }));
  await insertRows(client, 'customer', rows);
  // Who has the letters in the demo has agreed to all that the form names now.
  await insertRows(
    client,
    'newsletter_subscriber',
    rows
      .filter((one) => one.subscribed_to_newsletter && one.verified_at !== null)
      .map(({ email, email_key, channel_id, locale }) => ({
        email,
        email_key,
        channel_id,
        locale,
        status: 'subscribed',
        consented_at: now,
        consented_texts: [],
        covers_carts: true,
        confirmed_at: now,
      })),
  );
}

async function seedAddresses(client: ClientBase, customers: readonly Customer[], now: string): Promise<void> {
  await insertRows(
    client,
    'customer_address',
    customers.flatMap(({ addresses }, at) =>
      addresses.map((one) => ({
        id: one.id,
        customer_id: at + 1,
        first_name: one.firstName,
        last_name: one.lastName,
        phone_number: one.phoneNumber,
        country_code: one.countryCode,
        city: one.city,
        street: one.street,
        house_number: one.houseNumber,
        flat_number: one.flatNumber,
        post_code: one.postCode,
        is_default: one.isDefault,
        version: 1,
        created_at: now,
      })),
    ),
  );
}

async function seedMemberships(
  client: ClientBase,
  customers: readonly Customer[],
  now: string,
): Promise<void> {
  const rules = await idsOf(client, 'loyalty_rule');
  const members = customers.flatMap(({ loyalty }, at) => (loyalty ? [{ loyalty, customer: at + 1 }] : []));
  await insertRows(
    client,
    'loyalty_membership',
    members.map(({ loyalty, customer }, at) => ({
      id: at + 1,
      customer_id: customer,
      rule_id: rules.get(loyalty.rule),
      card_number: loyalty.cardNumber,
      joined_at: now,
    })),
  );
  await insertRows(
    client,
    'loyalty_entry',
    members.map(({ loyalty }, at) => ({
      id: at + 1,
      membership_id: at + 1,
      points: loyalty.pointsTotal,
      reason: 'opening balance',
      order_id: null,
      created_at: now,
    })),
  );
}
