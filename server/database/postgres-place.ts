import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isOpenToOthers, ownFolder } from './postgres-binaries.ts';
import { StartError } from '#server/errors/start-error.ts';

/** Folders of one embedded server. `copyTo`: where its programs go when root's own are closed to its user. */
export type Place = { data: string; run: string; log: string; copyTo: string | null };
type ServerUser = { uid?: number; gid?: number };

const nobody = 65534;

/** PostgreSQL refuses to run as root: then it runs as nobody. */
export const asServerUser: ServerUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/** Under the data folder; in the system's persistent temporary place when root's folder is closed to nobody. */
export function placeFor(dataDir: string): Place {
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
export function giveFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (asServerUser.uid !== undefined) chownSync(folder, asServerUser.uid, nobody);
}

/** Step by step: Node's recursive mkdir never returns where a file system refuses new folders with ENOENT (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process that starts at the same moment was faster: it is the same folder.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** @throws StartError when the data folder cannot be made or written */
export function makeWritable(dataDir: string): void {
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

/** Removes a data folder with what lies elsewhere for it: for tests, whose folders are private as a rule. */
export function removeData(dataDir: string): void {
  const { data } = placeFor(dataDir);
  rmSync(path.dirname(data), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}
