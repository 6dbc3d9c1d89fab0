/**
 * `node tests/faults/run-planted.ts [NAME...]`: each known bug of `planted/` is built into a copy of the project, and the
 * tests that its first lines name have to turn red (docs/reliability.md, H0). Without the bug they have to be green. Ends
 * with status 1 if a bug goes unseen.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const folder = path.join(import.meta.dirname, 'planted');
const parts = [
  'src',
  'server',
  'tests',
  'sw',
  'locales',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'lingui.config.ts',
];

const wanted = process.argv.slice(2);
const bugs = readdirSync(folder)
  .filter((file) => file.endsWith('.patch'))
  .map((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const line = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1] ?? '';
    return {
      name: file.replace('.patch', ''),
      file: path.join(folder, file),
      what: line('Bug'),
      run: line('Found by'),
    };
  })
  .filter((bug) => wanted.length === 0 || wanted.includes(bug.name));

const copy = mkdtempSync(path.join(os.tmpdir(), 'arimas-planted-'));
for (const part of parts) cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

/** Whether the command is content; what it said last. */
function run(command: string): { isGreen: boolean; said: string; seconds: number } {
  const startedAt = performance.now();
  const [program = '', ...words] = command.split(' ');
  const done = spawnSync(program, words, {
    cwd: copy,
    encoding: 'utf8',
    timeout: 400_000,
    env: {
      ...process.env,
      PATH: `${path.join(copy, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      FORCE_COLOR: '0',
      NO_COLOR: '1',
    },
  });
  const lines = `${done.stdout}\n${done.stderr}`.split('\n').map((line) => line.trim());
  const said =
    lines.find((line) => /^(I\d+|F\d+): |AssertionError|Error: /.test(line)) ??
    lines.filter(Boolean).at(-1) ??
    '';
  return {
    isGreen: done.status === 0,
    said: said.slice(0, 160),
    seconds: (performance.now() - startedAt) / 1000,
  };
}
function patch(file: string, ...words: string[]): void {
  const done = spawnSync('git', ['apply', ...words, file], { cwd: copy, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${file} does not fit any more: ${done.stderr}`);
}

/** Commands that are red without any bug see nothing. */
const blind = new Set<string>();
let unseen = 0;
try {
  for (const command of new Set(bugs.map((bug) => bug.run))) {
    const { isGreen, said, seconds } = run(command);
    console.log(
      `${isGreen ? 'green' : 'RED  '} without a bug (${seconds.toFixed(0)} s): ${command}${isGreen ? '' : `\n      ${said}`}`,
    );
    if (!isGreen) blind.add(command);
  }
  for (const bug of bugs) {
    patch(bug.file);
    const { isGreen, said, seconds } = run(bug.run);
    patch(bug.file, '--reverse');
    const isFound = !isGreen && !blind.has(bug.run);
    if (!isFound) unseen += 1;
    console.log(
      `${!isFound ? 'UNSEEN' : 'found '} ${bug.name} (${seconds.toFixed(0)} s): ${bug.what}\n       ${said}`,
    );
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${bugs.length - unseen} of ${bugs.length} planted bugs found.`);
process.exitCode = unseen > 0 ? 1 : 0;
