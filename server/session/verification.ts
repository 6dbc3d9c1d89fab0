/** Whether an e-mail address belongs to who signed up with it (contract ACC-06, ACC-07; 423 of ACC-01). */
import type { Kysely } from 'kysely';
import { markVerified, proveAccount } from './mark-verified.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { Database } from '#server/database/schema.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { CallerIdentity } from '#server/http/request-context.ts';
import { isHeldBackNow, mailAccountLink, mailPause, wasMailed } from '#server/accounts/account-tokens.ts';
import { hashOf } from '#server/text/secret-token.ts';

/** Confirms the e-mail of an account with the password that it has. */
export const verificationLetter = { kind: 'verification', mail: 'account_verification' } as const;
/** Confirms it with a password that its reader chooses. */
export const begunTwiceLetter = { kind: 'password_reset', mail: 'account_begun_twice' } as const;

export interface VerificationMail {
  customerId: number;
  locale: string;
  /** Origin that the person used, for the link. */
  origin: string;
  now: Date;
}

/**
 * Puts a mail with a new link into the outbox, at most one in ten minutes. An account that was begun twice gets the link that chooses
 * a password: its reader need not be who chose the one that it has.
 */
export async function sendVerification(db: Kysely<Database>, given: VerificationMail): Promise<void> {
  const { customerId, locale, origin, now } = given;
  await inScope(db, async (trx) => {
    const customer = await trx
      .selectFrom('customer')
      .select(['id', 'email', 'begun_twice'])
      .where('id', '=', customerId)
      .where('verified_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!customer) return;
    const letter = customer.begun_twice ? begunTwiceLetter : verificationLetter;
    if (await wasMailed(trx, customer.id, { kind: letter.kind, pause: mailPause, now })) return;
    if (await isHeldBackNow(trx, { mail: letter.mail, recipient: customer.email, now })) return;
    await mailAccountLink(trx, { ...letter, customer, locale, origin, now });
  });
}

/**
 * ACC-07. A link works once; followed by who is signed in to its account, while it lasts, it also brings their earlier orders.
 * @returns whether it was used before
 */
export async function verifyAccount(
  db: Kysely<Database>,
  token: string,
  { caller, now }: { caller: CallerIdentity | null; now: Date },
): Promise<boolean> {
  return inScope(db, async (trx) => {
    const found = await trx
      .selectFrom('account_token')
      .innerJoin('customer', 'customer.id', 'account_token.customer_id')
      .select(['account_token.customer_id', 'expires_at', 'used_at', 'verified_at', 'begun_twice'])
      .where('account_token.hash', '=', hashOf(token))
      .where('account_token.kind', '=', 'verification')
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!found) throw new ApiFailure(422, 'verification.invalid');
    const { customer_id: customerId, verified_at, used_at, begun_twice } = found;
    const isOver = found.expires_at <= now;
    if (verified_at === null) {
      if (isOver || begun_twice) throw new ApiFailure(422, 'verification.invalid');
      await markVerified(trx, customerId, now);
    }
    if (!isOver && caller?.customerId === customerId) await proveAccount(trx, customerId, now);
    const isUsed = verified_at !== null && used_at !== null;
    if (!isUsed)
      await trx
        .updateTable('account_token')
        .set({ used_at: now })
        .where('hash', '=', hashOf(token))
        .execute();
    return isUsed;
  });
}
