/** The linter refuses what docs/architecture.md forbids: each kind of import, and what is too long, in a file of its own, in a copy of the rules. Folders are counted. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import settings from '../oxlint.config.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-boundaries-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A function of so many lines, beside those that are blank or a comment. */
const long = (lines: number) =>
  [
    'export function long(all: unknown[]) {',
    ...Array<string>(lines - 2).fill('  all.push(1);\n  // more\n'),
    '}',
  ].join('\n');

/** File, what it says, and the rule that refuses it; no rule: it is allowed. */
const files: Record<string, [text: string, rule?: string]> = {
  // The server: down its floors, never up or sideways.
  'server/cart/down.ts': ["import '#server/order-store/order-store.ts';"],
  'server/jobs/down.ts': ["import '#server/checkout/complete-order.ts';\nimport '#domain/money/tax.ts';"],
  'server/cart/own.ts': ["import './down.ts';\nimport '#server/cart/down.ts';"],
  'server/order-store/up.ts': ["import '#server/cart/cart-commands.ts';", 'no-restricted-imports'],
  'server/order-store/up-types.ts': [
    "import type { App } from '#server/compose/app.ts';\nexport type Up = App;",
    'no-restricted-imports',
  ],
  'server/order-store/up-late.ts': [
    "await import('#server/cart/cart-commands.ts');",
    'no-restricted-imports',
  ],
  'server/cart/sideways.ts': ["import '#server/session/session-store.ts';", 'no-restricted-imports'],
  'server/errors/to-entry.ts': ["import '#server/main.ts';", 'no-restricted-imports'],
  'server/cart/spelt-out.ts': ["import '../jobs/run-due.ts';", 'no-restricted-imports'],
  // No screen on the server but the built pages, and no helper of tests in what is shipped.
  'server/cart/screen.ts': ["import '#features/cart/cart-queries.ts';", 'no-restricted-imports'],
  'server/pages/entry.ts': ["import '#page-entry';"],
  'server/cart/entry.ts': ["import '#page-entry';", 'no-restricted-imports'],
  'server/cart/test-helper.ts': ["import '#tests/server/test-shop.ts';", 'no-restricted-imports'],
  'server/cart/with-helper.test.ts': ["import '#tests/server/test-shop.ts';"],
  'src/features/cart/test-helper.ts': ["import '#tests/builders.ts';", 'no-restricted-imports'],
  // Rules are functions of what they are given.
  'src/domain/waiting/rule.ts': [
    "import '#contract/orders/orders.ts';\nexport const later = (at: Date) => new Date(at);",
  ],
  'src/domain/waiting/react.ts': ["import 'react';", 'no-restricted-imports'],
  'src/domain/waiting/database.ts': ["import 'kysely';", 'no-restricted-imports'],
  'src/domain/waiting/node.ts': ["import 'node:fs';", 'no-restricted-imports'],
  'src/domain/waiting/up.ts': ["import '#api/call.ts';", 'no-restricted-imports'],
  'src/domain/waiting/server.ts': ["import '#server/cart/new-cart-lines.ts';", 'no-restricted-imports'],
  'src/domain/waiting/fetch.ts': ["export const read = () => fetch('/');", 'no-restricted-globals'],
  'src/domain/waiting/clock.ts': ['export const now = () => Date.now();', 'no-restricted-properties'],
  'src/domain/waiting/chance.ts': ['export const any = () => Math.random();', 'no-restricted-properties'],
  'src/domain/money/to-cart.ts': ["import '#domain/cart/cart-lines.ts';", 'no-restricted-imports'],
  'src/domain/waiting/to-cart.ts': ["import '#domain/cart/cart-lines.ts';"],
  'src/offline/storage/to-outbox.ts': ["import '#offline/outbox/outbox.ts';", 'no-restricted-imports'],
  'src/offline/outbox/to-storage.ts': ["import '#offline/storage/storage-state.ts';"],
  // Rooms inside of one, and what stands beside them.
  'src/ui/to-form.ts': ["import '#ui/form/field.tsx';", 'no-restricted-imports'],
  'src/ui/icons/to-hydration.ts': ["import '#ui/hydration/deferred.tsx';", 'no-restricted-imports'],
  'src/ui/form/to-ui.ts': ["import '#ui/button.tsx';\nimport '#ui/icons/icon.tsx';"],
  'src/contract/orders/to-values.ts': ["import '#contract/values.ts';"],
  'src/contract/orders/to-calls.ts': ["import '#contract/calls/endpoints.ts';", 'no-restricted-imports'],
  'src/contract/to-orders.ts': ["import '#contract/orders/orders.ts';", 'no-restricted-imports'],
  'src/features/cart/to-page.ts': ["import '#features/cart-page/cart-view.tsx';", 'no-restricted-imports'],
  'src/features/cart-page/to-cart.ts': ["import '#features/cart/use-cart.ts';"],
  // Two files that need each other, if only for a type.
  'src/lib/circle.ts': ["import { half } from './half.ts';\nexport const whole = () => half;", 'no-cycle'],
  'src/lib/half.ts': ["import { whole } from './circle.ts';\nexport const half = () => whole;", 'no-cycle'],
  'src/lib/type-circle.ts': [
    "import type { Half } from './type-half.ts';\nexport type Whole = Half[];",
    'no-cycle',
  ],
  'src/lib/type-half.ts': [
    "import type { Whole } from './type-circle.ts';\nexport type Half = { of: Whole };",
    'no-cycle',
  ],
  // Functions that nobody holds in mind.
  'src/lib/long.ts': [long(100)],
  'src/lib/too-long.ts': [long(101), 'max-lines-per-function'],
  'server/cart/too-long.ts': [long(101), 'max-lines-per-function'],
  'sw/too-long.ts': [long(101), 'max-lines-per-function'],
  'vite/too-long.ts': [long(101), 'max-lines-per-function'],
  'src/lib/too-long.test.ts': [long(101)],
};

