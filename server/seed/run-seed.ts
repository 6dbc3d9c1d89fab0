/** Fills the database of SEED_DATABASE_URL in a process of its own: what cleaning HTML takes in memory goes with it. */
import { createPool } from '#server/database/pool.ts';
import { seedIfEmpty } from './seed-database.ts';

const url = process.env['SEED_DATABASE_URL'];
if (!url) throw new Error('SEED_DATABASE_URL is missing');
const pool = createPool(url, 2);
try {
  await seedIfEmpty(pool, new Date(), process.env['SEED_GOODS'] !== 'off');
} finally {
  await pool.end();
}
