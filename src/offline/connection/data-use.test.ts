// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { addDataUse, countEntries, kindOf, readDataUse } from './data-use.ts';

const day = Date.parse('2026-11-21T10:00:00');
afterEach(() => localStorage.clear());

test('what was fetched is counted by kind, without what came from the device', () => {
  const entry = (name: string, transferSize: number, workerStart = 0) => ({
    name: `https://shop.example${name}`,
    transferSize,
    workerStart,
  });
  const use = countEntries([
    entry('/images/280x320/a', 4_000),
    entry('/assets/index-a.js', 90_000),
    entry('/api/v2/shop/taxons-tree', 2_000),
    entry('/c/seklos-1', 15_000),
    entry('/images/280x320/b', 9_000, 12.5),
  ]);
  expect(use).toEqual({ pictures: 4_000, scripts: 90_000, answers: 2_000, pages: 15_000 });
  expect(kindOf('/assets/golos.woff2')).toBe('scripts');
});

test('counts add up over a day and begin anew with the next', () => {
  addDataUse({ pictures: 1, scripts: 2, answers: 3, pages: 4 }, day);
  addDataUse({ pictures: 10, scripts: 0, answers: 0, pages: 0 }, day + 3_600_000);
  expect(readDataUse(day)).toEqual({ pictures: 11, scripts: 2, answers: 3, pages: 4 });
  expect(readDataUse(day + 24 * 3_600_000)).toEqual({ pictures: 0, scripts: 0, answers: 0, pages: 0 });
});

test('a broken count counts as none', () => {
  localStorage.setItem('DATA_USE', '{oops');
  expect(readDataUse(day)).toEqual({ pictures: 0, scripts: 0, answers: 0, pages: 0 });
});
