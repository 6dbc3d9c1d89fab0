import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { journeysFor, journeysOf } from './changed-tests.ts';

test('every row of the table of journeys names sources and journeys that are there', () => {
  const named = journeysOf.flatMap(([source, ...journeys]) => [
    source,
    ...journeys.map((name) => `e2e/${name}.e2e.ts`),
  ]);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test('every feature has a row of its own', () => {
  const features = readdirSync('src/features').map((name) => `src/features/${name}/`);
  expect(features.filter((feature) => !journeysOf.some(([source]) => source === feature))).toEqual([]);
});

test('a changed journey is run itself, a changed unit test calls for none', () => {
  expect(journeysFor(['e2e/search.e2e.ts', 'src/features/cart/cart-parts.test.tsx'])).toEqual(['search']);
});

test('a file takes the first row that it begins with, and each journey is run once', () => {
  expect(journeysFor(['src/features/cart/a.tsx', 'src/features/cart/b.tsx'])).toEqual(['cart-whole']);
  expect(journeysFor(['src/offline/outbox.ts'])).toEqual(['first-look', 'purchase']);
});
