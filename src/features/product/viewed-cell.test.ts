// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { addViewed, clearViewed, mostViewed, viewed } from './viewed-cell.ts';

const key = 'PRODUCTS_RECENTLY_VIEWED';
beforeEach(() => localStorage.clear());

test('R4.52 a code is trimmed, put first, and stands once', () => {
  for (const code of ['A', 'B', ' A ', '  ']) addViewed(code);
  expect(viewed.read()).toEqual(['A', 'B']);
});

test('R4.53 R9.18 the newest ten are kept', () => {
  for (let n = 1; n <= mostViewed + 1; n += 1) addViewed(`P${String(n)}`);
  expect(viewed.read()).toHaveLength(10);
  expect(viewed.read()[0]).toBe('P11');
  expect(viewed.read()).not.toContain('P1');
});

test('R4.54 clearing empties the list and its stored copy', () => {
  addViewed('A');
  clearViewed();
  expect(viewed.read()).toEqual([]);
  expect(localStorage.getItem(key)).toBe('[]');
});

test('what is no list of codes counts as empty, and the same list is the same array', () => {
  localStorage.setItem(key, '{oops');
  expect(viewed.read()).toEqual([]);
  localStorage.setItem(key, '["A",7,{"x":1},"<b>"]');
  expect(viewed.read()).toEqual(['A']);
  expect(viewed.read()).toBe(viewed.read());
});
