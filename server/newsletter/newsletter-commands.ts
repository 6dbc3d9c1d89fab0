/**
 * Who gets the shop's letters (contract MSG-01, MSG-02). Nobody can sign up somebody else: an address counts when a
 * link that was mailed to it is followed, or when who signed in with it has proven to be its owner.
 */
import { invalidForm } from '#server/forms/account-fields.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Subscription } from '#contract/newsletter.ts';
import type { Database } from '#server/database/schema.ts';
import { executor, inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { SharedLimit } from '#server/http/shared-limit.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { readLetterToken } from '#server/mail/letter-token.ts';
import { checkEmail } from '#server/forms/check-addresses.ts';
import { emailKey } from '#server/text/email-key.ts';
import { takeMailTry } from '#server/accounts/account-tokens.ts';
import { askForLetters } from './ask-for-letters.ts';
import { readStopToken } from './stop-links.ts';
import { setFlag, stopLetters } from './newsletter-store.ts';

export interface NewsletterServices {
  db: Kysely<Database>;
  now: () => Date;
  /** Key of the links in letters. */
  secret: Buffer;
  /** Letters to typed addresses: 30 in an hour per client address (contract 1.13). */
  clientMails: SharedLimit;
  /** Mails asked for: 5 in an hour per e-mail (contract 1.13). */
  mailTries: SharedLimit;
}

/** ms in which the link of a letter confirms (contract 1.13); the one that stops works as long as letters lie about. */
export const confirmationLifetime = 7 * 24 * 60 * 60 * 1000;

/**
 * MSG-01. The answer to a guest is the same whether the address is new, known or has an account (T11): a letter is on
 * its way. Who is signed in with the address needs none, if it is known to be theirs.
 */
export async function subscribe(
  services: NewsletterServices,
  context: RequestContext,
  given: string,
): Promise<Subscription> {
  const { value: email, violations } = checkEmail(given, context.locale);
  if (violations.length > 0) throw invalidForm(violations);
  const key = emailKey(email);
  const isOwn = await isProvenCaller(services.db, context, key);
  if (!isOwn) await takeMailTry(services, context, key);
  const now = services.now();
  return inScope(services.db, async (trx) => {
    const { id: channelId } = await trx
      .selectFrom('channel')
      .select('id')
      .where('code', '=', context.channel.code)
      .executeTakeFirstOrThrow();
    const status = await askForLetters(trx, services.secret, {
      email,
      isOwn,
      channelId,
      locale: context.locale,
      origin: context.linkOrigin,
      consentedAt: now,
      now,
    });
    if (status === null) throw new ApiFailure(422, 'newsletter.failed');
    return { email, status };
  });
}

/** Whether the caller signed in with the address, and it is known to be theirs. */
async function isProvenCaller(
  db: Kysely<Database>,
  { caller }: RequestContext,
  key: string,
): Promise<boolean> {
  if (caller === null) return false;
  const own = await executor(db)
    .selectFrom('customer')
    .select('id')
    .where('id', '=', caller.customerId)
    .where('email_key', '=', key)
    .where('proven_at', 'is not', null)
    .executeTakeFirst();
  return own !== undefined;
}

/** @param id of the subscriber that a link names */
async function lockSubscriber(trx: Transaction<Database>, id: number | null) {
  const found =
    id === null
      ? undefined
      : await trx
          .selectFrom('newsletter_subscriber')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
  if (!found) throw new ApiFailure(404, 'newsletter.not_found');
  return found;
}

/** MSG-02, the link of the letter: following it again says that it was used. Who has stopped the letters begins at the form. */
export async function confirm({ db, secret, now }: NewsletterServices, token: string): Promise<Subscription> {
  return inScope(db, async (trx) => {
    const found = await lockSubscriber(trx, readLetterToken(secret, 'newsletter', token));
    const at = now();
    const { email } = found;
    if (found.status === 'subscribed') return { email, status: 'subscribed', used: true };
    const isOld = found.mailed_at === null || at.getTime() - found.mailed_at.getTime() > confirmationLifetime;
    if (found.status === 'unsubscribed' || isOld) throw new ApiFailure(404, 'newsletter.not_found');
    await trx
      .updateTable('newsletter_subscriber')
      .set({ status: 'subscribed', confirmed_at: at })
      .where('id', '=', found.id)
      .execute();
    await setFlag(trx, found.email_key, true, at);
    return { email, status: 'subscribed' };
  });
}

/** MSG-02, the other link of every letter: one press; again says that it was done before (LAW-08). */
export async function unsubscribe(
  { db, secret, now }: NewsletterServices,
  token: string,
): Promise<Subscription> {
  return inScope(db, async (trx) => {
    const found = await lockSubscriber(trx, readStopToken(secret, token));
    const { email } = found;
    if (found.status === 'unsubscribed') return { email, status: 'unsubscribed', used: true };
    await stopLetters(trx, found.email_key, now());
    return { email, status: 'unsubscribed' };
  });
}
