import { expect } from 'vitest';
import type { TestShop } from './test-shop.ts';

type Pool = TestShop['database']['pool'];
type Statement = [text: string, values: unknown[]];

/**
 * What a race brings about by luck: another transaction holds rows, `work` comes to them and waits, and only then does the other
 * change what it holds and commit.
 */
export async function whileHeld<T>(
  pool: Pool,
  hold: Statement,
  change: Statement,
  work: () => Promise<T>,
): Promise<T> {
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query(...hold);
    const answer = work();
    await expect
      .poll(
        async () => {
          const { rows } = await pool.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows[0]?.waiting;
        },
        { timeout: 10_000, interval: 10 },
      )
      .toBe(1);
    await other.query(...change);
    await other.query('commit');
    return await answer;
  } finally {
    // Nothing, after the commit.
    await other.query('rollback');
    other.release();
  }
}
