import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { routeTable, type RouteRow } from '#contract/route-table.ts';
import { loadStaticFiles } from '#server/pages/static-files.ts';
import { isPacked, packName, unpacked, type ShellPack } from '../sw/shell-pack.ts';

// `npm test` builds before it tests; these look at what came out.

test('R0.04 the project builds with Vite: shell, manifest and service worker are there', () => {
  for (const file of [
    'dist/index.html',
    'dist/manifest.webmanifest',
    'dist/sw.js',
    'dist/server/entry-server.js',
  ]) {
    expect(existsSync(file)).toBe(true);
  }
  expect(readFileSync('dist/sw.js', 'utf8')).toContain('index.html');
});

/** A tool of the project in a process of its own, without what this run told its own children. */
const runTool = promisify(execFile);
const cleanEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|TINYPOOL|NODE_ENV|TEST_WORKER)/.test(name)),
);
const tool = async (name: string, ...args: string[]) =>
  (await runTool(`node_modules/.bin/${name}`, args, { env: cleanEnvironment, maxBuffer: 64 << 20 })).stdout;

test('R0.05 unit tests run with Vitest from tests/', { timeout: 120_000 }, async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(scripts['test']).toBe('node tests/run-all.ts');
  const found = (JSON.parse(await tool('vitest', 'list', '--filesOnly', '--json')) as { file: string }[]).map(
    ({ file }) => path.relative('.', file),
  );
  expect(found.filter((file) => file.startsWith('tests/')).length).toBeGreaterThan(0);
  // Every file that is named as a test is found: none lies where nobody looks.
  const written = ['src', 'server', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  expect(found.toSorted()).toEqual(written.toSorted());
  // This very run is one of them.
  expect(process.env['VITEST']).toBe('true');
});

test('R0.06 journeys run with Playwright from e2e/', { timeout: 120_000 }, async () => {
  const report = JSON.parse(await tool('playwright', 'test', '--list', '--reporter=json')) as {
    config: { rootDir: string };
    suites: { file: string; specs?: unknown[]; suites?: { specs?: unknown[] }[] }[];
    errors: unknown[];
  };
  expect(report.errors).toEqual([]);
  const files = [...new Set(report.suites.map(({ file }) => file))];
  expect(path.basename(report.config.rootDir)).toBe('e2e');
  expect(files.toSorted()).toEqual(
    readdirSync('e2e')
      .filter((name) => name.endsWith('.e2e.ts'))
      .toSorted(),
  );
  expect(files.length).toBeGreaterThan(0);
});

test('each screen is a script of its own', () => {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string; isDynamicEntry?: boolean }
  >;
  const screens = Object.entries(manifest).filter(
    ([name, chunk]) => name.startsWith('src/routes/screens/') && chunk.isDynamicEntry,
  );
  expect(screens.length).toBeGreaterThanOrEqual(9);
});

test('the built page carries no inline script but the one whose hash its policy names', () => {
  const html = readFileSync('dist/index.html', 'utf8');
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)];
  expect(inline.length).toBe(1);
  expect(html).not.toMatch(/\son\w+=/);
});

test('every text that the scripts of a first visit say is among the first texts', () => {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string; imports?: string[] }
  >;
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const more of chunk.imports ?? []) add(more);
  };
  for (const name of [
    'index.html',
    'src/app/boot.tsx',
    ...Object.values<RouteRow>(routeTable).flatMap(({ first, screen }) =>
      first && screen ? [`src/routes/screens/${screen}.tsx`] : [],
    ),
  ])
    add(name);
  const texts = readFileSync(`dist/${manifest['locales/lt/messages.po?first']?.file}`, 'utf8');
  const said = [...files].flatMap((file) =>
    [...readFileSync(`dist/${file}`, 'utf8').matchAll(/\bid:[`"']([\w+/]{6})[`"']/g)].map(
      (match) => match[1] ?? '',
    ),
  );
  expect(said.length).toBeGreaterThan(5);
  // Ids of the router's own are words; those of sentences are hashes.
  expect(said.filter((id) => !texts.includes(id) && !/^[a-z]+$/.test(id))).toEqual([]);
});

test('each worker that a page starts comes with a policy under which it can fetch', () => {
  const files = loadStaticFiles('dist');
  const scripts = readdirSync('dist/assets').filter((name) => name.endsWith('.js'));
  const started = new Set(
    scripts.flatMap((name) =>
      [...readFileSync(`dist/assets/${name}`, 'utf8').matchAll(/\/assets\/[\w-]+-worker-[\w-]+\.js/g)].map(
        ([address]) => address,
      ),
    ),
  );
  expect(started.size).toBe(1);
  for (const address of ['/sw.js', ...started])
    expect(
      files(new Request(`http://localhost${address}`), address)?.headers.get('content-security-policy'),
    ).toContain("connect-src 'self'");
});

test('what the worker takes from the pack is what the server gives for the same address, and has no policy of its own', async () => {
  const pack = JSON.parse(readFileSync(`dist/${packName}`, 'utf8')) as ShellPack;
  const files = loadStaticFiles('dist');
  const worker = readFileSync('dist/sw.js', 'utf8');
  const installed = [...worker.matchAll(/"url":"(assets\/[^"]+\.(?:js|css))"/g)].map(
    (match) => match[1] ?? '',
  );
  expect(installed.length).toBeGreaterThan(100);
  const small = installed.filter((name) => isPacked(name, readFileSync(`dist/${name}`, 'utf8')));
  expect(small.length).toBeGreaterThan(50);
  expect(Object.keys(pack).toSorted()).toEqual(small.toSorted());
  for (const [name, text] of Object.entries(pack)) {
    const answer = files(new Request(`http://localhost/${name}`), `/${name}`);
    // A worker of a page lives under the policy that comes with it: it must not be here.
    expect([name, answer?.headers.has('content-security-policy')]).toEqual([name, false]);
    expect(await answer?.text()).toBe(text);
    expect(unpacked(name, text).headers.get('content-type')).toBe(answer?.headers.get('content-type'));
  }
});

test('parts that are hydrated later are named with their styles', () => {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, unknown>;
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const later = sources.flatMap((name) =>
    [...readFileSync(`src/${name}`, 'utf8').matchAll(/import\('[^']*?([^/']+-part\.tsx)'\)/g)].map(
      (match) => match[1] ?? '',
    ),
  );
  expect(later.length).toBeGreaterThan(5);
  const named = new Set(Object.keys(manifest).map((name) => path.basename(name)));
  expect(later.filter((name) => !named.has(name))).toEqual([]);
});
