/**
 * Scripts and styles of earlier builds, so that a page opened before an update finds the parts it has not fetched yet
 * (F14, F21). Each build that starts copies its hashed files to `DATA_DIR/builds`; the newest three are kept.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Builds whose files stay fetchable, the running one included. */
const keptCount = 3;

/** ms that the list of builds is believed unread. */
const believed = 1_000;

const listName = 'builds.json';

/** Newest first; what cannot be read counts as none. */
function readList(folder: string): string[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path.join(folder, listName), 'utf8'));
    return Array.isArray(value)
      ? value.filter((one): one is string => typeof one === 'string' && /^[0-9a-f]{16}$/.test(one))
      : [];
  } catch {
    // No list yet, or a broken one: it is written anew with this build.
    return [];
  }
}

/** A build is known by its page: it names every first script by a hash of what is in it. */
const buildId = (dist: string) =>
  createHash('sha256')
    .update(readFileSync(path.join(dist, 'index.html')))
    .digest('hex')
    .slice(0, 16);

/**
 * Keeps the files of the running build and forgets those of the fourth. A folder that cannot be written leaves the shop
 * with its own files alone.
 * @returns the folders of the builds that are kept now, newest first: while a new version is rolled out, a process of the
 * old one is asked for its files too
 */
export function keepPreviousBuild(dist: string, dataDir: string): () => string[] {
  const folder = path.join(dataDir, 'builds');
  copyBuild(dist, folder);
  let folders: string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - readAt >= believed) {
      folders = readList(folder).map((id) => path.join(folder, id));
      readAt = performance.now();
    }
    return folders;
  };
}

function copyBuild(dist: string, folder: string): void {
  if (!existsSync(path.join(dist, 'index.html')) || !existsSync(path.join(dist, 'assets'))) return;
  try {
    const current = buildId(dist);
    const known = readList(folder).filter((id) => id !== current && existsSync(path.join(folder, id)));
    const kept = [current, ...known].slice(0, keptCount);
    const target = path.join(folder, current);
    if (!existsSync(target)) {
      // Whole or not at all: a start that is cut leaves a folder that the next one writes anew.
      const half = `${target}.half`;
      rmSync(half, { recursive: true, force: true });
      mkdirSync(half, { recursive: true });
      cpSync(path.join(dist, 'assets'), path.join(half, 'assets'), { recursive: true });
      renameSync(half, target);
    }
    writeFileSync(path.join(folder, listName), `${JSON.stringify(kept)}\n`);
    for (const id of known.slice(keptCount - 1))
      rmSync(path.join(folder, id), { recursive: true, force: true });
  } catch {
    // The shop has its own files.
  }
}
