import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type PostgresDialectConfig,
  type Transaction,
} from 'kysely';
import type { Pool } from 'pg';
import { isOutdatedStatement, preparing } from './prepared-statements.ts';
import type { Database } from './schema.ts';

const tries = 4;

/** ms that a transaction which is about to begin waits for a row that somebody else holds. */
const lockWait = new AsyncLocalStorage<number>();

class ShopDriver extends PostgresDriver {
  /**
   * One message says what begins and how: each is a way there and back in every call. What a call asks for is found by keys, so one
   * plan serves all values, and planning anew costs the larger statements more than their work. An index of some rows only
   * (`where state = 'cart'`) is used by such a plan where the statement names the value itself and no parameter does.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const wait = lockWait.getStore();
    const settings =
      wait === undefined
        ? ''
        : `; set local lock_timeout = ${String(wait)}; set local plan_cache_mode = force_generic_plan`;
    await connection.executeQuery(
      CompiledQuery.raw(`start transaction isolation level read committed${settings}`),
    );
  }
}

/** Postgres, with transactions as `inTransaction` begins them and statements that are prepared. */
export class ShopDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor({ pool }: { pool: Pool }) {
    const config = { pool: preparing(pool) };
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ShopDriver(this.#config);
  }
}

/** Serialisation failure, deadlock, tables that have changed: the transaction did nothing and may be run again. */
export function mayRunAgain(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '40001' || code === '40P01' || isOutdatedStatement(error);
}

/**
 * One READ COMMITTED transaction; lock the rows you decide on with FOR UPDATE first. A deadlock is run again as a net,
 * so the work must have no effect outside the database.
 * @param longestLock ms that a statement waits for a row that somebody else holds; without it as long as it may run at all
 * @throws 55P03 of Postgres past that
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
  longestLock?: number,
): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      const transaction = () => db.transaction().execute((trx) => lockWait.exit(() => work(trx)));
      return await (longestLock === undefined ? transaction() : lockWait.run(longestLock, transaction));
    } catch (error) {
      if (round >= tries || !mayRunAgain(error)) throw error;
      await wait(Math.random() * 20 * round);
    }
  }
}
