/**
 * One transaction around a whole call. The idempotency guard opens it, runs the handler inside, and writes the
 * stored answer last: commands ask here for their executor and so take part without being handed it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type Kysely, type Transaction } from 'kysely';
import { busy } from '#server/errors/api-failure.ts';
import type { Database } from './schema.ts';
import { inTransaction, mayRunAgain } from './transaction.ts';

/** `after`: what waits for the commit. */
const current = new AsyncLocalStorage<{ trx: Transaction<Database>; after: (() => void)[] }>();
/** ms: longest wait for a row that somebody else holds, contract 1.9. */
const longestLock = 5_000;

/** The transaction of the running call, or the pool outside of one. */
export const executor = (db: Kysely<Database>): Kysely<Database> => current.getStore()?.trx ?? db;

/**
 * Runs `work` in the transaction of the call, or in one of its own. A row that stays locked for 5 s is 503 with
 * Retry-After 1; a deadlock runs the work again, so it may have no effect outside the database, and is 503 too once it came
 * too often.
 */
export async function inScope<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const running = current.getStore();
  if (running) return work(running.trx);
  try {
    let after: (() => void)[] = [];
    const result = await inTransaction(
      db,
      (trx) => {
        // Of a round that was undone nothing is told.
        after = [];
        return current.run({ trx, after }, () => work(trx));
      },
      longestLock,
    );
    for (const one of after) one();
    return result;
  } catch (error) {
    if ((error as { code?: string }).code === '55P03' || mayRunAgain(error)) throw busy(1);
    throw error;
  }
}

/** Runs `work` once the transaction of the call is committed, at once outside of one; never for what was undone. */
export function afterCommit(work: () => void): void {
  const running = current.getStore();
  if (running) running.after.push(work);
  else work();
}

/**
 * Runs `work`; when it throws, its changes are undone and the transaction goes on.
 * @param isLast nothing of this transaction goes back to a savepoint any more: the commit releases this one
 */
export async function withSavepoint<T>(
  trx: Kysely<Database>,
  work: () => Promise<T>,
  { isLast = false } = {},
): Promise<T> {
  await sql`savepoint refusal`.execute(trx);
  const after = current.getStore()?.after;
  const before = after?.length ?? 0;
  try {
    const result = await work();
    if (!isLast) await sql`release savepoint refusal`.execute(trx);
    return result;
  } catch (error) {
    after?.splice(before);
    // A lost connection or a deadlock leaves nothing to go back to; the first error is the one to tell. Released too: one that
    // stands further out has the same name.
    await sql`rollback to savepoint refusal`.execute(trx).catch(() => {});
    // As above.
    await sql`release savepoint refusal`.execute(trx).catch(() => {});
    throw error;
  }
}
