import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closedFolder, ownFolder } from './postgres-binaries.ts';
import { StartError } from '#server/errors/start-error.ts';

/**
 * Folders of one embedded server. `copyTo`: where its programs go when root's own are closed to its user; `closed`: the folder above
 * the data folder that keeps its user out, so that the database lies elsewhere.
 */
export type Place = {
  data: string;
  run: string;
  log: string;
  copyTo: string | null;
  closed: string | null;
};
type ServerUser = { uid?: number; gid?: number };

const nobody = 65534;

/** PostgreSQL refuses to run as root: then it runs as nobody. */
export const asServerUser: ServerUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/** Outlives a restart of the machine, where there is such a place. */
const temporary = process.platform === 'win32' ? os.tmpdir() : '/var/tmp';

/** Of a folder outside of the data folder that is of it alone. */
const ownName = (dataDir: string): string =>
  `arimas-${createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 12)}`;

/** Where the database goes that cannot lie in the data folder. */
const apartOf = (dataDir: string): string => path.join(temporary, ownName(dataDir));

/** Whether a shop keeps its database for this data folder; makes nothing, of a name that was mistyped either. */
export const hasDatabase = (dataDir: string): boolean =>
  [path.join(dataDir, 'postgres'), apartOf(dataDir)].some((home) => existsSync(path.join(home, 'data')));

/**
 * Under the data folder; in the system's persistent temporary place when root's folder is closed to nobody, or was when the database
 * was made.
 */
export function placeFor(dataDir: string): Place {
  const base = path.join(dataDir, 'postgres');
  const closed = asServerUser.uid === undefined ? null : closedFolder(dataDir);
  const apart = apartOf(dataDir);
  const isApart =
    closed !== null ||
    (asServerUser.uid !== undefined &&
      existsSync(path.join(apart, 'data')) &&
      !existsSync(path.join(base, 'data')));
  const copyTo = asServerUser.uid === undefined ? null : path.join(temporary, 'arimas-postgres');
  const home = isApart ? ownFolder(apart, 0o711) : base;
  mkdirSync(home, { recursive: true });
  if (copyTo) ownFolder(copyTo, 0o755);
  // A socket's path holds 107 bytes.
  const near = path.join(home, 'run');
  const run =
    Buffer.byteLength(path.join(near, '.s.PGSQL.5432')) <= 107
      ? near
      : path.join(ownFolder(path.join(os.tmpdir(), ownName(dataDir)), 0o711), 'run');
  return { data: path.join(home, 'data'), run, log: path.join(home, 'postgres.log'), copyTo, closed };
}

/** Says in the data folder where its database lies, where that is not in it. */
const signpost = (dataDir: string): string => path.join(dataDir, 'database-lies-in');
const isInside = (dataDir: string, place: Place): boolean =>
  path.dirname(place.data) === path.join(dataDir, 'postgres');

/**
 * The folder that has to be copied and moved together with the data folder, with the reason; null where the database lies in it.
 * @returns one sentence for the keeper
 */
export const tellApart = (dataDir: string, place: Place): string | null =>
  isInside(dataDir, place)
    ? null
    : `The database lies outside of ${dataDir}, in ${path.dirname(place.data)}${place.closed === null ? '' : `, since ${place.closed} is closed to other users and PostgreSQL does not run as root`}: copy both, move both.`;

/**
 * That no shop is made anew beside the one that was moved, copied or closed off without its database.
 * @throws StartError that says where the database is and what to do
 */
export function checkPlace(dataDir: string, place: Place): void {
  if (existsSync(place.data)) return;
  const home = path.dirname(place.data);
  const inside = path.join(dataDir, 'postgres', 'data');
  if (!isInside(dataDir, place) && existsSync(inside))
    throw new StartError(
      `The database in ${inside} cannot be opened: PostgreSQL does not run as root, and ${place.closed ?? dataDir} is closed to other users. Let them through (chmod o+x ${place.closed ?? dataDir}), or take the database out: mv ${inside} ${place.data}`,
    );
  const said = existsSync(signpost(dataDir)) ? readFileSync(signpost(dataDir), 'utf8').trim() : '';
  if (said === '') return;
  throw new StartError(
    existsSync(path.join(said, 'data'))
      ? `The database of ${dataDir} lies in ${said}, as the folder stood elsewhere when it was made. Take it along: cp -a ${path.join(said, 'data')} ${place.data}`
      : `The database of ${dataDir} lay outside of it, in ${said}, and is not there. Put its copy into ${home}, or remove ${signpost(dataDir)} to begin an empty shop.`,
  );
}

/** Leaves word in the data folder where its database lies. */
export function noteApart(dataDir: string, place: Place): void {
  const word = `${path.dirname(place.data)}\n`;
  if (isInside(dataDir, place)) rmSync(signpost(dataDir), { force: true });
  else if (!existsSync(signpost(dataDir)) || readFileSync(signpost(dataDir), 'utf8') !== word)
    writeFileSync(signpost(dataDir), word);
}

/** A database that root has copied (`cp -r`) belongs to root: its server could not read it. */
export function giveDataBack(data: string): void {
  const { uid } = asServerUser;
  if (uid === undefined || lstatSync(data).uid === uid) return;
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' }))
    lchownSync(path.join(data, name), uid, nobody);
  chownSync(data, uid, nobody);
  chmodSync(data, 0o700);
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

export const noRoomFor = (folder: string): string =>
  `The disk that holds ${folder} is full: make room, then try again.`;

/** @throws StartError when the data folder cannot be made or written */
export function makeWritable(dataDir: string): void {
  try {
    makeFolder(path.resolve(dataDir));
    const probe = path.join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StartError(noRoomFor(dataDir));
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
