/**
 * The switch for a service worker that does harm (docs/security.md): one row of the database for all processes of the shop.
 * While it says off, `/sw.js` is the safety worker, which browsers fetch at the next navigation whatever the old worker does,
 * and pages that still run read `/sw-policy.json` and let their worker go.
 */
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { ReadAnew } from '#server/database/read-anew.ts';
import type { StaticFiles } from './static-files.ts';

export type WorkerPolicy = 'on' | 'off';

export async function writeWorkerPolicy(db: Kysely<Database>, worker: WorkerPolicy): Promise<void> {
  await db.updateTable('worker_policy').set({ worker }).execute();
}

/** What the switch says now; read again when it is turned. */
export async function keepWorkerPolicy(
  db: Kysely<Database>,
  listen: (channel: string, changed: () => void) => Promise<unknown>,
  report: (error: unknown) => void,
): Promise<{ current: () => WorkerPolicy; close: () => void }> {
  let policy: WorkerPolicy = 'on';
  const read = async () => {
    policy = (await db.selectFrom('worker_policy').select('worker').executeTakeFirstOrThrow()).worker;
  };
  const reading = new ReadAnew({ read, report });
  await listen('worker_policy', () => reading.changed());
  await read();
  return { current: () => policy, close: () => reading.close() };
}

/** Answers `/sw-policy.json`, and `/sw.js` with the safety worker while the switch is off; all else as `files` does. */
export function withWorkerPolicy(files: StaticFiles, current: () => WorkerPolicy): StaticFiles {
  return (request, pathname) => {
    if (pathname === '/sw-policy.json') {
      return Response.json({ worker: current() }, { headers: { 'Cache-Control': 'no-store' } });
    }
    if (pathname !== '/sw.js' || current() === 'on') return files(request, pathname);
    const safety = files(request, '/sw-safety.js');
    safety?.headers.set('Cache-Control', 'no-store');
    return safety;
  };
}
