import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { journeysFor, journeysOf, reachedFor, stepsFor } from './changed-tests.ts';

test('every row of the table of journeys names sources and journeys that are there', () => {
  // A row may name the beginning of a file's name.
  const isThere = (source: string) =>
    existsSync(source) ||
    readdirSync(path.dirname(source)).some((name) => name.startsWith(path.basename(source)));
  expect(journeysOf.filter(([source]) => !isThere(source))).toEqual([]);
  const journeys = journeysOf.flatMap(([, ...names]) => names.map((name) => `e2e/${name}.e2e.ts`));
  expect(journeys.filter((file) => !existsSync(file))).toEqual([]);
});

test('every feature has a row of its own', () => {
  const features = readdirSync('src/features').map((name) => `src/features/${name}/`);
  expect(features.filter((feature) => !journeysOf.some(([source]) => source === feature))).toEqual([]);
});

test('a changed journey is run itself, a changed unit test calls for none', () => {
  expect(journeysFor(['e2e/search.e2e.ts', 'src/features/cart-page/cart-parts.test.tsx'])).toEqual([
    'search',
  ]);
});

test('a file takes the first row that it begins with, and each journey is run once', () => {
  expect(journeysFor(['src/features/cart/a.tsx', 'src/features/cart/b.tsx'])).toEqual(['cart-whole']);
  expect(journeysFor(['src/offline/outbox/outbox.ts'])).toEqual([
    'offline-order',
    'offline-cart',
    'safe-order',
  ]);
});

test('a changed helper runs the journeys that import it, also through another helper; a deleted journey runs nothing', () => {
  expect(journeysFor(['e2e/offline-steps.ts'])).toEqual(expect.arrayContaining(['offline-order', 'link']));
  expect(journeysFor(['e2e/offline-steps.ts'])).not.toContain('search');
  expect(journeysFor(['e2e/customer-steps.ts'])).toContain('auth');
  expect(journeysFor(['e2e/purchase-steps.ts'])).toContain('offline-order');
  expect(journeysFor(['e2e/of-long-ago.e2e.ts'])).toEqual([]);
});

const namesOf = (...[files, options]: Parameters<typeof stepsFor>) =>
  stepsFor(files, options).map(({ name }) => name);

test('what nobody runs asks for no test, anything else for unit tests and types, a deleted file too', () => {
  expect(namesOf([])).toEqual([]);
  expect(namesOf(['docs/tests.svg'])).toEqual([]);
  expect(namesOf(['docs/tests.md', 'README.md'])).toEqual(['Format']);
  const always = ['Unit tests', 'Types', 'Byte budget', 'Dead code'];
  expect(namesOf(['package.json'])).toEqual([...always, 'Format']);
  expect(namesOf(['locales/lt/messages.po'])).toEqual(always);
  expect(namesOf(['server/database/migrations/0001_base.sql'])).toEqual([...always, 'End-to-end tests']);
  expect(namesOf(['src/lib/gone.ts'], { there: [] })).toEqual([...always, 'End-to-end tests']);
  expect(namesOf(['src/lib/gone.test.ts'], { there: [] })).toEqual(always);
});

test('texts, migrations and the worker reach the tests that read them by their paths', () => {
  expect(reachedFor(['locales/lt/messages.po'])).toContain('tests/locales.test.ts');
  expect(reachedFor(['server/database/migrations/0001_base.sql'])).toContain('server/database/migrate.ts');
  expect(reachedFor(['sw/cache-key.ts'])).toContain('tests/shared-data.test.ts');
  expect(reachedFor(['src/lib/brand.ts'])).toEqual(['src/lib/brand.ts']);
});
