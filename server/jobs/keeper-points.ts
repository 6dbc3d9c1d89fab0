/** `points EMAIL`, `points EMAIL add|take N REASON`: loyalty points of a member (contract 4.15, 5.3). */
import type { Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { readPointsHistory, sumOfPoints } from '#server/order-terms/points-ledger.ts';
import { emailKey } from '#server/text/email-key.ts';
import { counted, dayText, toldTable } from '#server/text/told-table.ts';
import { CommandError, UsageError } from './command-error.ts';
import { readCode, readLimit, readOptions } from './offer-options.ts';

type Hands = Pick<MailServices, 'db'>;

const mostShown = 20;
/** Words of a correction; they stand in a list that is read on a phone. */
const longestReason = 200;

/** What happened, as the keeper reads it. */
const happened: Readonly<Record<string, string>> = {
  earned: 'earned',
  spent: 'spent',
  given: 'given',
  given_back: 'given back',
  expired: 'expired',
  corrected: 'corrected',
};

const pointsText = (points: number): string => counted(points, 'point');

/** The member's card, the first one of several as in the account (R3.58), and what is on it. @throws CommandError without one */
async function requireMember(db: Hands['db'] | Transaction<Database>, email: string) {
  const customer = await db
    .selectFrom('customer')
    .leftJoin('loyalty_membership', 'loyalty_membership.customer_id', 'customer.id')
    .select(['loyalty_membership.id', 'loyalty_membership.card_number'])
    .where('email_key', '=', emailKey(email))
    .orderBy('loyalty_membership.id')
    .executeTakeFirst();
  if (!customer) throw new CommandError(`There is no account ${email}.`);
  const { id, card_number: card } = customer;
  if (id === null || card === null)
    throw new CommandError(`Account ${email} is in no loyalty programme: it has no points.`);
  return { id, card };
}

/** `points EMAIL`: what a member has, and what happened last. */
export async function showPoints({ db }: Hands, email: string): Promise<string> {
  const { id, card } = await requireMember(db, email);
  const entries = await readPointsHistory(db, id, { limit: mostShown, offset: 0 });
  const head = `Account ${email}, card ${card}: ${pointsText((await sumOfPoints(db, id)).points)}.`;
  if (entries.length === 0) return head;
  const rows = entries.map(({ at, points, reason, note, number }) => [
    dayText(at),
    `${points > 0 ? '+' : ''}${points}`,
    `${happened[reason] ?? reason}${note === null ? '' : `: ${note}`}`,
    number ?? '',
  ]);
  return `${head}\n${toldTable(['DAY', 'POINTS', 'WHY', 'ORDER'], rows)}`;
}

/** The words before the first option are the reason. @throws UsageError where it says nothing, or too much */
function readCorrection(words: readonly string[]): { reason: string; key: string | null } {
  const at = words.findIndex((word) => word.startsWith('--'));
  const said = at < 0 ? words : words.slice(0, at);
  const { key } = readOptions(at < 0 ? [] : words.slice(at), { key: { type: 'string' } });
  const reason = said
    .join(' ')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(reason))
    throw new UsageError('The reason is missing: the member reads it, like "order 10001 came late".');
  if (reason.length > longestReason)
    throw new UsageError(
      `The reason is longer than ${longestReason} characters: the member reads it in a list.`,
    );
  return { reason, key: key === undefined ? null : readCode(key, '--key') };
}

/**
 * `points EMAIL add|take N REASON [--key TEXT]`: puts right what a member has; with a key the same correction counts once.
 * @returns what the member has then
 * @throws CommandError for who is no member, where fewer than none would be left, and for a key of another correction
 */
export async function correctPoints(
  { db }: Hands,
  email: string,
  way: 'add' | 'take',
  [amount, ...words]: readonly string[],
): Promise<string> {
  const size = readLimit('The number of points', amount);
  if (size === null) throw new UsageError(`Say how many points: points EMAIL ${way} 50 REASON.`);
  const points = way === 'add' ? size : -size;
  const { reason, key } = readCorrection(words);
  return inScope(db, async (trx) => {
    const { id } = await requireMember(trx, email);
    // Whoever spends waits, and sees what is left.
    await trx.selectFrom('loyalty_membership').select('id').where('id', '=', id).forUpdate().execute();
    const { points: before } = await sumOfPoints(trx, id);
    const known =
      key === null
        ? undefined
        : await trx
            .selectFrom('loyalty_entry')
            .select('points')
            .where('membership_id', '=', id)
            .where('key', '=', key)
            .executeTakeFirst();
    if (known && known.points !== points)
      throw new CommandError(
        `The key ${key ?? ''} is that of another correction, of ${known.points} points.`,
      );
    if (known) return `Account ${email}: done before with this key, ${pointsText(before)}.`;
    if (before + points < 0)
      throw new CommandError(`Account ${email} has ${pointsText(before)}: ${size} cannot be taken.`);
    const made = await trx
      .insertInto('loyalty_entry')
      .values({ membership_id: id, points, reason: 'corrected', order_id: null, note: reason, key })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('audit')
      .values({
        action: 'points.corrected',
        order_id: null,
        data: JSON.stringify({ membership: id, entry: made.id, points }),
      })
      .execute();
    return `Account ${email}: ${points > 0 ? '+' : ''}${points}, ${pointsText(before + points)} now.`;
  });
}
