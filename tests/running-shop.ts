/** A shop as a process of its own: the production build and the real server, on a database cloned from the seeded template. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';

export interface RunningShop {
  /** Origin, for example http://localhost:41234. */
  url: string;
  database: TestDatabase;
  /** One statement on the shop's database: what a shopkeeper changed meanwhile. */
  query: (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  dataDir: string;
  /** Lines that the process has written since it was started. */
  output(): string[];
  /** Ends the process as a power cut would, and starts it again on the same port and data. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/** Made pictures, for the shops of one run (tests/run-all.ts begins anew): each drawing all took a twentieth of the processor. */
const sharedPictures = path.resolve('test-results/pictures');

export async function startShop(environment: Record<string, string> = {}): Promise<RunningShop> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'arimas-e2e-'));
  mkdirSync(sharedPictures, { recursive: true });
  symlinkSync(sharedPictures, path.join(dataDir, 'images'));
  let port = '0';
  let child: ChildProcess | undefined;
  let url = '';
  let output: string[] = [];
  const start = () =>
    new Promise<void>((resolve, reject) => {
      output = [];
      child = spawn(process.execPath, ['server/start.mjs'], {
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
      // One that was killed has a signal in place of a code.
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
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
    output: () => output.join('').split('\n'),
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
