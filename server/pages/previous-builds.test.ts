import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepPreviousBuild } from './previous-builds.ts';
import { loadStaticFiles } from './static-files.ts';
import { withWorkerPolicy, type WorkerPolicy } from './worker-policy.ts';

let folder: string;
let dist: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'arimas-builds-'));
  dist = path.join(folder, 'dist');
  dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A build whose only script says its number. */
function build(number: number): void {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(path.join(dist, 'assets'), { recursive: true });
  writeFileSync(path.join(dist, 'index.html'), `<script src="/assets/app-${String(number)}.js"></script>`);
  writeFileSync(path.join(dist, 'assets', `app-${String(number)}.js`), `build ${String(number)}`);
  writeFileSync(path.join(dist, 'sw.js'), 'worker');
  writeFileSync(path.join(dist, 'sw-safety.js'), 'safety');
}
const start = () => loadStaticFiles(dist, keepPreviousBuild(dist, dataDir));
const ask = (files: ReturnType<typeof start>, pathname: string) =>
  files(new Request(`http://shop.example${pathname}`), pathname);

test('scripts of the last three builds can be fetched, those of the fourth cannot', async () => {
  for (const number of [1, 2, 3]) {
    build(number);
    start();
  }
  expect(await ask(start(), '/assets/app-1.js')?.text()).toBe('build 1');
  build(4);
  const files = start();
  for (const number of [2, 3, 4]) {
    const answer = ask(files, `/assets/app-${String(number)}.js`);
    expect(await answer?.text()).toBe(`build ${String(number)}`);
    expect(answer?.headers.get('content-type')).toContain('text/javascript');
    expect(answer?.headers.get('cache-control')).toContain('immutable');
  }
  expect(ask(files, '/assets/app-1.js')).toBeUndefined();
  expect(readdirSync(path.join(dataDir, 'builds'))).toHaveLength(4);
});

test('starting the same build again keeps the same three', () => {
  for (const number of [1, 2, 2, 2, 3]) {
    build(number);
    start();
  }
  expect(ask(start(), '/assets/app-1.js')).toBeDefined();
});

test('no name leads out of the folder, and a copy that was cut is made anew', () => {
  build(1);
  start();
  build(2);
  mkdirSync(path.join(dataDir, 'builds', 'rest.half'), { recursive: true });
  writeFileSync(path.join(dataDir, 'builds', 'builds.json'), '{oops');
  const files = start();
  for (const name of ['/assets/../builds.json', '/assets/..', '/assets/%2e%2e/builds.json'])
    expect(ask(files, name)).toBeUndefined();
  expect(ask(files, '/assets/app-2.js')).toBeDefined();
  expect(existsSync(path.join(dataDir, 'builds'))).toBe(true);
});

test('the switch: off gives the safety worker in place of the worker, on gives it back; both are never kept by caches', async () => {
  build(1);
  let policy: WorkerPolicy = 'on';
  const files = withWorkerPolicy(start(), () => policy);
  const words = async () => [await ask(files, '/sw.js')?.text(), await ask(files, '/sw-policy.json')?.json()];
  expect(await words()).toEqual(['worker', { worker: 'on' }]);
  policy = 'off';
  expect(await words()).toEqual(['safety', { worker: 'off' }]);
  expect(ask(files, '/sw.js')?.headers.get('cache-control')).toBe('no-store');
  expect(ask(files, '/sw-policy.json')?.headers.get('cache-control')).toBe('no-store');
});

test('while a new version is rolled out, a process of the old one has its files too', async () => {
  build(1);
  const old = start();
  build(2);
  start();
  await expect.poll(() => ask(old, '/assets/app-2.js')?.text(), { timeout: 5_000 }).toBe('build 2');
});

test('the safety worker answers nothing and touches no database', () => {
  const source = readFileSync('public/sw-safety.js', 'utf8');
  expect(source).not.toMatch(/fetch'|indexedDB|respondWith|clients\.claim|navigate/);
});