let refused: Map<string, Set<string>>;

beforeAll(() => {
  for (const name of ['oxlint.config.ts', 'package.json']) copyFileSync(name, path.join(folder, name));
  for (const [name, [text]] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), `${text}\n`);
  }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.resolve('node_modules/oxlint/bin/oxlint'), '--format', 'json'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  refused = new Map(Object.keys(files).map((name) => [name, new Set()]));
  for (const { code, filename } of diagnostics) {
    const rule = /\((.+)\)/.exec(code)?.[1] ?? code;
    if (rule.startsWith('no-restricted-') || ['no-cycle', 'max-lines-per-function'].includes(rule))
      refused.get(filename)?.add(rule);
  }
});

test.each(Object.entries(files))('%s', (name, [, rule]) => {
  expect([...(refused.get(name) ?? ['not looked at'])]).toEqual(rule === undefined ? [] : [rule]);
});

test('a rule of the domain reads no clock', () => {
  const readers = readdirSync('src/domain', { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') &&
      !name.includes('.test.') &&
      /new Date\(\)|\bDate\(\)/.test(readFileSync(`src/domain/${name}`, 'utf8')),
  );
  expect(readers).toEqual([]);
});

test.each(['src/contract', 'src/domain', 'src/features', 'src/offline', 'src/ui'])(
  'each room of %s has its arrows',
  (place) => {
    const rooms = readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [`${place}/${entry.name}/**`] : [],
    );
    const bounded = new Set<string>(settings.overrides.flatMap(({ files: where }) => where));
    expect(rooms.filter((room) => !bounded.has(room))).toEqual([]);
  },
);

test('each area of the server has its floor', () => {
  const areas = readdirSync('server', { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'seed-data',
  );
  const bounded = settings.overrides.flatMap(({ files: where, rules }) =>
    Array.isArray((rules as Record<string, unknown>)['no-restricted-imports']) ? where : [],
  );
  expect(areas.map(({ name }) => `server/${name}/**`).filter((one) => !bounded.includes(one))).toEqual([]);
  const named = bounded.flatMap((one) => /^server\/([\w-]+)\/\*\*$/.exec(one)?.[1] ?? []);
  expect(named.toSorted()).toEqual(areas.map(({ name }) => name).toSorted());
  const told = readFileSync('docs/architecture.md', 'utf8');
  expect(named.filter((name) => !new RegExp(`[ ]${name}/[ \n]`).test(told))).toEqual([]);
});

/** `features/session` has as many, of one subject: signing in. A folder with more of them is several. */
const mostModules = 33;
/** Folders that may hold more, each with its reason. */
const larger: Record<string, string> = {
  e2e: 'a journey is one file, found by the name of its subject',
};

test('no folder holds more modules than one subject has', () => {
  const counts = new Map<string, number>();
  for (const file of globSync('{src,server,sw,vite,tests,e2e}/**/*.{ts,tsx,mjs}')) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const at = path.dirname(file);
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  const tooLarge = [...counts].flatMap(([at, count]) => (count > mostModules ? [at] : []));
  expect(tooLarge.toSorted()).toEqual(Object.keys(larger).toSorted());
});
