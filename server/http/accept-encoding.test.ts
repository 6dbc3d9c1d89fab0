import { expect, test } from 'vitest';
import { takesEncoding } from './accept-encoding.ts';

test('a form is sent to who names it, and to nobody who refuses it', () => {
  const named = ['br', 'gzip, deflate, br', 'gzip;q=0.5, br;q=1.0', 'BR', 'br;q=0.1', 'gzip,br , zstd'];
  expect(named.filter((accepted) => !takesEncoding(accepted, 'br'))).toEqual([]);
  const others = [null, '', 'gzip', 'br;q=0', 'br ; q=0.000, gzip', 'abracadabra', 'x-br', 'gzip, br;q=0.0'];
  expect(others.filter((accepted) => takesEncoding(accepted, 'br'))).toEqual([]);
  expect(takesEncoding('br;q=0, gzip', 'gzip')).toBe(true);
  expect(takesEncoding('br, gzip;q=0', 'gzip')).toBe(false);
});
