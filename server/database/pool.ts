import {
  Client,
  Pool,
  types as pgTypes,
  type ClientConfig,
  type CustomTypesConfig,
  type PoolClient,
  type PoolConfig,
} from 'pg';
import { WorkQueue, type QueueBounds } from '#server/process/work-queue.ts';

const bigint = 20;
const numeric = 1700;
/** Parsers of our own, not the module's: a bigint of ours (sums of cents, versions) fits a number. */
const types: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (oid === bigint || oid === numeric) return Number;
    return (pgTypes.getTypeParser as (oid: number, format?: string) => unknown)(oid, format);
  },
};

/** SQLSTATE of a server that has no place for one more connection. */
export const tooManyConnections = '53300';
/** SQLSTATEs of a server whose disk has no room, or takes no more. */
const noRoom = new Set(['53100', '58030']);
/** Whether the disk of the database is full: nothing can be written until somebody makes room. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && noRoom.has((error as Error & { code?: string }).code ?? '');
/** ms that a full server is not asked for one more connection. */
const fullFor = 10_000;
/** Writes some 700 kB and nothing that stays: where the disk is full it fails as an order would. */
const probeOfRoom =
  'create temporary table room_probe on commit drop as select n from generate_series(1, 20000) as n';

/** The database does not answer: what was asked of it may be asked again. */
export class DatabaseAway extends Error {
  constructor() {
    super('the database does not answer');
    this.name = 'DatabaseAway';
  }
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * A pool that says at once that the database is away, in place of holding every call for as long as it would hang, and
 * that goes on with the connections it has when the server has none left for it.
 */
export class ShopPool extends Pool {
  readonly #most: number;
  readonly #open = new Set<PoolClient>();
  /** Those that are still being made too. */
  readonly #all: Set<Client>;
  readonly #waiting = new Set<() => void>();
  /** Whoever comes while all connections are at work; a job lasts until its connection is given back. */
  readonly #line: WorkQueue;
  readonly #givenBack = new Map<PoolClient, () => void>();
  #isAway = false;
  /** A statement has failed for want of room, and none of its kind has been done since. */
  #isFull = false;

  constructor({ line, ...config }: PoolConfig & { max: number; line?: QueueBounds | undefined }) {
    const all = new Set<Client>();
    super({
      ...config,
      Client: class extends Client {
        constructor(settings?: ClientConfig) {
          super(settings);
          all.add(this);
          this.once('end', () => all.delete(this));
        }
      },
    });
    this.#all = all;
    this.#most = config.max;
    this.#line = new WorkQueue(config.max, line);
    this.on('release', (_, client) => {
      this.#givenBack.get(client)?.();
      this.#givenBack.delete(client);
    });
    // Without a listener the loss of a connection would end the process: the pool watches the idle ones, nobody those that
    // are at work. Their statements fail, and with them the one call that they serve.
    this.on('error', () => {});
    this.on('connect', (client) => {
      client.on('error', () => {});
      this.#open.add(client);
      onServerError(client, (code) => {
        if (noRoom.has(code)) this.#isFull = true;
      });
    });
    this.on('remove', (client) => this.#open.delete(client));
  }

  /** Until `back`: whatever asks is refused, what is under way fails. */
  away(): void {
    this.#isAway = true;
    for (const refuse of this.#waiting) refuse();
    this.#waiting.clear();
    this.drop();
  }

  back(): void {
    this.#isAway = false;
  }

  /** Ends every connection now: their other ends may be gone without a word. What is under way on them fails. */
  drop(): void {
    for (const client of this.#all) destroy(client);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    const connecting = this.#connect();
    if (!callback) return connecting;
    void handOver(connecting, callback);
  }

  /**
   * Whether the database answers, and can write where it could not; asked past all who wait.
   * @throws DatabaseAway, or what the database says
   */
  async ping(): Promise<void> {
    const client = await this.#oneMore();
    try {
      await client.query(this.#isFull ? probeOfRoom : 'select 1');
      this.#isFull = false;
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** @throws ApiFailure 503 `server.busy` where a connection would come too late to be of use */
  #connect(): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      const hold = async () => {
        const client = await this.#oneMore();
        const givenBack = new Promise<void>((done) => this.#givenBack.set(client, done));
        resolve(client);
        await givenBack;
      };
      this.#line.run(hold).catch(reject);
    });
  }

  async #oneMore(): Promise<PoolClient> {
    if (this.#isAway) throw new DatabaseAway();
    for (;;) {
      try {
        return await this.#unlessAway(super.connect());
      } catch (error) {
        const isFull = (error as { code?: string }).code === tooManyConnections;
        if (!isFull || this.#open.size === 0) throw error;
        // From now on whoever asks waits for one of those that are open.
        this.options.max = this.#open.size;
        setTimeout(() => (this.options.max = this.#most), fullFor).unref();
      }
    }
  }

  async #unlessAway(connecting: Promise<PoolClient>): Promise<PoolClient> {
    let refuse = () => {};
    const refused = new Promise<never>((_, reject) => {
      refuse = () => reject(new DatabaseAway());
    });
    this.#waiting.add(refuse);
    try {
      return await Promise.race([connecting, refused]);
    } catch (error) {
      // Nobody waits for it any more.
      if (error instanceof DatabaseAway) void giveBack(connecting);
      throw error;
    } finally {
      this.#waiting.delete(refuse);
    }
  }
}

/** Ends a connection whose other end may not answer any more: a polite end would wait for it. */
export function destroy(client: Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** Tells the SQLSTATE of each error that the server answers, whoever asked. */
function onServerError(client: Client, told: (code: string) => void): void {
  const { connection } = client as unknown as {
    connection: { on(event: 'errorMessage', heard: (error: { code?: string }) => void): void };
  };
  connection.on('errorMessage', ({ code = '' }) => told(code));
}

async function handOver(connecting: Promise<PoolClient>, callback: Connected): Promise<void> {
  let client: PoolClient;
  try {
    client = await connecting;
  } catch (error) {
    callback(error as Error, undefined, () => {});
    return;
  }
  callback(undefined, client, (error) => client.release(error));
}

async function giveBack(connecting: Promise<PoolClient>): Promise<void> {
  try {
    (await connecting).release();
  } catch {
    // There is none.
  }
}

/** How long a pool may keep anybody. */
export interface PoolLimits {
  /** ms that one statement may take, on the server's side; undefined: as long as it wants. */
  statement?: number;
  /** Who may wait for a connection; undefined: everybody. */
  line?: QueueBounds;
}

export function createPool(url: string, connections: number, limits: PoolLimits = {}): ShopPool {
  return new ShopPool({
    connectionString: url,
    types,
    max: connections,
    line: limits.line,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...(limits.statement === undefined
      ? {}
      : {
          statement_timeout: limits.statement,
          // A process that is gone without a word would keep the rows locked that it was about to change.
          idle_in_transaction_session_timeout: limits.statement,
        }),
  });
}

/**
 * SQLSTATEs of a database that goes, comes or has no room: shutdown, crash, start, no connection left, one statement too long, a full disk.
 */
const passing = new Set(['57P01', '57P02', '57P03', tooManyConnections, '57014', '25P03', ...noRoom]);
const lostSocket = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const lostWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Whether a fault is the database's, for now: the same call may succeed a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true;
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as Error & { code?: string; syscall?: string };
  if (passing.has(code) || code.startsWith('08')) return true;
  return (
    (lostSocket.has(code) && /^(connect|read|write)$/.test(syscall ?? '')) || lostWords.test(error.message)
  );
}
