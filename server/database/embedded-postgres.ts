import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { findBinaries, isOpenToOthers, ownFolder, type PostgresBinaries } from './postgres-binaries.ts';
import { StartError } from './start-error.ts';

/** How to reach a server: the folder of its Unix socket, or (Windows) the local address and a port. */
export type PostgresAddress = { host: string; port: number; user: string; password?: string };

export type EmbeddedPostgres = {
  address: PostgresAddress;
  /** Folder that holds the data: differs from DATA_DIR when root's folder is closed to the server's user. */
  folder: string;
  /** True when a living server was found and taken over instead of started. */
  adopted: boolean;
  /** Leaves the server, and stops it when nobody else uses it. */
  close(): Promise<void>;
};

type Options = {
  /** DATA_DIR. */
  dataDir: string;
  /** The shop server itself: one per data folder. Commands and tests share. */
  exclusive: boolean;
  /** Further settings of PostgreSQL, e.g. `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>;
};

type Place = { data: string; run: string; log: string; copyTo: string | null };
type ServerUser = { uid?: number; gid?: number };

/** Advisory locks in the database `postgres`: the one shop server, and everybody who uses this PostgreSQL. */
const shopLock = 7411;
const userLock = 7412;
const deadline = 60_000;
const nobody = 65534;

const asServerUser: ServerUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

function placeFor(dataDir: string): Place {
  const base = path.join(dataDir, 'postgres');
  const hash = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 12);
  const temporary = process.platform === 'win32' ? os.tmpdir() : '/var/tmp';
  const closed = asServerUser.uid !== undefined && !isOpenToOthers(dataDir);
  const copyTo = asServerUser.uid === undefined ? null : path.join(temporary, 'arimas-postgres');
  const home = closed ? ownFolder(path.join(temporary, `arimas-${hash}`), 0o711) : base;
  mkdirSync(home, { recursive: true });
  if (copyTo) ownFolder(copyTo, 0o755);
  // A socket's path holds 107 bytes.
  const near = path.join(home, 'run');
  const run =
    Buffer.byteLength(path.join(near, '.s.PGSQL.5432')) <= 107
      ? near
      : path.join(ownFolder(path.join(os.tmpdir(), `arimas-${hash}`), 0o711), 'run');
  return { data: path.join(home, 'data'), run, log: path.join(home, 'postgres.log'), copyTo };
}

/** A folder that belongs to the user the server runs as. */
function giveFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (asServerUser.uid !== undefined) chownSync(folder, asServerUser.uid, nobody);
}

function readPidFile(data: string): { pid: number; port: number; run: string; ready: boolean } | null {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return {
      pid: Number(lines[0]),
      port: Number(lines[3]),
      run: (lines[4] ?? '').trim(),
      ready: (lines[7] ?? '').trim() === 'ready',
    };
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** False only when the process is surely something else that got the number of a dead server. */
function mayBePostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    if (process.platform === 'win32') return true;
    const asked = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return asked.status !== 0 || /postgres/.test(asked.stdout);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** `initdb` into a folder of our own, then one rename: of two first starts at once, one wins. */
function createData(place: Place, binaries: PostgresBinaries): void {
  const folder = path.dirname(place.data);
  for (const name of readdirSync(folder)) {
    const left = /^data\.(\d+)$/.exec(name);
    if (left && !isAlive(Number(left[1]))) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
  const draft = `${place.data}.${process.pid}`;
  giveFolder(draft);
  const onWindows = process.platform === 'win32';
  const passwordFile = path.join(folder, 'password');
  if (onWindows) writeFileSync(passwordFile, crypto.randomUUID(), { mode: 0o600 });
  const made = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${draft}`,
      '--username=postgres',
      ...(onWindows ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust']),
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    {
      encoding: 'utf8',
      cwd: onWindows ? folder : '/',
      ...asServerUser,
      env: { ...process.env, LC_ALL: 'C' },
    },
  );
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    const cause = made.error?.message ?? lastLine(made.stderr);
    throw new StartError(`The database could not be created in ${place.data}: ${cause}`);
  }
  try {
    renameSync(draft, place.data);
  } catch {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(place.data)) throw new StartError(`The database could not be moved to ${place.data}.`);
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

function tailOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-4).join(' | ');
  } catch {
    return '';
  }
}

function addressOf(place: Place, port: number): PostgresAddress {
  if (process.platform !== 'win32') return { host: place.run, port: 5432, user: 'postgres' };
  const password = readFileSync(path.join(path.dirname(place.data), 'password'), 'utf8');
  return { host: '127.0.0.1', port, user: 'postgres', password };
}

async function connect(address: PostgresAddress): Promise<Client> {
  const client = new Client({ ...address, database: 'postgres', connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A living server of this very data folder, or null. */
async function adopt(
  place: Place,
): Promise<{ client: Client; address: PostgresAddress; pid: number } | null> {
  const found = readPidFile(place.data);
  if (!found || !isAlive(found.pid)) return null;
  if (!mayBePostgres(found.pid)) {
    rmSync(path.join(place.data, 'postmaster.pid'), { force: true });
    return null;
  }
  const address = addressOf(found.run ? { ...place, run: found.run } : place, found.port);
  try {
    const client = await connect(address);
    const answer = await client.query<{ data_directory: string }>('show data_directory');
    if (realpathSync(answer.rows[0]?.data_directory ?? '/') === realpathSync(place.data)) {
      return { client, address, pid: found.pid };
    }
    await client.end();
  } catch {
    // Starting, stopping or recovering: the caller looks again.
  }
  return null;
}

/** Starts the server and waits until it says ready under the pid of our child: an old file says "ready" too. */
async function launch(
  place: Place,
  binaries: PostgresBinaries,
  settings: Record<string, string>,
): Promise<boolean> {
  giveFolder(place.run);
  if (existsSync(place.log) && statSync(place.log).size > 10_000_000) truncateSync(place.log);
  const onWindows = process.platform === 'win32';
  const port = onWindows ? await freePort() : 5432;
  const all: Record<string, string> = {
    listen_addresses: onWindows ? '127.0.0.1' : '',
    ...(onWindows ? {} : { unix_socket_directories: place.run }),
    shared_buffers: '64MB',
    max_connections: '120',
    jit: 'off',
    timezone: 'UTC',
    log_min_messages: 'warning',
    ...settings,
  };
  const log = openSync(place.log, 'a');
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      place.data,
      '-p',
      String(port),
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...asServerUser,
      cwd: onWindows ? path.dirname(place.data) : '/',
      // Ctrl-C goes to the whole group: the database must outlive our own drain.
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
      env: { ...process.env, LC_ALL: 'C' },
    },
  );
  closeSync(log);
  let failure: Error | null = null;
  child.once('error', (error) => (failure = error));
  child.unref();
  for (const until = Date.now() + deadline; Date.now() < until; await wait(10)) {
    if (failure) throw new StartError(`The database server does not run: ${(failure as Error).message}`);
    const found = readPidFile(place.data);
    if (found?.ready && found.pid === child.pid) return true;
    if (child.exitCode !== null || child.signalCode !== null) return false;
  }
  throw new StartError(`The database server did not become ready in ${deadline / 1000} s, see ${place.log}`);
}

/** Step by step: Node's recursive mkdir never returns where a file system refuses new folders with ENOENT (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

function makeWritable(dataDir: string): void {
  try {
    makeFolder(path.resolve(dataDir));
    const probe = path.join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${code}). Set DATA_DIR to a folder of yours.`,
    );
  }
}

