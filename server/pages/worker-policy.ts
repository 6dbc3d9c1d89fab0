/**
 * The switch for a service worker that does harm (docs/security.md). `DATA_DIR/sw-policy.json` says `{"worker":"off"}`: then
 * `/sw.js` is the safety worker, which browsers fetch at the next navigation whatever the old worker does, and pages that
 * still run read `/sw-policy.json` and let their worker go. Read again after a second, so no restart is needed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StaticFiles } from './static-files.ts';

export type WorkerPolicy = 'on' | 'off';

const fileName = 'sw-policy.json';
/** ms that the file is believed unread. */
const believed = 1_000;

export function readWorkerPolicy(dataDir: string): WorkerPolicy {
  try {
    const value: unknown = JSON.parse(readFileSync(path.join(dataDir, fileName), 'utf8'));
    return typeof value === 'object' && value !== null && (value as { worker?: unknown }).worker === 'off'
      ? 'off'
      : 'on';
  } catch {
    // No file, or one that is not understood: a worker is no harm by default.
    return 'on';
  }
}

export function writeWorkerPolicy(dataDir: string, worker: WorkerPolicy): void {
  writeFileSync(path.join(dataDir, fileName), `${JSON.stringify({ worker })}\n`);
}

/** Answers `/sw-policy.json`, and `/sw.js` with the safety worker while the switch is off; all else as `files` does. */
export function withWorkerPolicy(
  files: StaticFiles,
  dataDir: string,
  now: () => number = Date.now,
): StaticFiles {
  let policy: WorkerPolicy = 'on';
  let readAt = Number.NEGATIVE_INFINITY;
  const current = () => {
    if (now() - readAt >= believed) {
      policy = readWorkerPolicy(dataDir);
      readAt = now();
    }
    return policy;
  };
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
