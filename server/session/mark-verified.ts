/** What follows when an e-mail is known to be its account's, and its account that of who reads the e-mail (contract ACC-05, ACC-07, ACC-09). */
import { sql, type Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { consentedTexts, subscribeOwner } from '#server/newsletter/newsletter-store.ts';

type Db = Kysely<Database>;

/**
 * Verifies an account, once: the letters that were wanted at sign-up are subscribed to. The cart of the sign-up waits for the
 * sign-in: its device is still a guest's, and would make a cart that it may not read any more anew. A verified account is left as
 * it is.
 */
export async function markVerified(trx: Db, customerId: number, now: Date): Promise<void> {
  const customer = await trx
    .updateTable('customer')
    .set({ verified_at: now, updated_at: now })
    .where('id', '=', customerId)
    .where('verified_at', 'is', null)
    .returning(['email', 'email_key', 'newsletter_wanted', 'channel_id', 'locale', 'consents'])
    .executeTakeFirst();
  if (!customer) return;
  if (customer.newsletter_wanted) {
    const { at, texts } = customer.consents ?? {};
    await subscribeOwner(trx, {
      email: customer.email,
      emailKey: customer.email_key,
      channelId: customer.channel_id,
      locale: customer.locale,
      consentedAt: at === undefined ? now : new Date(at),
      texts: texts ?? (await consentedTexts(trx, customer.locale)) ?? [],
      now,
    });
    await trx
      .updateTable('customer')
      .set({ newsletter_wanted: false })
      .where('id', '=', customerId)
      .execute();
  }
}

/**
 * Somebody has shown both the link of a letter and the account's password, old or new: anybody can begin an account with an address,
 * and its reader follows a link (T11). What was asked for with the e-mail is theirs now, and so are orders that were placed with it as
 * a guest before it was confirmed, in any channel. Their tokens keep naming them for everybody who knows them: the links of their mails must not die (contract 1.11).
 */
export async function proveAccount(trx: Db, customerId: number, now: Date): Promise<void> {
  await trx
    .updateTable('customer')
    .set({ proven_at: now })
    .where('id', '=', customerId)
    .where('proven_at', 'is', null)
    .execute();
  await trx
    .updateTable('order')
    .from('customer')
    .set({ customer_id: customerId, placed_as_guest: true })
    .where('customer.id', '=', customerId)
    .where('order.customer_id', 'is', null)
    // Named in the statement: the index of e-mails has placed orders alone.
    .where(sql<boolean>`"order".state <> 'cart'`)
    .whereRef(sql`lower("order".email)`, '=', 'customer.email_key')
    .whereRef('order.checkout_completed_at', '<=', 'customer.verified_at')
    .execute();
}
