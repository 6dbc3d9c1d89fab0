/** The steps of which a test run is made (`run-all.ts`, `run-long.ts`). */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { one, type Count, type Run, type Step } from './step-runner.ts';

/** How often the harnesses of docs/reliability.md go round. */
export interface Rounds {
  /** SIGKILLs of the server under load (K1). */
  kills: number;
  /** Schedules of the device's code (M1). */
  schedules: number;
  /** Schedules in Chromium (B). */
  browserSchedules: number;
  /** New versions of each of the four kinds (B6). */
  updates: number;
}

/** A fifth of {@link fullRounds}: what every change has to pass, in a run that people wait for. */
export const shortRounds: Rounds = { kills: 10, schedules: 200, browserSchedules: 12, updates: 3 };
export const fullRounds: Rounds = { kills: 50, schedules: 1000, browserSchedules: 60, updates: 15 };

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
async function unitTests(run: Run, words: readonly string[], reached?: readonly string[]): Promise<Count> {
  const file = 'test-results/unit.json';
  rmSync(file, { force: true });
  const good = await run('vitest', [
    ...(reached ? ['related', '--run', ...reached] : ['run']),
    '--exclude',
    'tests/kill.test.ts',
    '--exclude',
    'tests/processes.test.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...words,
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

const namesOf = ({ suites = [], specs }: EndToEndSuite, wanted: string): string[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName }) => `${file} (${projectName}): ${title}`),
  ),
  ...suites.flatMap((suite) => namesOf(suite, wanted)),
];

async function endToEndTests(run: Run, words: readonly string[], updates: number): Promise<Count> {
  const file = 'test-results/e2e.json';
  rmSync(file, { force: true });
  const good = await run('playwright', ['test', ...words], { UPDATE_ROUNDS: String(updates) });
  const report = readJson(file) as
    | { stats: { expected: number; unexpected: number; flaky: number }; suites: EndToEndSuite[] }
    | undefined;
  if (!report) return one(false);
  const { expected, unexpected, flaky } = report.stats;
  const named = (status: string) => report.suites.flatMap((suite) => namesOf(suite, status));
  return {
    passed: expected + flaky,
    failed: good ? unexpected : Math.max(1, unexpected),
    names: named('unexpected'),
    secondTries: named('flaky'),
  };
}

const program = (name: string, cores: number, command: string, ...args: string[]): Step => ({
  name,
  cores,
  work: async (run) => one(await run(command, args)),
});

export const lint = (files: readonly string[] = []): Step =>
  program('Lint', 0.6, 'oxlint', '--type-aware', '--deny-warnings', '--quiet', ...files);
export const format = (files: readonly string[] = []): Step =>
  program('Format', 0.2, 'oxfmt', '--check', ...files);
export const types = (): Step => program('Types', 0.6, 'node', 'tests/typecheck.ts');
/** Files, exports and packages that nothing uses (`knip.config.ts`). */
export const deadCode = (): Step => program('Dead code', 0.6, 'knip', '--no-progress', '--no-config-hints');
export const lockFile = (): Step =>
  program('Lock file', 0.2, 'npm', 'ci', '--dry-run', '--loglevel=error', '--no-audit', '--no-fund');
export const byteBudget = (): Step => program('Byte budget', 0.2, 'node', 'tests/bench/byte-budget.ts');
export const plantedBugs = (): Step => program('Planted bugs', 0.6, 'node', 'tests/faults/run-planted.ts');

/** @param reached only the tests that reach one of these files by their imports */
export const unit = (words: readonly string[] = [], reached?: readonly string[]): Step => ({
  name: 'Unit tests',
  cores: 1.4,
  work: (run) => unitTests(run, words, reached),
});
/** Keeps two cores busy; counted as less, so that the planted bugs may end while it waits for its shops and browsers. */
export const endToEnd = (words: readonly string[], { updates }: Rounds): Step => ({
  name: 'End-to-end tests',
  cores: 1.4,
  work: (run) => endToEndTests(run, words, updates),
});
/** Every script and call of a first visit refused in turn, every address under every clock; the journeys try some. */
export const emptyPages = (): Step => ({
  name: 'Empty pages',
  cores: 2,
  work: async (run) => one(await run('playwright', ['test', 'empty-pages'], { EMPTY_EVERY: '1' })),
});
/** What translators, helpers of fields and an early press do to a page: five journeys, forty times each, none a second time. */
export const foreignChanges = (): Step => ({
  name: 'Foreign changes',
  cores: 2,
  work: async (run) =>
    one(
      await run('playwright', [
        'test',
        'foreign-changes',
        'early-forms',
        '--repeat-each',
        '40',
        '--retries',
        '0',
      ]),
    ),
});
/** One visit of 20 s on a 4G link, then none: twenty goods are found and opened, all but one of them within 600 ms on a slowed phone. */
export const catalogueByItself = (): Step => ({
  name: 'Catalogue by itself',
  cores: 2,
  work: async (run) =>
    one(
      await run('playwright', ['test', 'catalogue-by-itself', '--workers', '1', '-g', 'one visit'], {
        GOODS_EVERY: '5',
      }),
    ),
});
/** Three processes on one database, and a database that hangs (docs/decisions/0026). */
export const processes = (): Step => ({
  name: 'Processes',
  cores: 2,
  work: async (run) => one(await run('vitest', ['run', 'tests/processes.test.ts'])),
});
export const serverKills = ({ kills }: Rounds): Step => ({
  name: 'Server kills',
  cores: 0.6,
  work: async (run) =>
    one(await run('vitest', ['run', 'tests/kill.test.ts'], { KILL_ROUNDS: String(kills) })),
});

/** All points at which a page can die, or the shop can lose its database; the unit tests try a ninth of them (C1). */
export const crashPoints = (): Step => ({
  name: 'Crash points',
  cores: 1,
  work: async (run) => one(await run('vitest', ['run', 'crash-points'], { CRASH_POINTS_EVERY: '1' })),
});

/** Sums and tax of 200,000 random carts, right to the cent; the unit tests try a thousand. */
export const carts = (): Step => ({
  name: 'Carts',
  cores: 1,
  work: async (run) =>
    one(await run('vitest', ['run', 'src/domain/cart/cart-recalculation.test.ts'], { CARTS: '200000' })),
});

const faults = (seed: number, runs: number, ...words: string[]) => [
  'tests/faults/run-faults.ts',
  '--seed',
  String(seed),
  '--runs',
  String(runs),
  ...words,
];
/** @param seed of the first schedule */
export const schedules = ({ schedules: runs }: Rounds, seed = 1): Step =>
  // Each waits two thirds of its time for the database.
  program('Fault schedules', 0.6, 'node', ...faults(seed, runs, '--workers', '2'));
export const browserSchedules = ({ browserSchedules: runs }: Rounds, seed = 1): Step =>
  program(
    'Browser schedules',
    1.4,
    'node',
    ...faults(seed, runs, '--harness', 'browser', '--workers', '3', '--again'),
  );
