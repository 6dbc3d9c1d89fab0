/** SQL of who gets the shop's letters, for the newsletter's own calls and for accounts (contract 4.9, 4.12). */
import { textsIn } from '#locales/server-texts.ts';
import type { Kysely } from 'kysely';
import type { ConsentedText } from '#server/database/schema-newsletter.ts';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;

/** Texts that the consents of the forms are about. */
const consentPages = ['privacy', 'terms'] as const;

/**
 * The consents' texts as they stand now, with the words at their boxes; null where the shop has none to consent to.
 * @param locale that the form was read in
 */
export async function consentedTexts(db: Db, locale: string): Promise<ConsentedText[] | null> {
  const pages = await db
    .selectFrom('page')
    .select(['code', 'updated_at'])
    .where('code', 'in', consentPages)
    .execute();
  const texts = consentPages.flatMap((page) =>
    pages
      .filter(({ code }) => code === page)
      .map(({ updated_at }) => ({
        page,
        version: updated_at.toISOString(),
        words: textsIn(locale).names.consents[page],
      })),
  );
  return texts.length < consentPages.length ? null : texts;
}

/** The flag of an account with the address, if there is one. */
export const setFlag = (db: Db, emailKey: string, subscribed: boolean, now: Date) =>
  db
    .updateTable('customer')
    .set({ subscribed_to_newsletter: subscribed, updated_at: now })
    .where('email_key', '=', emailKey)
    .execute();

export interface OwnSubscription {
  email: string;
  /** Trimmed, lower case. */
  emailKey: string;
  channelId: number;
  locale: string;
  consentedAt: Date;
  texts: readonly ConsentedText[];
  now: Date;
}

/** Subscribes an address that is known to be its owner's: nothing is left to confirm. */
export async function subscribeOwner(db: Db, given: OwnSubscription): Promise<void> {
  const { email, emailKey, now } = given;
  const state = {
    channel_id: given.channelId,
    locale: given.locale,
    consented_at: given.consentedAt,
    consented_texts: JSON.stringify(given.texts),
    status: 'subscribed',
    covers_carts: true,
    confirmed_at: now,
    unsubscribed_at: null,
  } as const;
  await db
    .insertInto('newsletter_subscriber')
    .values({ email, email_key: emailKey, mailed_at: null, ...state })
    // Who has the letters already keeps the consent that they were given with, unless this one is for more.
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .doUpdateSet(state)
        .where((eb) =>
          eb.or([
            eb('newsletter_subscriber.status', '<>', 'subscribed'),
            eb('newsletter_subscriber.covers_carts', '=', false),
          ]),
        ),
    )
    .execute();
  await setFlag(db, emailKey, true, now);
}

/** Ends the letters to an address; what was ended already stays as it is. */
export async function stopLetters(db: Db, emailKey: string, now: Date): Promise<void> {
  await db
    .updateTable('newsletter_subscriber')
    .set({ status: 'unsubscribed', unsubscribed_at: now })
    .where('email_key', '=', emailKey)
    .where('status', '<>', 'unsubscribed')
    .execute();
  await setFlag(db, emailKey, false, now);
}
