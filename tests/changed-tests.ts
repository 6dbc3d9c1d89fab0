/**
 * What `npm test -- --changed` runs, for a developer's minute or two: the checks of the files that differ from `origin/main`
 * (committed or not), the unit tests that reach one of them by their imports, and the journeys that look at that part of the
 * shop. It is no proof: what the whole run says counts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { byteBudget, deadCode, endToEnd, format, lint, shortRounds, types, unit } from './test-steps.ts';
import type { Step } from './step-runner.ts';

type Row = readonly [source: string, ...seenBy: string[]];

/**
 * Journeys (`e2e/NAME.e2e.ts`) by the sources that they look at, not by all that they pass through; a path takes the first
 * row that it begins with. Sources that no row names are seen by unit tests alone.
 */
export const journeysOf: readonly Row[] = [
  ['src/features/account/', 'account', 'account-details'],
  ['src/domain/money/tier-', 'tier-prices'],
  ['src/features/cart-lines/tier-', 'tier-prices'],
  ['src/features/cart-lines/', 'cart-whole'],
  ['src/features/cart-page/', 'cart-whole'],
  ['src/features/cart/', 'cart-whole'],
  ['src/features/checkout-page/', 'purchase'],
  ['src/features/checkout/', 'purchase'],
  ['src/features/content/', 'blocks', 'menu-and-content'],
  ['src/features/device/prepare', 'offline-catalogue'],
  ['src/features/device/offline-catalogue-', 'offline-catalogue'],
  ['src/features/device/thumbnail-', 'offline-catalogue'],
  ['src/features/device/space-', 'storage-limits'],
  ['src/features/device/', 'install', 'data-use', 'storage-limits'],
  ['src/features/gift-cards/', 'gifts'],
  ['src/features/listing/', 'lists', 'list-filters'],
  ['src/features/loyalty/', 'account'],
  ['src/features/messages/', 'waiting-messages'],
  ['src/features/newsletter/', 'first-look', 'menu-and-content'],
  ['src/features/orders/', 'account-orders'],
  ['src/features/product/tier-', 'tier-prices'],
  ['src/features/product/', 'browse', 'blocks'],
  ['src/features/quick-order/', 'quick-order'],
  ['src/features/recommendations/', 'wishlist'],
  ['src/features/reviews/', 'waiting-messages'],
  ['src/features/search/', 'search'],
  // What has letters, what is one form, and what all of signing in goes through.
  ['src/features/session/registration-', 'auth-letters'],
  ['src/features/session/reset-', 'auth-letters'],
  ['src/features/session/resend-', 'auth-letters'],
  ['src/features/session/sign-up-', 'auth-letters'],
  ['src/features/session/verif', 'auth-letters'],
  ['src/features/session/email-letter-', 'auth-letters'],
  ['src/features/session/sign-in-form', 'auth.phone', 'early-forms'],
  ['src/features/session/follow-cart', 'customer-cart'],
  ['src/features/session/', 'auth', 'log-out', 'session', 'auth.phone'],
  ['src/features/site-frame/', 'frame', 'keyboard'],
  ['src/features/site-header/', 'frame', 'keyboard'],
  ['src/features/waiting/', 'offline-cart'],
  ['src/features/wishlist/', 'wishlist'],
  ['src/ui/', 'first-look', 'keyboard', 'buy.phone'],
  ['src/offline/worker/chunk-reload', 'scripts'],
  ['src/offline/worker/', 'installed', 'copies-first', 'updates', 'worker-files', 'safety-worker'],
  ['src/offline/connection/data-use', 'data-use'],
  ['src/offline/connection/prefetch-policy', 'data-use'],
  ['src/offline/connection/', 'link'],
  ['src/offline/storage/prepared-store', 'offline-catalogue'],
  ['src/offline/storage/storage-', 'storage', 'storage-limits'],
  ['src/offline/storage/', 'storage'],
  ['src/offline/outbox/', 'offline-order', 'offline-cart', 'safe-order'],
  ['src/offline/catalogue/', 'offline-catalogue', 'catalogue-by-itself'],
  ['src/', 'first-look', 'purchase'],
  ['sw/', 'first-look', 'installed', 'seen-offline', 'copies-first'],
  ['server/discovery/', 'ways-in', 'redirects', 'english'],
  ['server/pages/', 'first-look', 'headers', 'ways-in'],
  ['server/accounts/', 'auth'],
  ['server/cart/', 'purchase', 'cart-page'],
  ['server/checkout/', 'purchase'],
  ['server/customers/', 'account', 'account-addresses'],
  ['server/intents/', 'purchase', 'offline-order'],
  ['server/letters/', 'auth-letters'],
  ['server/newsletter/', 'menu-and-content'],
  ['server/payment/', 'purchase'],
  ['server/orders/', 'purchase'],
  ['server/order-terms/', 'purchase'],
  ['server/order-store/', 'purchase'],
  ['server/placed-orders/', 'purchase'],
  ['server/session/', 'auth', 'session'],
  ['server/', 'first-look'],
  ['public/', 'first-look', 'headers'],
  ['index.html', 'first-look', 'headers'],
  ['vite.config.ts', 'first-look', 'headers'],
  ['vite/', 'first-look', 'headers'],
];

