/** Whether an e-mail address belongs to who signed up with it (contract ACC-06, ACC-07; 423 of ACC-01). */
import type { Kysely } from 'kysely';
import { inScope } from '#server/database/transaction-scope.ts';
import type { Database } from '#server/database/schema.ts';
import { ApiFailure } from '#server/http/api-failure.ts';
import { hashOf, newRefreshToken as newMailedToken } from './session-store.ts';

const day = 24 * 60 * 60 * 1000;
/** ms in which a mailed link works (contract 1.13). */
const verificationLifetime = 7 * day;
/** ms between two mails to one person. */
export const mailPause = 10 * 60 * 1000;

export interface VerificationMail {
  customerId: number;
  locale: string;
  /** Origin that the person used, for the link. */
  origin: string;
  now: Date;
}

/** Puts a mail with a new link into the outbox, at most one in ten minutes. */
export async function sendVerification(db: Kysely<Database>, given: VerificationMail): Promise<void> {
  const { customerId, locale, origin, now } = given;
  await inScope(db, async (trx) => {
    const customer = await trx
      .selectFrom('customer')
      .select(['email', 'first_name'])
      .where('id', '=', customerId)
      .where('verified_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!customer) return;
    const recent = await trx
      .selectFrom('account_token')
      .select('hash')
      .where('customer_id', '=', customerId)
      .where('kind', '=', 'verification')
      .where('created_at', '>', new Date(now.getTime() - mailPause))
      .executeTakeFirst();
    if (recent) return;
    const token = newMailedToken();
    await trx
      .insertInto('account_token')
      .values({
        hash: hashOf(token),
        customer_id: customerId,
        kind: 'verification',
        created_at: now,
        expires_at: new Date(now.getTime() + verificationLifetime),
      })
      .execute();
    await trx
      .insertInto('mail_outbox')
      .values({
        kind: 'account_verification',
        order_id: null,
        recipient: customer.email,
        locale,
        occasion: `account_verification ${hashOf(token).toString('base64url')}`,
        // The link itself stands here until the mail is on its way, and no longer.
        payload: JSON.stringify({ origin, token, name: customer.first_name ?? '' }),
        next_at: now,
        last_error: null,
        message_id: null,
      })
      .execute();
  });
}

/** ACC-07. A link works once; who followed it is verified, and following it again says the same. */
export async function verifyAccount(db: Kysely<Database>, token: string, now: Date): Promise<void> {
  await inScope(db, async (trx) => {
    const found = await trx
      .selectFrom('account_token')
      .innerJoin('customer', 'customer.id', 'account_token.customer_id')
      .select(['account_token.customer_id', 'account_token.expires_at', 'customer.verified_at'])
      .where('account_token.hash', '=', hashOf(token))
      .where('account_token.kind', '=', 'verification')
      .forUpdate()
      .executeTakeFirst();
    if (found?.verified_at) return;
    if (!found || found.expires_at <= now) throw new ApiFailure(422, 'verification.invalid');
    await trx
      .updateTable('customer')
      .set({ verified_at: now, updated_at: now })
      .where('id', '=', found.customer_id)
      .execute();
    await trx.updateTable('account_token').set({ used_at: now }).where('hash', '=', hashOf(token)).execute();
  });
}
