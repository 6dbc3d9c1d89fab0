import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { asServerUser, giveFolder, type Place } from './postgres-place.ts';
import { StartError } from '#server/errors/start-error.ts';

/** How to reach a server: the folder of its Unix socket, or (Windows) the local address and a port. */
export type PostgresAddress = { host: string; port: number; user: string; password?: string };

/** Longest wait in ms for a server to start, recover or stop. */
export const deadline = 60_000;

/** What the server says of itself in its folder. */
export function readPidFile(data: string): { pid: number; port: number; run: string; ready: boolean } | null {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return {
      pid: Number(lines[0]),
      port: Number(lines[3]),
      run: (lines[4] ?? '').trim(),
      ready: (lines[7] ?? '').trim() === 'ready',
    };
  } catch {
    // No such file: nothing runs on this folder.
    return null;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** False only when the process is surely something else that got the number of a dead server. */
export function mayBePostgres(pid: number): boolean {
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
export function createData(place: Place, binaries: PostgresBinaries): void {
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

/** The last lines of the server's log, for messages: behind the one that says why it ended, others say only that it did. */
export function tailOf(file: string): string {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const cause = lines.slice(-20, -4).findLast((line) => /\b(?:FATAL|PANIC): /.test(line));
    return [...(cause === undefined ? [] : [cause]), ...lines.slice(-4)].join(' | ');
  } catch {
    // Without a log the message stands without its last lines.
    return '';
  }
}

export function addressOf(place: Place, port: number): PostgresAddress {
  if (process.platform !== 'win32') return { host: place.run, port: 5432, user: 'postgres' };
  const password = readFileSync(path.join(path.dirname(place.data), 'password'), 'utf8');
  return { host: '127.0.0.1', port, user: 'postgres', password };
}

/** Starts the server and waits until it says ready under the pid of our child: an old file says "ready" too. */
export async function launch(
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
    // The data lies in memory and on a disk without heads. Statements are planned once (prepared-statements.ts), maybe while a table has ten
    // rows: with the cost of a turning disk they would read the whole of it still when it has ten thousand.
    random_page_cost: '1.1',
    autovacuum_naptime: '15s',
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
