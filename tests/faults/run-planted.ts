/**
 * `node tests/faults/run-planted.ts [--schedules] [NAME...]`: each known bug of `planted-bugs.ts` is built into a copy of the
 * project, and the tests that it names have to turn red (docs/reliability.md, H0). That they are green without it is what the
 * rest of `npm test` shows. With `--schedules` random schedules have to find those that they can. Ends with status 1 if a bug
 * goes unseen.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createTestDatabase } from '#tests/server/test-database.ts';
import { plantedBugs, type PlantedBug } from './planted-bugs.ts';
import type { PlantedAnswer, PlantedAsk } from './planted-lane.ts';

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
  const copy = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'arimas-planted-'));
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

interface Verdict {
  isGreen: boolean;
  said: string;
}

/** Told to find something and told what: a run that could not begin has found nothing. */
const isFinding = (line: string) => /^(I\d+|F\d+): |AssertionError|Test timed out/.test(line);

function verdictOf(lines: readonly string[]): Verdict {
  const found = lines.find(isFinding);
  return { isGreen: found === undefined, said: (found ?? lines.findLast(Boolean) ?? '').slice(0, 160) };
}

/** Whether random schedules are content, and what they said of it. */
function runSchedules(copy: string): Promise<Verdict> {
  const words = ['tests/faults/run-faults.ts', '--seed', '1', '--runs', '60', '--bail'];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, {
      cwd: copy,
      timeout: longest,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' },
    });
    let output = '';
    const add = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.once('close', (code) => {
      const verdict = verdictOf(output.split('\n').map((line) => line.trim()));
      resolve({ ...verdict, isGreen: code === 0 || verdict.isGreen });
    });
  });
}

/** Whether the tests are content, and what they said of it. */
function runTests(lane: ChildProcess, ask: PlantedAsk): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const ended = () =>
      reject(new Error(`The tests of ${ask.seenBy.join(', ')} ended before they were through.`));
    const tooLong = setTimeout(() => lane.kill('SIGKILL'), longest);
    lane.once('exit', ended);
    lane.once('message', (said: PlantedAnswer) => {
      clearTimeout(tooLong);
      lane.off('exit', ended);
      resolve(verdictOf(said));
    });
    lane.send(ask);
  });
}

/** @param database of the same PostgreSQL as the tests of the project have: starting one for each copy is dear */
const startLane = (copy: string, database: string): ChildProcess =>
  fork(path.join(copy, 'tests/faults/planted-lane.ts'), {
    cwd: copy,
    // A server with a bug says a good deal.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'test', TEST_DATABASE_URL: database },
  });

let unseen = 0;
async function work(database: string): Promise<void> {
  const copy = makeCopy();
  const lane = values.schedules ? undefined : startLane(copy, database);
  /** What the bug before has changed is as it was again. */
  let changed: string[] = [];
  try {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      const startedAt = performance.now();
      const takeOut = plant(copy, bug);
      const own = bug.changes.map(({ file }) => path.join(copy, file));
      const { seenBy } = bug;
      let verdict = lane
        ? await runTests(lane, { seenBy, changed: [...changed, ...own] })
        : await runSchedules(copy);
      // What shows only when two come at the same moment one run of its test may miss, one in some fifty.
      if (verdict.isGreen && lane) verdict = await runTests(lane, { seenBy, changed: [] });
      takeOut();
      changed = own;
      if (verdict.isGreen) unseen += 1;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      console.log(
        `${verdict.isGreen ? 'UNSEEN' : 'found '} ${bug.name} (${seconds} s): ${bug.what}\n       ${verdict.said}`,
      );
    }
  } finally {
    if (lane?.connected) {
      lane.disconnect();
      await once(lane, 'exit');
    }
    rmSync(copy, { recursive: true, force: true });
  }
}
const keeper = await createTestDatabase();
try {
  await Promise.all(Array.from({ length: lanes }, () => work(keeper.url)));
} finally {
  await keeper.drop();
}
console.log(`${count - unseen} of ${count} planted bugs found.`);
process.exitCode = unseen > 0 || count === 0 ? 1 : 0;
