/** What the keeper records of an account: shown trade, an accepted certificate (contract 4.15, 5.7). */
import { checkCertificate, typedCertificate } from '#domain/fields/certificate.ts';
import { fieldRules } from '#domain/fields/field-rules.ts';
import { readMoment } from '#server/catalogue/feed/feed-time.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { emailKey } from '#server/text/email-key.ts';
import { CommandError, UsageError } from './command-error.ts';
import { dayText, toldLines } from '#server/text/told-table.ts';

type Hands = Pick<MailServices, 'db' | 'now'>;

/** `trade-proof EMAIL`: what an account has shown, the last first. */
export async function showTradeProof({ db }: Pick<Hands, 'db'>, email: string): Promise<string> {
  const row = await db
    .selectFrom('customer')
    .select('trade_proof')
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  if (!row) throw new CommandError(`There is no account ${email}.`);
  if (!row.trade_proof) return `Account ${email} has shown no trade.`;
  const { before = [], ...last } = row.trade_proof;
  return toldLines([
    `Account ${email} has shown of its trade:`,
    ...[last, ...before].map(({ at, statement }) => `${at.slice(0, 10)}  ${statement}`),
  ]);
}

/**
 * `trade-proof EMAIL STATEMENT`: what an account has shown of its trade, so that it may buy restricted fertiliser for a
 * year (contract 5.7). What was recorded before is kept: orders were placed on it.
 * @throws CommandError for a statement that says nothing
 */
export async function recordTradeProof(
  { db, now }: Hands,
  email: string,
  statement: string,
): Promise<string> {
  const said = statement.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(said))
    throw new UsageError(
      'The statement is empty: say what was shown, like "farm 1234567, certificate seen".',
    );
  const at = now().toISOString();
  await inScope(db, async (trx) => {
    const row = await trx
      .selectFrom('customer')
      .select(['id', 'trade_proof'])
      .where('email_key', '=', emailKey(email))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw new CommandError(`There is no account ${email}.`);
    const { before = [], ...last } = row.trade_proof ?? {};
    const kept = 'at' in last ? [last, ...before] : before;
    await trx
      .updateTable('customer')
      .set({ trade_proof: JSON.stringify({ statement: said, at, before: kept }) })
      .where('id', '=', row.id)
      .execute();
  });
  return `Account ${email}: trade shown on ${at.slice(0, 10)}, counts for a year.`;
}

const boundsOf = (field: 'certificateNumber' | 'certificateHolder'): string =>
  `${fieldRules[field].min} to ${fieldRules[field].max}`;

/**
 * `certificate EMAIL NUMBER DAY HOLDER`, `certificate EMAIL off`: the certificate that the shop has seen and accepts until
 * the end of that day; its holder may pay by invoice after the goods have come (contract 5.7).
 */
export async function acceptCertificate(
  { db, now }: Hands,
  email: string,
  seen: { number: string; validUntil: string; holder: string } | null,
): Promise<string> {
  // By the rules of the form in which a buyer gives one.
  const wrong = seen && checkCertificate(seen, dayText(now()));
  if (wrong?.number || wrong?.holder)
    throw new UsageError(
      `A certificate has a number and a holder, each in one line: ${boundsOf('certificateNumber')} and ${boundsOf('certificateHolder')} characters.`,
    );
  const lastDay = seen && readMoment(seen.validUntil, true);
  if (seen && (lastDay === null || !/^\d{4}-\d\d-\d\d$/.test(seen.validUntil)))
    throw new UsageError(`The last day should be one like 2027-12-31, not "${seen.validUntil}".`);
  if (lastDay !== null && new Date(lastDay) <= now())
    throw new CommandError(`The certificate is over since ${seen?.validUntil ?? ''}.`);
  if (wrong?.validUntil) throw new UsageError(`No certificate is valid until ${seen?.validUntil ?? ''}.`);
  const row = await db
    .updateTable('customer')
    .set({ certificate: seen && JSON.stringify({ ...typedCertificate(seen), state: 'accepted' }) })
    .where('email_key', '=', emailKey(email))
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new CommandError(`There is no account ${email}.`);
  return seen
    ? `Account ${email}: certificate ${seen.number} accepted until ${seen.validUntil}; may pay by invoice.`
    : `Account ${email}: no certificate.`;
}
