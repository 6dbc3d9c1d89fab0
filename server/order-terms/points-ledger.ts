/** What happened to the points of a member, the last first (contract LOY-05, 5.3): for the member and for the keeper. */
import { sql } from 'kysely';
import type { Db } from '#server/order-store/order-store.ts';

export interface HistoryEntry {
  id: number;
  at: Date;
  points: number;
  /** What made them more or fewer: `earned`, `spent`, `given_back`, `expired`, `corrected`; words of the seed data. */
  reason: string;
  /** The keeper's words of a correction. */
  note: string | null;
  /** The order that it was for, while it is kept. */
  number: string | null;
  token: string | null;
}

/** @param page entries of one page, and how many stand before it */
export async function readPointsHistory(
  db: Db,
  membership: number,
  page: { limit: number; offset: number },
): Promise<HistoryEntry[]> {
  return db
    .selectFrom('loyalty_entry as e')
    .leftJoin('order as o', 'o.id', 'e.order_id')
    .select(['e.id', 'e.created_at as at', 'e.points', 'e.reason', 'e.note', 'o.number', 'o.token'])
    .where('e.membership_id', '=', membership)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** How many entries a member has, and what they come to. */
export async function sumOfPoints(db: Db, membership: number): Promise<{ entries: number; points: number }> {
  return db
    .selectFrom('loyalty_entry')
    .select([
      sql<number>`count(*)::int`.as('entries'),
      sql<number>`coalesce(sum(points), 0)::int`.as('points'),
    ])
    .where('membership_id', '=', membership)
    .executeTakeFirstOrThrow();
}
