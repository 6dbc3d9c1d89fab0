/**
 * What follows when somebody asks for the shop's letters, at the form (contract MSG-01) or with an order (CHK-01, CHK-12,
 * CHK-19), or in the profile (ACC-11): in the transaction of the caller.
 */
import type { Kysely } from 'kysely';
import type { Subscription } from '#contract/newsletter.ts';
import type { Database } from '#server/database/schema.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { letterToken } from '#server/mail/letter-token.ts';
import { emailKey } from '#server/text/email-key.ts';
import { mailPause } from '#server/accounts/account-tokens.ts';
import { consentedTexts, subscribeOwner } from './newsletter-store.ts';

type Db = Kysely<Database>;

export interface AskedLetters {
  /** As written; checked. */
  email: string;
  /** Signed in with the address, and it is known to be theirs (`proven_at`). */
  isOwn: boolean;
  channelId: number;
  locale: string;
  /** Origin that the person used, for the links. */
  origin: string;
  consentedAt: Date;
  now: Date;
}

/**
 * Subscribes an owner; to anybody else goes a letter that asks whose the address is, not again while one has just gone, and none to
 * who has the letters.
 * @param secret key of the links in letters
 * @returns null where the shop has no texts to consent to: nothing is done
 */
export async function askForLetters(
  trx: Db,
  secret: Buffer,
  asked: AskedLetters,
): Promise<Subscription['status'] | null> {
  const { email, channelId, locale, consentedAt, now } = asked;
  const key = emailKey(email);
  const texts = await consentedTexts(trx, locale);
  if (!texts) return null;
  if (asked.isOwn) {
    await subscribeOwner(trx, { email, emailKey: key, channelId, locale, consentedAt, texts, now });
    return 'subscribed';
  }
  const consent = {
    consented_at: consentedAt,
    consented_texts: JSON.stringify(texts),
    channel_id: channelId,
    locale,
    covers_carts: true,
  };
  const found = await trx
    .insertInto('newsletter_subscriber')
    .values({
      email,
      email_key: key,
      status: 'pending',
      mailed_at: null,
      confirmed_at: null,
      unsubscribed_at: null,
      ...consent,
    })
    // Locks the row of an address that is known.
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet({ email }))
    .returning(['id', 'status', 'mailed_at'])
    .executeTakeFirstOrThrow();
  const isRecent =
    found.mailed_at !== null &&
    found.status === 'pending' &&
    now.getTime() - found.mailed_at.getTime() < mailPause;
  if (found.status !== 'subscribed' && !isRecent) {
    await trx
      .updateTable('newsletter_subscriber')
      .set({ ...consent, status: 'pending', mailed_at: now, unsubscribed_at: null })
      .where('id', '=', found.id)
      .execute();
    await queueMail(trx, {
      kind: 'newsletter_confirmation',
      recipient: email,
      locale,
      occasion: `newsletter_confirmation ${String(found.id)} ${now.toISOString()}`,
      // The link itself stands here until the mail is on its way, and no longer.
      payload: { origin: asked.origin, token: letterToken(secret, 'newsletter', found.id) },
      at: now,
    });
  }
  return 'confirmation_sent';
}
