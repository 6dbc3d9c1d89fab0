import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { StartError } from '#server/errors/start-error.ts';

const seedFile = path.join(import.meta.dirname, 'run-seed.ts');

/**
 * As `seedIfEmpty`, but the work is done by a process of its own, so that the shop's does not carry the 100 MB that
 * cleaning the texts takes for the rest of its life.
 * @throws StartError when the demo shop could not be put in
 */
export async function seedApart(database: { pool: Pool; url: string }, hasGoods: boolean): Promise<boolean> {
  const { rowCount } = await database.pool.query('select 1 from channel limit 1');
  if (rowCount !== 0) return false;
  try {
    await promisify(execFile)(process.execPath, [seedFile], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        SEED_DATABASE_URL: database.url,
        SEED_GOODS: hasGoods ? 'on' : 'off',
      },
    });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const cause = /^\w*Error: .*$|^error: .*$/m.exec(stderr)?.[0] ?? message;
    throw new StartError(`The first contents could not be put into the empty database: ${cause}`);
  }
  return true;
}
