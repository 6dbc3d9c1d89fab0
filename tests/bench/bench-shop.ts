/** What every bench uses: a figure with its goal, and the built shop as a process of its own on loopback. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeData } from '#server/database/postgres-place.ts';

export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** What it should be, as text. */
  goal: string;
  good: boolean;
}

export interface BenchShop {
  url: string;
  pid: number;
  /** ms from the start of the process to its address line. */
  startTime: number;
  dataDir: string;
  stop(): Promise<void>;
}

export const figure = (name: string, value: number, unit: string, goal: string, good: boolean): Figure => ({
  name,
  value: Math.round(value * 100) / 100,
  unit,
  goal,
  good,
});

/** Starts the built shop on a fresh or given data folder and waits for its address line. */
export async function startBenchShop(
  dataDir?: string,
  environment: Record<string, string> = {},
): Promise<BenchShop> {
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'arimas-bench-'));
  const startedAt = performance.now();
  const child: ChildProcess = spawn(
    process.execPath,
    ['--max-semi-space-size=8', '--heap-growing-percent=45', 'server/start.mjs'],
    {
      env: {
        ...process.env,
        FORCE_COLOR: '0',
        PORT: '0',
        HOST: 'localhost',
        DATA_DIR: folder,
        RATE_LIMIT_FACTOR: '1000000',
        LOG_LEVEL: 'error',
        TEST_DOORS: 'on',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const match = /(http:\/\/localhost:\d+)/.exec(output);
      if (match?.[1]) resolve(match[1]);
    });
    child.once('exit', (code) => reject(new Error(`The shop ended with ${code}: ${output}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    startTime: performance.now() - startedAt,
    dataDir: folder,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', () => {
          if (!dataDir) removeData(folder);
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
}
