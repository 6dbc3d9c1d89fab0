/**
 * `npm test [-- --bail] [--changed] [STEP...]`: everything that must hold, in one run. Packages, build and browser are there
 * already (the script before it). The table, what failed and `N passed, N failed` come last, where a long log is read first.
 *
 * `--bail` ends it with the first step that fails; `--changed` looks at what the change since `origin/main` can touch
 * (`changed-tests.ts`); with names of steps only those run that begin so (`npm test -- unit`).
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { changedSteps } from './changed-tests.ts';
import { namedBy, refuseUnknown, runSteps, type Step } from './step-runner.ts';
import {
  browserSchedules,
  byteBudget,
  deadCode,
  endToEnd,
  format,
  lint,
  lockFile,
  plantedBugs,
  schedules,
  serverKills,
  shortRounds,
  types,
  unit,
} from './test-steps.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { bail: { type: 'boolean', default: false }, changed: { type: 'boolean', default: false } },
});

/** Those that keep one core busy, or less, stand behind the long one that has room for them beside it. */
const all = (): Step[] => [
  unit(values.bail ? ['--bail=1'] : []),
  lockFile(),
  format(),
  byteBudget(),
  deadCode(),
  lint(),
  types(),
  schedules(shortRounds),
  browserSchedules(shortRounds),
  // Waits for most of its time, as the last of the browser schedules have a core to themselves.
  serverKills(shortRounds),
  // Still at work when the journeys begin, as these wait for their shops and browsers first.
  plantedBugs(),
  endToEnd(values.bail ? ['--max-failures=1'] : [], shortRounds),
];

refuseUnknown(positionals, all());
const steps = namedBy(positionals, values.changed ? changedSteps(values.bail) : all());
if (steps.length === 0) {
  console.log('Nothing to test.');
} else {
  // Drawn by this version of the shop, not by an earlier one.
  rmSync('test-results/pictures', { recursive: true, force: true });
  process.exitCode = (await runSteps(steps, { bail: values.bail })) ? 0 : 1;
}
