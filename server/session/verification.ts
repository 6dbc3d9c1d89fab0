/** Whether an e-mail address belongs to who signed up with it (contract ACC-06, ACC-07; 423 of ACC-01). */
import type { Kysely } from 'kysely';
import { markVerified } from './mark-verified.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { Database } from '#server/database/schema.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { mailAccountLink, mailPause, wasMailed } from '#server/accounts/account-tokens.ts';
import { hashOf } from '#server/text/secret-token.ts';

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
      .select(['id', 'email'])
      .where('id', '=', customerId)
      .where('verified_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!customer) return;
    if (await wasMailed(trx, customer.id, { kind: 'verification', pause: mailPause, now })) return;
    await mailAccountLink(trx, {
      kind: 'verification',
      mail: 'account_verification',
      customer,
      locale,
      origin,
      now,
    });
  });
}

/** ACC-07. A link works once; @returns whether it was used before, and so does nothing more. */
export async function verifyAccount(db: Kysely<Database>, token: string, now: Date): Promise<boolean> {
  return inScope(db, async (trx) => {
    const found = await trx
      .selectFrom('account_token')
      .innerJoin('customer', 'customer.id', 'account_token.customer_id')
      .select(['account_token.customer_id', 'expires_at', 'used_at', 'customer.verified_at'])
      .where('account_token.hash', '=', hashOf(token))
      .where('account_token.kind', '=', 'verification')
      .forUpdate()
      .executeTakeFirst();
    if (found?.verified_at && found.used_at) return true;
    const isDone = found?.verified_at != null;
    if (!found || (!isDone && found.expires_at <= now)) throw new ApiFailure(422, 'verification.invalid');
    if (!isDone) await markVerified(trx, found.customer_id, now);
    await trx.updateTable('account_token').set({ used_at: now }).where('hash', '=', hashOf(token)).execute();
    return false;
  });
}
