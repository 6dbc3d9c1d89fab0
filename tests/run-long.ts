/**
 * `npm run test:long [-- --minutes N] [--seed N] [STEP...]`: the harnesses of docs/reliability.md at their full counts, of which
 * `npm test` runs a fifth. With `--minutes` rounds as short as those of `npm test`, each with seeds that no round before had,
 * until the time is over or something broke; a round that has begun is finished, and what has no seeds is run once. With names
 * only the steps that begin so (`npm run test:long -- processes`).
 */
import { parseArgs } from 'node:util';
import { namedBy, refuseUnknown, runSteps, type Step } from './step-runner.ts';
import {
  browserSchedules,
  carts,
  catalogueByItself,
  crashPoints,
  emptyPages,
  endToEnd,
  foreignChanges,
  fullRounds,
  plantedBugs,
  processes,
  schedules,
  serverKills,
  shortRounds,
  type Rounds,
} from './test-steps.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes ?? 0);
/** Of the first schedule of the first round. Seeds of one run follow each other; those of two days do not meet. */
const firstSeed = Number(values.seed ?? (values.minutes ? Math.floor(Date.now() / 1000) % 1_000_000_000 : 1));
if (!Number.isFinite(minutes) || minutes < 0 || !Number.isSafeInteger(firstSeed) || firstSeed < 0) {
  console.error('Usage: npm run test:long -- [--minutes N] [--seed N] [STEP...]');
  process.exit(64);
}

/** Those that have other seeds in each round. */
const harnesses = (rounds: Rounds, seed: number): Step[] => [
  serverKills(rounds),
  schedules(rounds, seed),
  browserSchedules(rounds, seed),
  endToEnd(['updates'], rounds),
];
/** Those that try all there is to try: once. */
const wholes = (): Step[] => [
  crashPoints(),
  carts(),
  plantedBugs(),
  processes(),
  emptyPages(),
  foreignChanges(),
  catalogueByItself(),
];

const rounds = minutes === 0 ? fullRounds : shortRounds;
const first = [...harnesses(rounds, firstSeed), ...wholes()];
refuseUnknown(positionals, first);
const hasMore = namedBy(positionals, harnesses(rounds, firstSeed)).length > 0;
/** What has no seeds has no second round. */
const endsAt = hasMore ? Date.now() + minutes * 60_000 : 0;
let isGood = await runSteps(namedBy(positionals, first));
for (let round = 1; isGood && Date.now() < endsAt; round += 1) {
  const seed = firstSeed + round * rounds.schedules;
  console.log(
    `\n== Round ${round + 1}, from seed ${seed}: ${Math.round((endsAt - Date.now()) / 60_000)} min left`,
  );
  isGood = await runSteps(namedBy(positionals, harnesses(rounds, seed)));
}
process.exitCode = isGood ? 0 : 1;
