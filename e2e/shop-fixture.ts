/**
 * A shop per worker: the production build and the real server, as a process of its own, on a database of its own that
 * is cloned from the seeded template. Tests import `test` and `expect` from here.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';

export interface RunningShop {
  /** Origin, for example http://localhost:41234. */
  url: string;
  database: TestDatabase;
  /** One statement on the shop's database: what a shopkeeper changed meanwhile. */
  query: (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  dataDir: string;
  /** Ends the process as a power cut would, and starts it again on the same port and data. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

export async function startShop(environment: Record<string, string> = {}): Promise<RunningShop> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'arimas-e2e-'));
  let port = '0';
  let child: ChildProcess | undefined;
  let url = '';
  const start = () =>
    new Promise<void>((resolve, reject) => {
      const output: string[] = [];
      child = spawn(process.execPath, ['server/main.ts'], {
        env: {
          ...process.env,
          FORCE_COLOR: '0',
          PORT: port,
          HOST: 'localhost',
          DATA_DIR: dataDir,
          DATABASE_URL: database.url,
          TEST_DOORS: 'on',
          RATE_LIMIT_FACTOR: '100',
          LOG_LEVEL: 'error',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout?.on('data', (chunk: Buffer) => {
        output.push(chunk.toString());
        const match = /http:\/\/localhost:(\d+)/.exec(output.join(''));
        if (!match) return;
        port = match[1] ?? '0';
        url = `http://localhost:${port}`;
        resolve();
      });
      child.stderr?.on('data', (chunk: Buffer) => {
        output.push(chunk.toString());
        process.stderr.write(chunk);
      });
      child.once('exit', (code) => reject(new Error(`The shop ended with ${code}: ${output.join('')}`)));
    });
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (!child || child.exitCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  await start();
  return {
    get url() {
      return url;
    },
    database,
    query: async (statement, values = []) => {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(statement, values)).rows;
      } finally {
        await client.end();
      }
    },
    dataDir,
    restart: async (signal = 'SIGTERM') => {
      await end(signal);
      await start();
    },
    stop: async () => {
      await end('SIGTERM');
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const test = base.extend<{ consoleErrors: string[] }, { shop: RunningShop }>({
  shop: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  /** Console errors and refusals of the content security policy; every test ends without them. */
  consoleErrors: [
    async ({ context }, use) => {
      const errors: string[] = [];
      watchPages(context, errors);
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

function watchPages(context: BrowserContext, errors: string[]): void {
  context.on('page', (page: Page) => {
    page.on('pageerror', (error) => errors.push(`pageerror: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      // A request that fails while the network is cut, or a page that is rightly a 404, is no fault of the page.
      if (/Failed to load resource|net::ERR_/.test(message.text())) return;
      errors.push(message.text());
    });
  });
}

/** Waits until the worker of the page controls it and what it fetched is in the caches. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
}

export { expect };
