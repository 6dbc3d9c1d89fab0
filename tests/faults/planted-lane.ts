/**
 * Runs tests in one copy of the project for `run-planted.ts`, which starts this file there and puts the bugs in: one Vitest for all
 * of them, which keeps what it has read of the files that no bug changes.
 */
import { createVitest, type TestModule } from 'vitest/node';

export interface PlantedAsk {
  /** Test files, as in the bug. */
  seenBy: readonly string[];
  /** Paths of the files that differ from what they were at the last ask. */
  changed: readonly string[];
}

/** What the tests had against the bug, each in one line; none when they are content. */
export type PlantedAnswer = readonly string[];

const errorsOf = (module: TestModule) => [
  ...module.errors(),
  ...[...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? []),
];

// The first test that fails says that the bug is seen.
const vitest = await createVitest('test', { watch: false, bail: 1, reporters: [{}] });

async function answer({ seenBy, changed }: PlantedAsk): Promise<PlantedAnswer> {
  for (const file of changed) vitest.invalidateFile(file);
  // It would tell what it found before as well.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const specifications = await vitest.globTestSpecifications([...seenBy]);
  const { testModules } = await vitest.runTestSpecifications(specifications);
  return testModules.flatMap(errorsOf).map(({ name, message }) => `${name ?? ''}: ${message.split('\n')[0]}`);
}

process.on('message', (ask: PlantedAsk) => {
  void answer(ask).then((said) => process.send?.(said));
});
// Whoever started it has gone, or needs it no more.
process.once('disconnect', () => void vitest.close().finally(() => process.exit()));
