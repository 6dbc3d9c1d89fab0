/**
 * What `npm test -- --changed` runs, for a developer's minute or two: the checks of the files that differ from `origin/main`
 * (committed or not), the unit tests that reach one of them by their imports, and the journeys that look at that part of the
 * shop. It is no proof: what the whole run says counts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { byteBudget, endToEnd, format, lint, shortRounds, types, unit } from './test-steps.ts';
import type { Step } from './step-runner.ts';

/**
 * Journeys (`e2e/NAME.e2e.ts`) by the sources that they look at, not by all that they pass through; a path takes the first
 * row that it begins with. Sources that no row names are seen by unit tests alone.
 */
export const journeysOf: readonly (readonly [source: string, ...journeys: string[]])[] = [
  ['src/features/account/', 'account', 'account-details'],
  ['src/features/cart/', 'cart-whole'],
  ['src/features/checkout/', 'purchase'],
  ['src/features/content/', 'blocks', 'menu-and-content'],
  ['src/features/device/', 'install', 'data-use'],
  ['src/features/listing/', 'lists', 'list-filters'],
  ['src/features/messages/', 'waiting-messages'],
  ['src/features/newsletter/', 'first-look'],
  ['src/features/orders/', 'account-orders'],
  ['src/features/product/', 'browse', 'blocks'],
  ['src/features/recommendations/', 'wishlist'],
  ['src/features/reviews/', 'waiting-messages'],
  ['src/features/search/', 'search'],
  ['src/features/session/', 'auth'],
  ['src/features/site-frame/', 'frame', 'keyboard'],
  ['src/features/waiting/', 'field-cart'],
  ['src/features/wishlist/', 'wishlist'],
  ['src/ui/', 'first-look', 'keyboard', 'buy.phone'],
  ['src/', 'first-look', 'purchase'],
  ['sw/', 'first-look', 'installed'],
  ['server/pages/', 'first-look', 'headers', 'ways-in'],
  ['server/orders/', 'purchase'],
  ['server/session/', 'auth'],
  ['server/', 'first-look'],
  ['public/', 'first-look', 'headers'],
  ['index.html', 'first-look', 'headers'],
  ['vite.config.ts', 'first-look', 'headers'],
];

/** The journeys that look at these files, by name, each once. */
export function journeysFor(files: readonly string[]): string[] {
  const names = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const itself = /^e2e\/(.+)\.e2e\.ts$/.exec(file)?.[1];
      if (itself !== undefined) return [itself];
      const [, ...journeys] = journeysOf.find(([source]) => file.startsWith(source)) ?? [''];
      return journeys;
    });
  return [...new Set(names)];
}

function git(...words: string[]): string[] | undefined {
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined;
}

/** The steps for what differs from `origin/main`; from the last commit where there is no such branch. */
export function changedSteps(): Step[] {
  const base = git('merge-base', 'origin/main', 'HEAD')?.[0];
  if (base === undefined) console.log('There is no origin/main: what is not committed yet is looked at.');
  const from = base ?? 'HEAD';
  const named = [
    ...(git('diff', '--name-only', from) ?? []),
    ...(git('ls-files', '--others', '--exclude-standard') ?? []),
  ];
  console.log(named.length > 0 ? `Changed:\n${named.join('\n')}` : 'Nothing has changed.');
  const files = named.filter((file) => existsSync(file));
  const sources = files.filter((file) => /\.(?:tsx?|mjs)$/.test(file));
  const journeys = journeysFor(named);
  const styled = files.filter((file) => /\.(?:tsx?|mjs|json|css|md)$/.test(file));
  return [
    ...(styled.length > 0 ? [format(styled)] : []),
    ...(sources.length > 0
      ? [byteBudget(), unit(['--changed', from, '--passWithNoTests']), types(), lint(sources)]
      : []),
    ...(journeys.length > 0
      ? [
          endToEnd(
            journeys.map((name) => `e2e/${name}.e2e.ts`.replaceAll('.', String.raw`\.`)),
            shortRounds,
          ),
        ]
      : []),
  ];
}
