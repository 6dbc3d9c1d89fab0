import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, types as pgTypes, type ClientConfig, type CustomTypesConfig } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import type { Database } from './schema.ts';
import { StartError } from './start-error.ts';

export type OpenDatabase = {
  db: Kysely<Database>;
  pool: Pool;
  /** How others reach the same database: a URL, for tests and child processes. */
  url: string;
  /** One line for the start message: where the data lies. */
  where: string;
  /**
   * Calls `changed` on every NOTIFY of the channel, and once after a lost connection was made again, for what was
   * missed meanwhile. Returns a function that ends it.
   */
  listen(channel: string, changed: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

type Options = {
  /** DATA_DIR: holds the embedded server's data. */
  dataDir: string;
  /** Any PostgreSQL instead of the embedded one. */
  databaseUrl?: string | undefined;
  /** `server`: the one shop process of this data folder. `command`: works beside it. */
  role?: 'server' | 'command';
  /** Connections of the pool. */
  connections?: number;
};

const bigint = 20;
const numeric = 1700;
/** Parsers of our own, not the module's: a bigint of ours (sums of cents, versions) fits a number. */
const types: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (oid === bigint || oid === numeric) return Number;
    return (pgTypes.getTypeParser as (oid: number, format?: string) => unknown)(oid, format);
  },
};

const databaseName = 'arimas';

async function reach(config: ClientConfig, what: string): Promise<void> {
  const client = new Client({ ...config, connectionTimeoutMillis: 8000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new StartError(`${what} cannot be reached: ${message || code || 'no answer'}`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The URL without its password, for messages. */
function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:***@');
}

async function createIfMissing(server: EmbeddedPostgres): Promise<void> {
  const client = new Client({ ...server.address, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } catch (error) {
    // Another process that started in the same moment made it.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

/** A connection URL for an address; a socket folder travels as a parameter. */
export function urlOf(address: EmbeddedPostgres['address'], database: string): string {
  const user =
    encodeURIComponent(address.user) + (address.password ? `:${encodeURIComponent(address.password)}` : '');
  return address.host.startsWith('/')
    ? `postgres://${user}@localhost/${database}?host=${encodeURIComponent(address.host)}`
    : `postgres://${user}@${address.host}:${address.port}/${database}`;
}

/** A pool with our parsers on a connection URL. */
export function createPool(url: string, connections: number): Pool {
  const pool = new Pool({ connectionString: url, types, max: connections, connectionTimeoutMillis: 10_000 });
  // Without a listener the loss of a connection would end the process: the pool watches the idle ones, nobody those that
  // are at work. Their statements fail, and with them the one call that they serve.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function listenOn(
  url: string,
  channel: string,
  changed: (payload: string) => void,
): Promise<() => Promise<void>> {
  let current: Client | null = null;
  let over = false;
  const connect = async (): Promise<void> => {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    client.on('notification', (message) => changed(message.payload ?? ''));
    await client.connect();
    await client.query(`listen ${channel}`);
    client.once('end', connectLater);
    current = client;
  };
  const connectLater = (): void => {
    if (over) return;
    setTimeout(() => {
      if (!over) connect().then(() => changed('*'), connectLater);
    }, 1000).unref();
  };
  await connect();
  return async () => {
    over = true;
    await current?.end().catch(() => {});
  };
}

/**
 * Opens the shop's database, migrated: the embedded PostgreSQL of the data folder, or the one of DATABASE_URL.
 * @throws StartError with one line for the operator
 */
export async function openDatabase({
  dataDir,
  databaseUrl,
  role = 'server',
  connections = 10,
}: Options): Promise<OpenDatabase> {
  let server: EmbeddedPostgres | null = null;
  let url: string;
  if (databaseUrl) {
    url = databaseUrl;
    await reach({ connectionString: url }, `The database of DATABASE_URL (${withoutPassword(url)})`);
  } else {
    server = await startEmbeddedPostgres({ dataDir, exclusive: role === 'server' });
    await createIfMissing(server);
    url = urlOf(server.address, databaseName);
  }
  const pool = createPool(url, connections);
  try {
    const client = await pool.connect();
    try {
      await migrate(client);
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    await server?.close();
    throw error;
  }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const endings = new Set<() => Promise<void>>();
  return {
    db,
    pool,
    url,
    where: server ? server.folder : withoutPassword(url),
    async listen(channel, changed) {
      const end = await listenOn(url, channel, changed);
      endings.add(end);
      return async () => {
        endings.delete(end);
        await end();
      };
    },
    async close() {
      await Promise.all([...endings].map((end) => end()));
      await db.destroy();
      await server?.close();
    },
  };
}
