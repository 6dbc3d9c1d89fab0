/**
 * `npm run bench [part …]`: measures the production build on this machine; prints a table, writes bench-results/*.json.
 * Parts: bytes, lighthouse, pages, lists, start, offline, memory. Each starts a shop of its own on loopback.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';

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
export async function startBenchShop(dataDir?: string, environment: Record<string, string> = {}): Promise<BenchShop> {
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'arimas-bench-'));
  const startedAt = performance.now();
  const child: ChildProcess = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, FORCE_COLOR: '0', PORT: '0', HOST: 'localhost', DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error', TEST_DOORS: 'on', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
          if (!dataDir) rmSync(folder, { recursive: true, force: true });
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
}

const parts: Record<string, () => Promise<Figure[]>> = {
  bytes: async () => (await import('./bench-bytes.ts')).measureBytes(),
  pages: async () => (await import('./bench-pages.ts')).measurePages(),
  lists: async () => (await import('./bench-lists.ts')).measureLists(),
  start: async () => (await import('./bench-start.ts')).measureStart(),
  offline: async () => (await import('./bench-browser.ts')).measureBrowser(),
  lighthouse: async () => (await import('./bench-lighthouse.ts')).measureLighthouse(),
};

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n== ${name}`);
    for (const one of await measure()) {
      figures.push(one);
      console.log(`${one.good ? 'ok  ' : 'MISS'} ${one.name}: ${one.value} ${one.unit} (goal ${one.goal})`);
    }
  }
  const at = new Date().toISOString();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  mkdirSync('bench-results', { recursive: true });
  writeFileSync(`bench-results/${at.replaceAll(':', '-')}.json`, JSON.stringify({ at, commit, machine, figures }, null, 2));
  console.log(`\n| figure | value | goal |\n|---|---|---|`);
  for (const one of figures) console.log(`| ${one.name} | ${one.value} ${one.unit}${one.good ? '' : ' (missed)'} | ${one.goal} |`);
  console.log(`\n${at}, ${commit}, ${machine}`);
}
