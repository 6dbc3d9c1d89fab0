import { expect, test } from 'vitest';
import { fieldAfter, givenField } from './given-field.ts';

test.each([
  ['left out', undefined, 'stored'],
  ['cleared', null, null],
  ['given', 'new', 'NEW'],
  ['given empty', '', ''],
])('a field that is %s', (_, field, after) => {
  expect(fieldAfter(givenField(field), 'stored', (value) => value.toUpperCase())).toBe(after);
});
