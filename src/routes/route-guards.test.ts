import { expect, test } from 'vitest';
import { normaliseError } from '#api/api-error.ts';
import { guardNamed } from './route-guards.ts';

test('R8.10 a screen that names an unknown guard fails with Unknown middleware, its name and 500', () => {
  let thrown: unknown;
  try {
    guardNamed('foo');
  } catch (error) {
    thrown = error;
  }
  expect(normaliseError(thrown)).toEqual({ message: 'Unknown middleware: foo', status: 500 });
});
