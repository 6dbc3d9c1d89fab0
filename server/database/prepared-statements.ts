/**
 * Statements that come again and again are prepared once a connection and by name: PostgreSQL reads and plans them then and not with
 * every call. Reading and planning was more than half of what an order cost the database.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** How often a text comes before it gets a name: those that are put together for one occasion are not worth the memory. */
const often = 20;
/** Texts with a name: a connection keeps the plan of each. */
const mostNames = 400;
/** Texts that are counted; past it the count begins anew. */
const mostTexts = 2_000;

/** Names statements by their texts; one for all connections of a pool. */
export class StatementNames {
  #uses = new Map<string, number>();
  #names = new Map<string, string>();
  #named = 0;

  /** The name under which a statement is prepared; undefined: it does not come often enough. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= mostNames) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < often) {
      if (this.#uses.size >= mostTexts) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    this.#named += 1;
    const given = `shop_${String(this.#named)}`;
    this.#names.set(text, given);
    return given;
  }

  /** Every statement is read again under another name: a table has got other columns than the prepared ones answer. */
  forget(): void {
    this.#names.clear();
  }
}

/** A prepared statement whose tables were changed by a newer version of the shop (PostgreSQL, `RevalidateCachedQuery`). */
export const isOutdatedStatement = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
};

/** The pool as Kysely uses it, with statements prepared that come often. */
export function preparing(pool: Pool): PostgresPool {
  const names = new StatementNames();
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  const wrap = (client: PoolClient): PostgresPoolClient => ({
    query: (async (text: string, values: readonly unknown[]) => {
      const name = values.length === 0 ? undefined : names.nameOf(text);
      const ask = (prepared: { name?: string }) => client.query({ ...prepared, text, values: [...values] });
      if (name === undefined) return ask({});
      try {
        return await ask({ name });
      } catch (error) {
        if (!isOutdatedStatement(error)) throw error;
        names.forget();
        // Nothing was done. In a transaction nothing more can be: that one runs again as a whole.
        return await ask({}).catch(() => Promise.reject(error as Error));
      }
      // Kysely's other way to ask, by a cursor, needs a class for it (`cursor` of its settings), which it is not given.
    }) as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  });
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      let wrapped = clients.get(client);
      if (!wrapped) clients.set(client, (wrapped = wrap(client)));
      return wrapped;
    },
    end: () => pool.end(),
  };
}
