import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { ShopDialect } from '#server/database/transaction.ts';
import { Client, type Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres.ts';
import { migrate, readMigrations } from '#server/database/migrate.ts';
import { urlOf } from '#server/database/open-database.ts';
import { createPool } from '#server/database/pool.ts';
import type { Database } from '#server/database/schema.ts';
import { seedIfEmpty } from '#server/seed/seed-database.ts';
// Who makes the template hashes the passwords of all demo customers, which are then compared as dearly as they were made.
import '#tests/server-setup.ts';
import { temporaryPlace } from '#tests/temporary-place.ts';

export type TestDatabase = {
  /** For DATABASE_URL of a server under test. */
  url: string;
  db: Kysely<Database>;
  pool: Pool;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
};

type Server = { url(database: string): string; close(): Promise<void> };

const templateLock = 7420;
let shared: Promise<Server> | null = null;
let users = 0;

const serverFolder = path.join(import.meta.dirname, '../../server');

async function openServer(): Promise<Server> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    const url = (database: string): string => {
      const made = new URL(given);
      made.pathname = `/${database}`;
      return made.href;
    };
    return { url, close: async () => {} };
  }
  // One server for all test processes of this checkout; it sleeps in the temporary place between runs.
  const checkout = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 8);
  const dataDir = path.join(temporaryPlace(), `arimas-tests-${checkout}`);
  const server = await startEmbeddedPostgres({
    dataDir,
    exclusive: false,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      max_wal_size: '256MB',
    },
  });
  return { url: (database) => urlOf(server.address, database), close: () => server.close() };
}

/** Changes with whatever decides the contents of a fresh shop: migrations, seed data, loader, cost of a password, day. */
function templateName(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  for (const { sha256 } of readMigrations()) hash.update(sha256);
  const add = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) add(at);
      else if (/\.(?:json|ts)$/.test(entry.name)) hash.update(readFileSync(at));
    }
  };
  add(path.join(serverFolder, 'seed'));
  add(path.join(serverFolder, 'seed-data'));
  for (const file of [
    'content/references.ts',
    'text/site-paths.ts',
    'pictures/picture-paths.ts',
    'accounts/password-hash.ts',
  ]) {
    hash.update(readFileSync(path.join(serverFolder, file)));
  }
  // How dearly the demo customers' passwords are hashed.
  hash.update(readFileSync(path.join(import.meta.dirname, '../server-setup.ts')));
  return `arimas_template_${hash.digest('hex').slice(0, 12)}`;
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes the template once: the first process builds it under a lock, the others wait and find it. */
async function prepareTemplate(server: Server): Promise<string> {
  const name = templateName();
  await withClient(server.url('postgres'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const ready = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
      name,
    ]);
    if (ready.rowCount) return;
    const old = await client.query<{ datname: string }>(
      "select datname from pg_database where datname like 'arimas_template_%'",
    );
    for (const { datname } of old.rows) {
      await client.query(`alter database ${datname} is_template false`);
      await client.query(`drop database if exists ${datname} with (force)`);
    }
    await client.query(`create database ${name}`);
    const pool = createPool(server.url(name), 2);
    try {
      const connection = await pool.connect();
      try {
        await migrate(connection);
      } finally {
        connection.release();
      }
      await seedIfEmpty(pool);
    } finally {
      await pool.end();
    }
    await client.query(`alter database ${name} is_template true`);
  });
  return name;
}

let template: Promise<string> | null = null;

/** A database of its own for one test file or one worker, migrated and filled with the demo shop (20-130 ms). */
export async function createTestDatabase(): Promise<TestDatabase> {
  users += 1;
  shared ??= openServer();
  const server = await shared;
  template ??= prepareTemplate(server);
  const source = await template;
  const name = `arimas_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await withClient(server.url('postgres'), async (client) => {
    for (let round = 1; ; round += 1) {
      try {
        await client.query(`create database ${name} template ${source} strategy wal_log`);
        return;
      } catch (error) {
        // 55006: somebody is still connected to the template (autovacuum, the one who made it).
        if ((error as { code?: string }).code !== '55006' || round > 20) throw error;
        await wait(50);
      }
    }
  });
  const url = server.url(name);
  const pool = createPool(url, 10);
  const db = new Kysely<Database>({ dialect: new ShopDialect({ pool }) });
  return {
    url,
    db,
    pool,
    async drop() {
      await db.destroy();
      await withClient(server.url('postgres'), (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
      users -= 1;
      if (users === 0) {
        shared = null;
        template = null;
        await server.close();
      }
    },
  };
}
