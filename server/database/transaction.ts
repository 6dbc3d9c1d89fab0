import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

const tries = 4;

/** Serialisation failure and deadlock: the transaction did nothing and may be run again. */
function mayRunAgain(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '40001' || code === '40P01';
}

/**
 * One READ COMMITTED transaction; lock the rows you decide on with FOR UPDATE first. A deadlock is run again as a net,
 * so the work must have no effect outside the database.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work);
    } catch (error) {
      if (round >= tries || !mayRunAgain(error)) throw error;
      await wait(Math.random() * 20 * round);
    }
  }
}
