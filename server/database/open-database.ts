import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import { ShopDialect } from './transaction.ts';
import { Client, type ClientConfig } from 'pg';
import { ListenConnection } from './listen-connection.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { hasDatabase, placeFor } from './postgres-place.ts';
import { createPool, type ShopPool } from './pool.ts';
import type { Database } from './schema.ts';
import { StartError } from '#server/errors/start-error.ts';

export type OpenDatabase = {
  db: Kysely<Database>;
  pool: ShopPool;
  /** How others reach the same database: a URL, for tests and child processes. */
  url: string;
  /** One line for the start message: where the data lies. */
  where: string;
  /** A sentence for the keeper where the database lies outside of the data folder, else null. */
  apart: string | null;
  /**
   * Calls `changed` on every NOTIFY of the channel, and once after a lost connection was made again, for what was
   * missed meanwhile. Returns a function that ends it. Only the server listens.
   */
  listen(channel: string, changed: (payload: string) => void): Promise<() => void>;
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
  /** ms that one statement of the server may take; commands take as long as they need. */
  statementTime?: number;
};

const databaseName = 'arimas';

/**
 * Who waits for a connection of the server: a second at most, by the pace of those before. Most calls wait in a line of their
 * own before they begin (open-shop.ts); this one is for whatever asks for more.
 */
const line = { all: 500, ofOne: 500, wait: 1_000 };

async function reach(config: ClientConfig, what: string): Promise<void> {
  const client = new Client({ ...config, connectionTimeoutMillis: 8000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new StartError(`${what} cannot be reached: ${message || code || 'no answer'}`);
  } finally {
    // It was there to see whether the database answers.
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

/**
 * Opens the shop's database, migrated: the embedded PostgreSQL of the data folder, or the one of DATABASE_URL.
 * @throws StartError with one line for the operator
 */
export async function openDatabase({
  dataDir,
  databaseUrl,
  role = 'server',
  connections = 10,
  statementTime = 10_000,
}: Options): Promise<OpenDatabase> {
  let server: EmbeddedPostgres | null = null;
  let url: string;
  if (databaseUrl) {
    url = databaseUrl;
    await reach({ connectionString: url }, `The database of DATABASE_URL (${withoutPassword(url)})`);
  } else {
    // A command is about a shop that is there: of a wrong folder it would make an empty one and say that nothing is ordered.
    if (role === 'command' && !(hasDatabase(dataDir) && existsSync(placeFor(dataDir).data)))
      throw new StartError(`There is no shop in ${dataDir}: start it once, or set DATA_DIR to its folder.`);
    server = await startEmbeddedPostgres({ dataDir, exclusive: role === 'server' });
    await createIfMissing(server);
    url = urlOf(server.address, databaseName);
  }
  const pool = createPool(url, connections, role === 'server' ? { statement: statementTime, line } : {});
  let listening: ListenConnection | undefined;
  try {
    const client = await pool.connect();
    try {
      // A migration may rewrite a table.
      await client.query('set statement_timeout = 0');
      await migrate(client);
      await client.query('reset statement_timeout');
    } finally {
      client.release();
    }
    if (role === 'server')
      listening = await ListenConnection.open(url, {
        away: () => pool.away(),
        back: () => pool.back(),
        silent: () => pool.drop(),
      });
  } catch (error) {
    await pool.end();
    await server?.close();
    throw error;
  }
  const db = new Kysely<Database>({ dialect: new ShopDialect({ pool }) });
  return {
    db,
    pool,
    url,
    where: server ? server.folder : withoutPassword(url),
    apart: server?.apart ?? null,
    async listen(channel, changed) {
      if (!listening) throw new Error('A command does not listen.');
      return listening.listen(channel, changed);
    },
    async close() {
      await listening?.close();
      await db.destroy();
      await server?.close();
    },
  };
}
