/**
 * `npm test`: everything that must hold, in one run. Packages, build and browser are there already (the script before
 * it). Each step is named; what failed is said once more at the end, where a long log is read first; the last line
 * counts: `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

interface Count {
  passed: number;
  failed: number;
  /** Tests that failed, by file and title, where the step reports them. */
  names?: string[];
}

const LAST_WORDS = 3000;

/** The end of what the running step has printed: at most {@link LAST_WORDS} characters. */
let lastWords = '';

function run(command: string, args: string[], environment: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', ...environment },
    });
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from.setEncoding('utf8').on('data', (text: string) => {
        to.write(text);
        lastWords = (lastWords + text).slice(-LAST_WORDS);
      });
    }
    child.once('error', () => resolve(false));
    // Its last words may come after its end; a process that it left behind would hold them open for ever.
    child.once('exit', (code) => {
      child.once('close', () => resolve(code === 0));
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, 2000).unref();
    });
  });
}

const faults = (...words: string[]) => run('node', ['tests/faults/run-faults.ts', ...words]);

const one = (good: boolean): Count => ({ passed: good ? 1 : 0, failed: good ? 0 : 1 });

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

interface UnitReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
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
  const report = readJson(file) as UnitReport | undefined;
  if (!report) return one(false);
  const failed = report.numFailedTests;
  const names = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length > 0) return tests.map((test) => `${path.relative('.', name)}: ${test.fullName}`);
    return status === 'failed' ? [path.relative('.', name)] : [];
  });
  return { passed: report.numPassedTests, failed: good ? failed : Math.max(1, failed), names };
}

interface EndToEndSuite {
  suites?: EndToEndSuite[];
  specs: { file: string; title: string; tests: { projectName: string; status: string }[] }[];
}

const failedOf = ({ suites = [], specs }: EndToEndSuite): string[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName }) => `${file} (${projectName}): ${title}`),
  ),
  ...suites.flatMap(failedOf),
];

async function endToEndTests(): Promise<Count> {
  const file = 'test-results/e2e.json';
  rmSync(file, { force: true });
  const good = await run('playwright', ['test']);
  const report = readJson(file) as
    | { stats: { expected: number; unexpected: number; flaky: number }; suites: EndToEndSuite[] }
    | undefined;
  if (!report) return one(false);
  const { expected, unexpected, flaky } = report.stats;
  if (flaky > 0) console.log(`${flaky} passed at the second try only: see "flaky" above.`);
  return {
    passed: expected + flaky,
    failed: good ? unexpected : Math.max(1, unexpected),
    names: report.suites.flatMap(failedOf),
  };
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
const failures: string[] = [];
const wanted = process.argv.slice(2);
for (const [name, work] of steps) {
  if (wanted.length > 0 && !wanted.some((word) => name.toLowerCase().startsWith(word))) continue;
  const startedAt = Date.now();
  console.log(`\n== ${name}`);
  lastWords = '';
  const count = await work();
  total.passed += count.passed;
  total.failed += count.failed;
  console.log(
    `== ${name}: ${count.passed} passed, ${count.failed} failed (${Math.round((Date.now() - startedAt) / 1000)} s)`,
  );
  if (count.failed > 0) failures.push(`== ${name} failed: ${(count.names ?? []).join('\n')}`, lastWords);
}
if (failures.length > 0) console.log(`\n== What failed, again\n${failures.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
