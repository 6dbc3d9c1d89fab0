/**
 * `npm run test:long [-- --minutes N] [--seed N] [STEP...]`: the harnesses of docs/reliability.md at their full counts, of which
 * `npm test` runs a third. With `--minutes` rounds of them, each with seeds that no round before had, until the time is
 * over or something broke; a round that has begun is finished. With names only the steps that begin so
 * (`npm run test:long -- processes`).
 */
import { parseArgs } from 'node:util';
import { runSteps, type Step } from './step-runner.ts';
import {
  browserSchedules,
  crashPoints,
  emptyPages,
  endToEnd,
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

const isWanted = ({ name }: Step) =>
  positionals.length === 0 || positionals.some((word) => name.toLowerCase().startsWith(word.toLowerCase()));
const harnesses = (rounds: Rounds, seed: number): Step[] =>
  allHarnesses(rounds, seed).filter((step) => isWanted(step));
const allHarnesses = (rounds: Rounds, seed: number): Step[] => [
  serverKills(rounds),
  schedules(rounds, seed),
  browserSchedules(rounds, seed),
  endToEnd(['updates'], rounds),
];

const endsAt = Date.now() + minutes * 60_000;
const rounds = minutes === 0 ? fullRounds : shortRounds;
let isGood = await runSteps([
  ...harnesses(rounds, firstSeed),
  ...[crashPoints(), plantedBugs(), processes(), emptyPages()].filter((step) => isWanted(step)),
]);
for (let round = 1; isGood && Date.now() < endsAt; round += 1) {
  const seed = firstSeed + round * rounds.schedules;
  console.log(
    `\n== Round ${round + 1}, from seed ${seed}: ${Math.round((endsAt - Date.now()) / 60_000)} min left`,
  );
  isGood = await runSteps(harnesses(rounds, seed));
}
process.exitCode = isGood ? 0 : 1;
