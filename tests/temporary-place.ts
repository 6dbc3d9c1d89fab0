import { statfsSync } from 'node:fs';
import os from 'node:os';

/** Bytes: some databases or phones at a time, and what is written ahead. */
const leastRoom = 4 * 2 ** 30;

/**
 * For folders of very many small files that nobody needs later: in memory where there is room, as making and removing them on a disk
 * is most of what a database, or the profile of a browser, costs.
 */
export function temporaryPlace(): string {
  const inMemory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (bavail * bsize > leastRoom) return inMemory;
  } catch {
    // No such place on this system.
  }
  return os.tmpdir();
}
