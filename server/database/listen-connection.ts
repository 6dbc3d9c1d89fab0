import { setImmediate } from 'node:timers/promises';
import { Client } from 'pg';
import { destroy, tooManyConnections } from './pool.ts';

/** ms: from one question to the next, for its answer, for a new connection, and before it is tried once more. */
export const listenTimes = { beat: 250, patience: 1_500, connect: 1_000, again: 250 };

/** What the connection tells: whether the database answers, and that connections may be open on this side only. */
export interface ListenEvents {
  away?: () => void;
  back?: () => void;
  silent?: () => void;
}

/**
 * The process's own connection to its database: hears the notices (LISTEN) of everything that is kept in memory, and
 * asks it something four times a second. A connection behind a proxy that went silent stays open for ever on this side, and a
 * database that hangs says nothing: one that does not answer in time is lost and made anew, and if that cannot be done at once
 * the database is away. What was missed meanwhile is not known: all who listen are told `*`.
 */
export class ListenConnection {
  readonly #url: string;
  readonly #events: ListenEvents;
  readonly #times: typeof listenTimes;
  readonly #heard = new Map<string, Set<(payload: string) => void>>();
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #connecting: Promise<void> | null = null;
  #isAway = false;
  #isClosed = false;

  private constructor(url: string, events: ListenEvents, times: typeof listenTimes) {
    this.#url = url;
    this.#events = events;
    this.#times = times;
  }

  /** @throws what the driver says when the first connection cannot be made */
  static async open(url: string, events: ListenEvents = {}, times = listenTimes): Promise<ListenConnection> {
    const connection = new ListenConnection(url, events, times);
    await connection.#connect(times.connect * 10);
    return connection;
  }

  /**
   * Calls `changed` with the payload of every notice of the channel (a plain lower-case name), and with `*` after a lost
   * connection. What it returns ends that.
   */
  async listen(channel: string, changed: (payload: string) => void): Promise<() => void> {
    const all = this.#heard.get(channel) ?? new Set();
    this.#heard.set(channel, all.add(changed));
    // A new connection listens to all that were known when it began, so one that is under way is waited for.
    await this.#connecting?.catch(() => {});
    // One that is lost meanwhile is made anew, and that one listens.
    await this.#client?.query(`listen ${channel}`).catch(() => {});
    return () => void all.delete(changed);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    // Nobody waits for this connection any more, however it ends.
    await this.#connecting?.catch(() => {});
    const client = this.#client;
    this.#client = null;
    // As above.
    if (client) await answered(client.end(), this.#times.patience).catch(() => {});
  }

  async #connect(limit: number): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: limit * 3,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client.on('error', () => {});
    client.on('notification', ({ channel, payload = '' }) => {
      for (const changed of this.#heard.get(channel) ?? []) changed(payload);
    });
    try {
      await answered(client.connect(), limit);
      const channels = [...this.#heard.keys()];
      await answered(
        client.query(channels.map((channel) => `listen ${channel};`).join('') || 'select 1'),
        limit,
      );
    } catch (error) {
      destroy(client);
      throw error;
    }
    if (this.#isClosed) return destroy(client);
    this.#client = client;
    client.once('end', () => this.#lost(client));
    this.#beatLater(client);
  }

  #beatLater(client: Client): void {
    this.#timer = setTimeout(() => {
      answered(client.query('select 1'), this.#times.patience).then(
        () => this.#client === client && this.#beatLater(client),
        (error: unknown) => {
          if (this.#client !== client) return;
          destroy(client);
          // One that was ended while it was asked says so: the others of this process have heard it too.
          if (error instanceof NoAnswer) this.#events.silent?.();
          this.#lost(client);
        },
      );
    }, this.#times.beat).unref();
  }

  #lost(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    if (this.#timer) clearTimeout(this.#timer);
    this.#reconnect();
  }

  #reconnect(): void {
    if (this.#isClosed) return;
    this.#connecting = this.#tryAgain().finally(() => (this.#connecting = null));
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.#connect(this.#times.connect);
    } catch (error) {
      if (this.#isClosed) return;
      // A server with no place for one more connection answers those that are there.
      const isFull = (error as { code?: string }).code === tooManyConnections;
      if (!isFull && !this.#isAway) this.#events.away?.();
      this.#isAway ||= !isFull;
      this.#timer = setTimeout(() => this.#reconnect(), this.#times.again).unref();
      return;
    }
    if (this.#isClosed) return;
    if (this.#isAway) this.#events.back?.();
    this.#isAway = false;
    for (const all of this.#heard.values()) for (const changed of all) changed('*');
  }
}

class NoAnswer extends Error {}

/** The work, or an error after `limit` ms. An answer that lies there while this process was busy is one. */
async function answered(work: Promise<unknown>, limit: number): Promise<void> {
  const until = new AbortController();
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => {
      // Timers go before the network in a turn of the loop: two turns later everything that had come is read.
      void setImmediate()
        .then(() => setImmediate())
        .then(() => reject(new NoAnswer(`no answer in ${limit} ms`)));
    }, limit).unref();
    until.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    await Promise.race([work, late]);
  } finally {
    until.abort();
    // Whichever of the two came first was the answer; the other has nobody to tell.
    late.catch(() => {});
    // As above.
    work.catch(() => {});
  }
}
