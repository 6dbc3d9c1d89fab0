import { expect, test } from 'vitest';
import { ApiFailure, busy } from '#server/errors/api-failure.ts';
import { CommandError, refusalLine } from './command-error.ts';

test('a command that others stood in the way of ends with one line, a fault with its own', () => {
  const taken = Object.assign(new Error('duplicate key value violates unique constraint'), { code: '23505' });
  expect(
    [new CommandError('No.'), busy(1), taken, new ApiFailure(409, 'cart.empty')].map(refusalLine),
  ).toEqual([
    'No.',
    'Something else in the shop holds this at the moment: try again.',
    'There is one already: something else has made it at the same moment.',
    'The shop refuses: cart.empty.',
  ]);
  expect(refusalLine(Object.assign(new Error('could not extend file'), { code: '53100' }))).toBe(
    'The disk of the database is full: make room. Nothing was done.',
  );
  expect([new TypeError('broken'), undefined, null].map(refusalLine)).toEqual([null, null, null]);
});
