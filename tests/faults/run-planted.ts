/**
 * `node tests/faults/run-planted.ts [--schedules] [NAME...]`: each known bug of `planted-bugs.ts` is built into a copy of the
 * project, and the tests that it names have to turn red (docs/reliability.md, H0). That they are green without it is what the
 * rest of `npm test` shows. With `--schedules` random schedules have to find those that they can. Ends with status 1 if a bug
 * goes unseen.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { plantedBugs, type PlantedBug } from './planted-bugs.ts';

const root = path.join(import.meta.dirname, '../..');
const parts = [
  'src',
  'server',
  'tests',
  'sw',
  'locales',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite',
  'lingui.config.ts',
];
/** Copies that are worked in side by side: as many as a small machine has processors. */
const lanes = 2;
/** ms */
const longest = 400_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { schedules: { type: 'boolean', default: false } },
});
const waiting = plantedBugs
  .filter((bug) => positionals.length === 0 || positionals.includes(bug.name))
  .filter((bug) => !values.schedules || bug.isSeenBySchedules);
const count = waiting.length;

function makeCopy(): string {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'arimas-planted-'));
  for (const part of parts) cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** Puts the bug in; what it returns takes it out again. */
function plant(copy: string, { name, changes }: PlantedBug): () => void {
  const before = new Map<string, string>();
  for (const { file, from, to } of changes) {
    const whole = path.join(copy, file);
    const text = readFileSync(whole, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${name} does not fit ${file} any more: ${from}`);
    if (!before.has(whole)) before.set(whole, text);
    writeFileSync(
      whole,
      text.replace(from, () => to),
    );
  }
  return () => {
    for (const [whole, text] of before) writeFileSync(whole, text);
  };
}

const schedules = ['node', 'tests/faults/run-faults.ts', '--seed', '1', '--runs', '60', '--bail'];

/** Whether the tests are content, and what they said of it. */
function look(copy: string, bug: PlantedBug): Promise<{ isGreen: boolean; said: string }> {
  const [program = '', ...words] = values.schedules ? schedules : ['vitest', 'run', ...bug.seenBy];
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: copy,
      timeout: longest,
      env: {
        ...process.env,
        PATH: `${path.join(copy, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
        FORCE_COLOR: '0',
        NO_COLOR: '1',
      },
    });
    let output = '';
    const add = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.once('close', (code) => {
      const lines = output.split('\n').map((line) => line.trim());
      // Told to find something and told what: a run that could not begin has found nothing.
      const found = lines.find((line) => /^(I\d+|F\d+): |AssertionError|Test timed out/.test(line));
      resolve({
        isGreen: code === 0 || found === undefined,
        said: (found ?? lines.findLast(Boolean) ?? '').slice(0, 160),
      });
    });
  });
}

let unseen = 0;
async function work(): Promise<void> {
  const copy = makeCopy();
  try {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      const startedAt = performance.now();
      const takeOut = plant(copy, bug);
      let { isGreen, said } = await look(copy, bug);
      // What shows only when two come at the same moment one run of its test may miss, one in some fifty.
      if (isGreen && !values.schedules) ({ isGreen, said } = await look(copy, bug));
      takeOut();
      if (isGreen) unseen += 1;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      console.log(`${isGreen ? 'UNSEEN' : 'found '} ${bug.name} (${seconds} s): ${bug.what}\n       ${said}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
await Promise.all(Array.from({ length: lanes }, work));
console.log(`${count - unseen} of ${count} planted bugs found.`);
process.exitCode = unseen > 0 || count === 0 ? 1 : 0;
