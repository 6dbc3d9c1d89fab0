/** What starts the shop, on a Node of the machine that is older than the project's. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Makes the process a Node 20.19, and what it starts none: as far as the start can see. */
const old = `
  import module, { syncBuiltinESMExports } from 'node:module';
  if (process.env.AS_OLD_NODE) {
    delete process.env.AS_OLD_NODE;
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });
    process.execve = undefined;
    module.enableCompileCache = undefined;
    syncBuiltinESMExports();
  }`;

let project: string;
beforeEach(() => {
  project = mkdtempSync(path.join(os.tmpdir(), 'arimas-start-'));
  for (const file of ['start.mjs', 'own-node.mjs'])
    cpSync(`server/${file}`, path.join(project, 'server', file));
});
afterEach(() => rmSync(project, { recursive: true }));

function startOnOldNode() {
  const preload = `data:text/javascript,${encodeURIComponent(old)}`;
  const start = spawn(
    process.execPath,
    ['--import', preload, '--max-semi-space-size=8', path.join(project, 'server', 'start.mjs'), '--said'],
    { env: { ...process.env, AS_OLD_NODE: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said = { out: '', err: '' };
  start.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  start.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  return { start, said, ended: once(start, 'close') };
}

test('on an older Node of the machine the shop runs on the Node of the project, hears its signals and gives its status', async () => {
  mkdirSync(path.join(project, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(process.execPath, path.join(project, 'node_modules', '.bin', 'node'));
  writeFileSync(
    path.join(project, 'server', 'main.ts'),
    `process.on('SIGTERM', () => process.exit(7));
    const isOpen: boolean = process.execArgv.includes('--max-semi-space-size=8') && process.argv.includes('--said');
    console.log(isOpen ? 'open on ' + process.versions.node : 'not as it was said');
    setInterval(() => {}, 1000);`,
  );
  const { start, said, ended } = startOnOldNode();
  await Promise.race([once(start.stdout, 'data'), ended]);
  expect(said).toEqual({ out: `open on ${process.versions.node}\n`, err: '' });
  start.kill('SIGTERM');
  expect(await ended).toEqual([7, null]);
});

test('where the project has not brought its Node yet, the start says what to run first', async () => {
  const { said, ended } = startOnOldNode();
  expect(await ended).toEqual([1, null]);
  expect(said.err).toBe(
    "Node 20.19.0 is too old for the shop, and the project's own is not there: first run node server/bootstrap.mjs --build.\n",
  );
});

test('a misspelt setting is told also where another one is refused, since it is often the reason', () => {
  writeFileSync(path.join(project, '.env'), 'EMBEDDED_API=off\nAPIURL=https://shop.example\n');
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve('server/main.ts')], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(stdout).toContain('APIURL in .env is no setting of the shop: API_URL is.');
  expect([status, stderr]).toEqual([78, expect.stringMatching(/^API URL is undefined: .*\n$/)]);
});
