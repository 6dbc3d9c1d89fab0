/** Links of an account that go out by mail (contract 1.13): 256 random bits, good once; only their hashes are kept. */
import { sql, type Kysely } from 'kysely';
import { letterPauseMinutes } from '#contract/letter-pause.ts';
import type { AccountTokenTable } from '#server/database/schema-customers.ts';
import type { Database } from '#server/database/schema.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { SharedLimit } from '#server/http/shared-limit.ts';
import type { AccountMailKind } from '#server/mail/mail-kinds.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { hashOf, newSecretToken } from '#server/text/secret-token.ts';

/** ms between two mails to one person. */
export const mailPause = letterPauseMinutes * 60 * 1000;

const day = 24 * 60 * 60 * 1000;
/** ms in which a mailed link works (contract 1.13). */
const lifetimes = { verification: 7 * day, password_reset: day, deletion: day } as const;

export interface AccountLink {
  /** What the link does. */
  kind: AccountTokenTable['kind'];
  /** The mail that it stands in. */
  mail: AccountMailKind;
  customer: { id: number; email: string };
  locale: string;
  /** Origin that the person used, for the link. */
  origin: string;
  now: Date;
}

/** Makes a token and writes its mail into the outbox, in the transaction of the cause. */
export async function mailAccountLink(trx: Kysely<Database>, link: AccountLink): Promise<void> {
  const { kind, mail, customer, locale, origin, now } = link;
  const token = newSecretToken();
  const hash = hashOf(token);
  await trx
    .insertInto('account_token')
    .values({
      hash,
      customer_id: customer.id,
      kind,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimes[kind]),
    })
    .execute();
  await queueMail(trx, {
    kind: mail,
    recipient: customer.email,
    locale,
    occasion: `${mail} ${hash.toString('base64url')}`,
    // The link itself stands here until the mail is on its way, and no longer.
    payload: { origin, token },
    at: now,
  });
}

/** The account of an e-mail, locked until the end of the transaction; none for one that may not act. */
export const lockAccount = (trx: Kysely<Database>, emailKey: string) =>
  trx
    .selectFrom('customer')
    .select(['id', 'email'])
    .where('email_key', '=', emailKey)
    .where('enabled', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Whether a link was mailed to the customer within the last `pause` ms; of any kind where none is named. */
export async function wasMailed(
  trx: Kysely<Database>,
  customerId: number,
  given: { kind?: AccountTokenTable['kind']; pause: number; now: Date },
): Promise<boolean> {
  let query = trx
    .selectFrom('account_token')
    .select('hash')
    .where('customer_id', '=', customerId)
    .where('created_at', '>', new Date(given.now.getTime() - given.pause));
  if (given.kind) query = query.where('kind', '=', given.kind);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a letter of the kind waits for its hour (1.13): another one would say the same. */
export async function isHeldBackNow(
  trx: Kysely<Database>,
  { mail, recipient, now }: { mail: AccountMailKind; recipient: string; now: Date },
): Promise<boolean> {
  const found = await trx
    .selectFrom('mail_outbox')
    .select('id')
    .where('kind', '=', mail)
    .where(sql<boolean>`lower(recipient) = lower(${recipient})`)
    .where('sent_at', 'is', null)
    .where('next_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Limits of calls that write a letter to an address that was typed. */
export interface MailLimits {
  /** Per client address. */
  clientMails: SharedLimit;
  /** Per e-mail. */
  mailTries: SharedLimit;
}

/**
 * Counts a call that makes a mail. The client first: one that has no try left takes none of the e-mail.
 * @throws ApiFailure 429 `rate.limited` for the client, else as `countMail`
 */
export async function takeMailTry(
  { clientMails, mailTries }: MailLimits,
  { clientAddress }: Pick<RequestContext, 'clientAddress'>,
  key: string,
): Promise<void> {
  await clientMails.take(clientAddress);
  await countMail(mailTries, key);
}

/** @throws ApiFailure 429 `mail.too_many` after 5 in an hour to one address (1.13) */
export async function countMail(mailTries: Pick<SharedLimit, 'take'>, key: string): Promise<void> {
  try {
    await mailTries.take(key);
  } catch (error) {
    // A database that is busy is no limit that was reached.
    if (!(error instanceof ApiFailure) || error.status !== 429) throw error;
    throw new ApiFailure(429, 'mail.too_many', error.options);
  }
}
