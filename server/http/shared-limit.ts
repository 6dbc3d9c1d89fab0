/**
 * Limits that guard secrets (passwords, codes) and other people's letter boxes: counted in the database, so that ten tries
 * are ten however many processes the shop has, and after a restart (contract 1.13).
 */
import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { executor } from '#server/database/transaction-scope.ts';
import { ApiFailure, busy } from '#server/errors/api-failure.ts';

export interface SharedLimit {
  /**
   * Counts one try of `client`.
   * @throws ApiFailure 429 `rate.limited` with Retry-After in seconds; 503 `server.busy` where a call whose transaction
   *   is open gets no connection beside it: it may be sent again
   */
  take(client: string): Promise<void>;
  /** The same; false where there is none left. */
  mayTake(client: string): Promise<boolean>;
  /** Whether a try of `client` is not back yet. */
  isUsed(client: string): Promise<boolean>;
  /** Gives back what a try took that turned out to be no guess. */
  giveBack(client: string): Promise<void>;
  /** Gives back all of them, in the transaction of the call. */
  forget(client: string): Promise<void>;
}

/**
 * `amount` tries in `periodMs`, that come back one by one. Stored is only when all of them are back (the theoretical arrival
 * time of the generic cell rate algorithm, ITU-T I.371), under a hash of who tried. Written beside the transaction of the call, whose
 * refusal would take the try back.
 */
export function createSharedLimit(
  db: Kysely<Database>,
  {
    name,
    amount,
    periodMs,
    now,
    patienceMs = 2000,
  }: {
    name: string;
    amount: number;
    periodMs: number;
    now: () => Date;
    /** So long a call whose transaction is open waits: those who hold all connections would wait for each other. */
    patienceMs?: number;
  },
): SharedLimit {
  const step = periodMs / amount;
  /** ms: calls that come at once are counted in another order than that in which they read the time. Less than a try. */
  const slack = Math.min(1_000, step / 2);
  const keyOf = (client: string) => createHash('sha256').update(`${name} ${client}`).digest('base64url');
  const count = async (client: string): Promise<void> => {
    const key = keyOf(client);
    const time = now().getTime();
    const { rows } = await sql`
      insert into rate_limit (key, full_at) values (${key}, ${time + step})
      on conflict (key) do update set full_at = greatest(rate_limit.full_at, ${time}::float8) + ${step}
        where greatest(rate_limit.full_at, ${time}::float8) + ${step} <= ${time + periodMs + slack}
      returning key`.execute(db);
    if (rows.length > 0) return;
    const found = await db
      .selectFrom('rate_limit')
      .select('full_at')
      .where('key', '=', key)
      .executeTakeFirst();
    const wait = ((found?.full_at ?? time) + step - time - periodMs) / 1000;
    throw new ApiFailure(429, 'rate.limited', {
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(wait))) },
    });
  };
  const mayTake = async (client: string): Promise<boolean> => {
    try {
      await beside(count(client));
      return true;
    } catch (error) {
      // A database that is busy is no limit that was reached.
      if (error instanceof ApiFailure && error.status === 429) return false;
      throw error;
    }
  };
  const isUsed = async (client: string): Promise<boolean> => {
    const found = await executor(db)
      .selectFrom('rate_limit')
      .select('key')
      .where('key', '=', keyOf(client))
      .where('full_at', '>', now().getTime())
      .executeTakeFirst();
    return found !== undefined;
  };
  const uncount = async (client: string): Promise<void> => {
    await db
      .updateTable('rate_limit')
      .set((eb) => ({ full_at: eb('full_at', '-', step) }))
      .where('key', '=', keyOf(client))
      .execute();
  };
  const forget = async (client: string): Promise<void> => {
    await executor(db).deleteFrom('rate_limit').where('key', '=', keyOf(client)).execute();
  };
  const beside = (work: Promise<void>) => (executor(db) === db ? work : within(patienceMs, work));
  return {
    take: (client) => beside(count(client)),
    giveBack: (client) => beside(uncount(client)),
    mayTake,
    isUsed,
    forget,
  };
}

/** @throws ApiFailure 503 `server.busy` when it takes longer */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refuse = () => reject(busy(1));
    timer = setTimeout(refuse, ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Forgets what has come back whole. */
export async function forgetOldTries(db: Kysely<Database>, now: Date): Promise<number> {
  const done = await db.deleteFrom('rate_limit').where('full_at', '<', now.getTime()).executeTakeFirst();
  return Number(done.numDeletedRows);
}
