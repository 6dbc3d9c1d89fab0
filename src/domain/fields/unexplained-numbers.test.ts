import { expect, test } from 'vitest';
import { unexplained, unexplainedOfCart } from './unexplained-numbers.ts';

test('R9.20 R9.21 the numbers without a meaning keep their values', () => {
  expect(Object.values(unexplainedOfCart)).toEqual([8, 4]);
  expect(Object.values(unexplained)).toEqual([7, 237, 5]);
});
