/**
 * `npm test`: everything that must hold, in one run. Packages, build and browser are there already (the script before
 * it). Each step is named, the last line counts: `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';

interface Count {
  passed: number;
  failed: number;
}

function run(command: string, args: string[], environment: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...process.env, FORCE_COLOR: '0', ...environment },
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

const faults = (...words: string[]) => run('node', ['tests/faults/run-faults.ts', ...words]);

const one = (good: boolean): Count => ({ passed: good ? 1 : 0, failed: good ? 0 : 1 });

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Counts of Vitest's own report; a run without one failed as a whole. The server kills are a step of their own. */
async function unitTests(): Promise<Count> {
  const file = 'test-results/unit.json';
  rmSync(file, { force: true });
  const good = await run('vitest', [
    'run',
    '--exclude',
    'tests/kill.test.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readJson(file) as { numPassedTests: number; numFailedTests: number } | undefined;
  if (!report) return one(false);
  const failed = report.numFailedTests;
  return { passed: report.numPassedTests, failed: good ? failed : Math.max(1, failed) };
}

async function endToEndTests(): Promise<Count> {
  const file = 'test-results/e2e.json';
  rmSync(file, { force: true });
  const good = await run('playwright', ['test']);
  const report = readJson(file) as
    | { stats: { expected: number; unexpected: number; flaky: number } }
    | undefined;
  if (!report) return one(false);
  const { expected, unexpected, flaky } = report.stats;
  if (flaky > 0) console.log(`${flaky} passed at the second try only: see "flaky" above.`);
  return { passed: expected + flaky, failed: good ? unexpected : Math.max(1, unexpected) };
}

type Step = [name: string, work: () => Promise<Count>];
const steps: Step[] = [
  [
    'Lock file',
    async () => one(await run('npm', ['ci', '--dry-run', '--loglevel=error', '--no-audit', '--no-fund'])),
  ],
  ['Lint', async () => one(await run('oxlint', ['--type-aware', '--deny-warnings', '--quiet']))],
  ['Format', async () => one(await run('oxfmt', ['--check']))],
  ['Types', async () => one(await run('node', ['tests/typecheck.ts']))],
  ['Byte budget', async () => one(await run('node', ['tests/bench/byte-budget.ts']))],
  ['Unit tests', unitTests],
  [
    'Server kills',
    async () => one(await run('vitest', ['run', 'tests/kill.test.ts'], { KILL_ROUNDS: '50' })),
  ],
  ['Fault schedules', async () => one(await faults('--seed', '1', '--runs', '1000'))],
  ['Planted bugs', async () => one(await run('node', ['tests/faults/run-planted.ts']))],
  [
    'Browser schedules',
    async () =>
      one(await faults('--harness', 'browser', '--workers', '3', '--again', '--seed', '1', '--runs', '60')),
  ],
  ['End-to-end tests', endToEndTests],
];

// Drawn by this version of the shop, not by an earlier one.
rmSync('test-results/pictures', { recursive: true, force: true });
const total: Count = { passed: 0, failed: 0 };
const wanted = process.argv.slice(2);
for (const [name, work] of steps) {
  if (wanted.length > 0 && !wanted.some((word) => name.toLowerCase().startsWith(word))) continue;
  const startedAt = Date.now();
  console.log(`\n== ${name}`);
  const count = await work();
  total.passed += count.passed;
  total.failed += count.failed;
  console.log(
    `== ${name}: ${count.passed} passed, ${count.failed} failed (${Math.round((Date.now() - startedAt) / 1000)} s)`,
  );
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
