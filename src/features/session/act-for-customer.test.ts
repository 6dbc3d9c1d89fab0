import { expect, test } from 'vitest';
import { tokenIn, withoutToken } from './act-for-customer.ts';

const packed = (value: unknown) => btoa(JSON.stringify(value));

test('R4.88 the token leaves the query, and all else stays as it was written', () => {
  expect(withoutToken('?query=a%26b&x-auth=abc&page=2')).toBe('?query=a%26b&page=2');
  expect(withoutToken('?x-auth=abc')).toBe('');
  expect(withoutToken('?x-auth')).toBe('');
  expect(withoutToken('?x-authentic=1&order[price]=asc')).toBe('?x-authentic=1&order[price]=asc');
});

test('R4.87 a token is read in both alphabets, with and without padding', () => {
  // Three lengths, so that each padding comes.
  for (const token of ['a.b.c', 'aa.b.c', 'aaa.b.c']) {
    const text = packed({ token, more: '>>>???' });
    for (const written of [text, text.replace(/=+$/, ''), text.replaceAll('+', '-').replaceAll('/', '_')])
      expect(tokenIn(`?page=2&x-auth=${encodeURIComponent(written)}`)).toBe(token);
  }
});

test.each([
  '',
  '%%%',
  'abc',
  packed({}),
  packed({ token: 5 }),
  packed({ token: 'a b' }),
  packed(null),
  packed('x'),
])('R4.89 %j is no token', (value) => {
  expect(tokenIn(`?x-auth=${value}`)).toBeNull();
});
