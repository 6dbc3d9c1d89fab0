/** LOY-05: what happened to the caller's points. */
import type { PointsEntry, PointsHistoryQuery } from '#contract/loyalty.ts';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { listMeta } from '#server/http/paging.ts';
import { callerOf, type RequestContext } from '#server/http/request-context.ts';
import { readPointsHistory, sumOfPoints, type HistoryEntry } from '#server/order-terms/points-ledger.ts';

const kinds: readonly string[] = ['earned', 'spent', 'given_back', 'expired', 'corrected'];
const kindOf = (reason: string): PointsEntry['kind'] =>
  kinds.includes(reason) ? (reason as PointsEntry['kind']) : 'other';

const present = ({ id, at, points, reason, note, number, token }: HistoryEntry): PointsEntry => ({
  id,
  at: at.toISOString(),
  points,
  kind: kindOf(reason),
  ...(note === null ? {} : { note }),
  ...(number === null || token === null ? {} : { order: { number, tokenValue: token } }),
});

/** Of the first membership, as the account shows it (R3.58); empty for who has none. */
export async function listPoints(
  db: Kysely<Database>,
  context: RequestContext,
  { page = 1, itemsPerPage = 30 }: PointsHistoryQuery,
): Promise<{ data: PointsEntry[]; meta: ReturnType<typeof listMeta> }> {
  const membership = await db
    .selectFrom('loyalty_membership')
    .select('id')
    .where('customer_id', '=', callerOf(context).customerId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!membership) return { data: [], meta: listMeta(0, page, itemsPerPage) };
  const { entries } = await sumOfPoints(db, membership.id);
  const rows = await readPointsHistory(db, membership.id, {
    limit: itemsPerPage,
    offset: (page - 1) * itemsPerPage,
  });
  return { data: rows.map(present), meta: listMeta(entries, page, itemsPerPage) };
}