/** What reads files by their paths, which no import tells: tests, or what tests import. */
const readersOf: readonly Row[] = [
  ['locales/', 'tests/locales.test.ts'],
  ['server/database/migrations/', 'server/database/migrate.ts'],
  ['sw/', 'tests/shared-data.test.ts'],
];

const rowOf = (rows: readonly Row[], file: string): string[] | undefined =>
  rows.find(([source]) => file.startsWith(source))?.slice(1);

/** All journeys with what each of them imports from its own room. */
const importsOfJourneys = (): Map<string, string> =>
  new Map(
    readdirSync('e2e')
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [name, readFileSync(`e2e/${name}`, 'utf8')]),
  );

/** Journeys that import a helper (`e2e/HELPER.ts`), or one that does. */
function journeysWith(helper: string, texts = importsOfJourneys()): string[] {
  return [...texts]
    .filter(([, text]) => text.includes(`'./${helper}'`))
    .flatMap(([name]) => {
      const journey = /^(.+)\.e2e\.ts$/.exec(name)?.[1];
      return journey === undefined ? journeysWith(name, texts) : [journey];
    });
}

/** The journeys that look at these files, by name, each once and only those that are there. */
export function journeysFor(files: readonly string[]): string[] {
  const names = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const [, own] = /^e2e\/(.+)\.ts$/.exec(file) ?? [];
      if (own === undefined) return rowOf(journeysOf, file) ?? [];
      return own.endsWith('.e2e') ? [own.slice(0, -'.e2e'.length)] : journeysWith(`${own}.ts`);
    });
  return [...new Set(names)].filter((name) => existsSync(`e2e/${name}.e2e.ts`));
}

/** What the unit tests are asked to reach: the files that are there, and who reads those that nobody imports. */
export const reachedFor = (files: readonly string[]): string[] => [
  ...new Set(files.flatMap((file) => [file, ...(rowOf(readersOf, file) ?? [])])),
];

/**
 * The steps for files that have changed.
 * @param there of the files, those that were not deleted
 * @param bail whether a step ends with its first failure
 */
export function stepsFor(
  files: readonly string[],
  { there = files, bail = false }: { there?: readonly string[]; bail?: boolean } = {},
): Step[] {
  const styled = there.filter((file) => /\.(?:tsx?|mjs|json|css|md)$/.test(file));
  const linted = there.filter((file) => /\.(?:tsx?|mjs)$/.test(file));
  const programs = files.filter((file) => !/^docs\/|^[^/]+\.md$/.test(file));
  const journeys = journeysFor(files);
  return [
    ...(programs.length > 0
      ? [
          unit([...(bail ? ['--bail=1'] : []), '--passWithNoTests'], reachedFor(there)),
          types(),
          byteBudget(),
          deadCode(),
        ]
      : []),
    ...(linted.length > 0 ? [lint(linted)] : []),
    ...(styled.length > 0 ? [format(styled)] : []),
    ...(journeys.length > 0
      ? [
          endToEnd(
            [
              ...(bail ? ['--max-failures=1'] : []),
              ...journeys.map((name) => `e2e/${name}.e2e.ts`.replaceAll('.', String.raw`\.`)),
            ],
            shortRounds,
          ),
        ]
      : []),
  ];
}

function git(...words: string[]): string[] | undefined {
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined;
}

/** The steps for what differs from `origin/main`; from the last commit where there is no such branch. */
export function changedSteps(bail: boolean): Step[] {
  const base = git('merge-base', 'origin/main', 'HEAD')?.[0];
  if (base === undefined) console.log('There is no origin/main: what is not committed yet is looked at.');
  const files = [
    ...(git('diff', '--name-only', base ?? 'HEAD') ?? []),
    ...(git('ls-files', '--others', '--exclude-standard') ?? []),
  ];
  console.log(files.length > 0 ? `Changed:\n${files.join('\n')}` : 'Nothing has changed.');
  return stepsFor(files, { there: files.filter((file) => existsSync(file)), bail });
}