async function leave(client: Client, pid: number): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [userLock]);
    const last = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [userLock]);
    if (!last.rows[0]?.ok) return;
    process.kill(pid, 'SIGINT');
  } catch {
    // The server is gone already (ESRCH, connection ended): stopped.
    return;
  } finally {
    await client.end().catch(() => {});
  }
  for (const until = Date.now() + deadline; isAlive(pid) && Date.now() < until;) await wait(5);
}

/**
 * PostgreSQL on the data folder: started as a child, or adopted when it lives already (it survives a SIGKILL of ours).
 * Everybody who uses it holds a shared advisory lock; the last one out stops it, so nobody takes it from another.
 * @throws StartError when the folder cannot be used or another shop serves it
 */
export async function startEmbeddedPostgres({
  dataDir,
  exclusive,
  settings = {},
}: Options): Promise<EmbeddedPostgres> {
  makeWritable(dataDir);
  const place = placeFor(dataDir);
  const binaries = findBinaries(place.copyTo);
  if (!existsSync(place.data)) createData(place, binaries);
  const major = readFileSync(path.join(place.data, 'PG_VERSION'), 'utf8').trim();
  if (major !== '18') {
    throw new StartError(
      `The data in ${place.data} is of PostgreSQL ${major}; this shop brings PostgreSQL 18.`,
    );
  }
  let started = false;
  for (const until = Date.now() + deadline; Date.now() < until; await wait(50)) {
    const found = await adopt(place);
    if (!found) {
      const living = readPidFile(place.data);
      if (living && isAlive(living.pid) && mayBePostgres(living.pid)) continue;
      started = await launch(place, binaries, settings);
      if (!started && !/lock file|already exists|in use/.test(tailOf(place.log))) {
        throw new StartError(`The database server ended at once: ${tailOf(place.log)}`);
      }
      continue;
    }
    const { client, address, pid } = found;
    try {
      const locked = await client.query<{ ok: boolean }>('select pg_try_advisory_lock_shared($1) as ok', [
        userLock,
      ]);
      if (!locked.rows[0]?.ok) throw new Error('stopping');
      if (exclusive) {
        const alone = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [
          shopLock,
        ]);
        if (!alone.rows[0]?.ok) {
          throw new StartError(
            `The data folder ${dataDir} is already served by another process. Stop it first, or set DATA_DIR to another folder.`,
          );
        }
      }
    } catch (error) {
      await client.end().catch(() => {});
      if (error instanceof StartError) throw error;
      continue;
    }
    return { address, folder: place.data, adopted: !started, close: () => leave(client, pid) };
  }
  throw new StartError(`The database in ${place.data} could not be opened, see ${place.log}`);
}
