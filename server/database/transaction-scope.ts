/**
 * One transaction around a whole call. The idempotency guard opens it, runs the handler inside, and writes the
 * stored answer last: commands ask here for their executor and so take part without being handed it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type Kysely, type Transaction } from 'kysely';
import { busy } from '#server/http/api-failure.ts';
import type { Database } from './schema.ts';
import { inTransaction } from './transaction.ts';

const current = new AsyncLocalStorage<Transaction<Database>>();
/** Longest wait for a row that somebody else holds, contract 1.9. */
const lockWait = '5s';

/** The transaction of the running call, or the pool outside of one. */
export const executor = (db: Kysely<Database>): Kysely<Database> => current.getStore() ?? db;

/**
 * Runs `work` in the transaction of the call, or in one of its own. A row that stays locked for 5 s is 503 with
 * Retry-After 1; a deadlock runs the work again, so it may have no effect outside the database.
 */
export async function inScope<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const running = current.getStore();
  if (running) return work(running);
  try {
    return await inTransaction(db, async (trx) => {
      await sql`select set_config('lock_timeout', ${lockWait}, true)`.execute(trx);
      return current.run(trx, () => work(trx));
    });
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') throw busy(1);
    throw error;
  }
}

/** Runs `work`; when it throws, its changes are undone and the transaction goes on. */
export async function withSavepoint<T>(trx: Transaction<Database>, work: () => Promise<T>): Promise<T> {
  await sql`savepoint refusal`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint refusal`.execute(trx);
    return result;
  } catch (error) {
    // A lost connection or a deadlock leaves nothing to go back to; the first error is the one to tell. Released too: one that
    // stands further out has the same name.
    await sql`rollback to savepoint refusal`.execute(trx).catch(() => {});
    await sql`release savepoint refusal`.execute(trx).catch(() => {});
    throw error;
  }
}
