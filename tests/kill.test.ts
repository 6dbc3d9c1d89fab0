/**
 * The server is killed with SIGKILL while orders are placed, started again, and asked for every order it had
 * acknowledged (docs/reliability, I2, I3, I4). `KILL_ROUNDS=50` runs it long; a few rounds are part of every run.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { removeData } from '#server/database/postgres-place.ts';
import { buy, buyAtOnce, countOrders, plentyOf, sender, type Attempt } from './buyer.ts';

const rounds = Number(process.env['KILL_ROUNDS'] ?? 3);
/** A killed server has to serve again within this, ms; beside other tests, as in every run of fewer rounds, it gets more time. */
const backWithin = rounds >= 50 ? 5000 : 20_000;
const buyers = 6;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'arimas-kill-'));
const running = new Set<ChildProcess>();

async function start(): Promise<{ child: ChildProcess; url: string; took: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'serve-api.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '100000',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: '',
      // As the shop itself keeps its compiled code (server/start.mjs).
      NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compiled-tests'),
      ...(process.env['TEST_DATABASE_URL'] ? { DATABASE_URL: '' } : {}),
    },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  for await (const line of createInterface({ input: child.stdout! })) {
    const port = /^port (\d+)$/.exec(line)?.[1];
    if (port) return { child, url: `http://127.0.0.1:${port}/api/v2`, took: performance.now() - startedAt };
  }
  throw new Error('The server ended before it served.');
}

function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

afterAll(async () => {
  await Promise.all([...running].map((child) => kill(child, 'SIGTERM')));
  // PostgreSQL outlives a killed server: whoever comes last stops it.
  const last = await openDatabase({ dataDir, role: 'command', connections: 1 });
  await last.close();
  removeData(dataDir);
}, 60_000);

test(
  'no acknowledged order is lost and none is placed twice by SIGKILL under load',
  { timeout: 60_000 + rounds * 20_000 },
  async () => {
    let server = await start();
    const database = await openDatabase({ dataDir, role: 'command', connections: 2 });
    try {
      const variant = await plentyOf(database.pool);
      const attempts: Attempt[] = [];
      let slowest = 0;
      for (let round = 0; round < rounds; round += 1) {
        const send = sender(server.url);
        const end = new AbortController();
        const load = Array.from({ length: buyers }, async (_, buyer) => {
          const one = buyer % 2 === 0 ? buy : buyAtOnce;
          while (!end.signal.aborted) await one(send, variant.code, attempts).catch(() => wait(5));
        });
        // In the middle of the work, after another number of acknowledged orders in each round.
        const acknowledged = () => attempts.filter((attempt) => attempt.told).length;
        const enough = acknowledged() + 3 + (round % 5);
        await expect.poll(acknowledged, { timeout: 15_000, interval: 3 }).toBeGreaterThanOrEqual(enough);
        await kill(server.child, 'SIGKILL');
        end.abort();
        await Promise.all(load);
        server = await start();
        slowest = Math.max(slowest, server.took);
      }
      const send = sender(server.url);
      // Whoever got no answer asks again with the same key, as the storefront does.
      for (const attempt of attempts) {
        const again = await attempt.press(send);
        expect(again.status).toBeLessThan(300);
        if (attempt.told)
          expect({ number: again.body.number, total: again.body.total }).toEqual(attempt.told);
        attempt.told ??= { number: again.body.number ?? '', total: again.body.total };
        const order = await send('GET', `/shop/orders/${attempt.token}`);
        expect(order.body).toMatchObject({
          state: 'new',
          number: attempt.told.number,
          total: attempt.told.total,
        });
      }
      expect(attempts.length).toBeGreaterThan(rounds);
      expect(new Set(attempts.map((attempt) => attempt.told?.number)).size).toBe(attempts.length);
      const each = attempts.length;
      expect(await countOrders(database.pool, variant.id)).toEqual({
        orders: each,
        mails: each,
        papers: each,
        held: each,
      });
      expect(slowest).toBeLessThan(backWithin);
    } finally {
      await database.close();
    }
  },
);
