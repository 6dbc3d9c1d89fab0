/** A customer as the contract shows one (2.5). */
import { sql, type Kysely } from 'kysely';
import type { Company } from '#contract/addresses.ts';
import type { Customer } from '#contract/customers.ts';
import { addressReference } from '#domain/fields/address-reference.ts';
import type { Database } from '#server/database/schema.ts';
import { openCartOf } from '#server/order-store/open-cart.ts';
import { isValid, tradeUntil } from '#server/order-terms/restricted-goods-checks.ts';

/** What a row keeps as null is left out, as everywhere in an answer. */
const presentCompany = (company: Company): Company =>
  Object.fromEntries(Object.entries(company).filter(([, value]) => value !== null)) as Company;

/** @param channelCode the open cart is one of this channel */
export async function presentCustomer(
  db: Kysely<Database>,
  id: number,
  channelCode: string,
  now: Date,
): Promise<Customer | null> {
  const row = await db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const address = await db
    .selectFrom('customer_address')
    .select('id')
    .where('customer_id', '=', id)
    .where('is_default', '=', true)
    .executeTakeFirst();
  const cards = await sql<{
    id: number;
    card_number: string;
    points: number;
    rule_id: number;
    rule_code: string;
  }>`
    select m.id, m.card_number, m.rule_id, r.code as rule_code,
      coalesce((select sum(e.points) from loyalty_entry e where e.membership_id = m.id), 0) as points
    from loyalty_membership m join loyalty_rule r on r.id = m.rule_id
    where m.customer_id = ${id} order by m.id`.execute(db);
  const cart = await openCartOf(db, id, channelCode);
  const trade = tradeUntil(row.trade_proof, now);
  return {
    id,
    email: row.email,
    ...(row.first_name === null ? {} : { firstName: row.first_name }),
    ...(row.last_name === null ? {} : { lastName: row.last_name }),
    ...(row.phone_number === null ? {} : { phoneNumber: row.phone_number }),
    ...(row.birthday === null ? {} : { birthday: row.birthday }),
    gender: row.gender,
    isCompany: row.is_company,
    ...(row.company === null ? {} : { company: presentCompany(row.company) }),
    ...(row.certificate === null
      ? {}
      : {
          certificate: {
            ...row.certificate,
            ...(isValid(row.certificate, now) ? {} : { state: 'expired' as const }),
          },
        }),
    ...(trade ? { tradeUntil: trade.toISOString() } : {}),
    ...(address ? { defaultAddress: addressReference(address.id) } : {}),
    subscribedToNewsletter: row.subscribed_to_newsletter,
    user: {
      ...(row.deletion_requested_at === null
        ? {}
        : { accountRemoveRequestedAt: row.deletion_requested_at.toISOString() }),
      verified: row.verified_at !== null,
    },
    loyaltyRules: cards.rows.map((card) => ({
      id: card.id,
      loyaltyCard: { number: card.card_number, pointsTotal: card.points },
      loyaltyRule: { id: card.rule_id, code: card.rule_code },
    })),
    ...(cart ? { orderToken: cart.token } : {}),
    consents: {
      privacyPolicyAccepted: row.consents?.privacyPolicyAccepted ?? false,
      termsAndConditionsAccepted: row.consents?.termsAndConditionsAccepted ?? false,
    },
  };
}
