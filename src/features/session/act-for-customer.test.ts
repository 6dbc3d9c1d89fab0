import { expect, test } from 'vitest';
import { tokenIn, withoutToken } from './act-for-customer.ts';

/** A token with these claims, signed by nobody: the page reads, the shop checks. */
const tokenOf = (claims: unknown) =>
  `h.${btoa(JSON.stringify(claims)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')}.s`;
const packed = (value: unknown) => btoa(JSON.stringify(value));

test('R4.88 the token leaves the query, and all else stays as it was written', () => {
  expect(withoutToken('?query=a%26b&x-auth=abc&page=2')).toBe('?query=a%26b&page=2');
  expect(withoutToken('?x-auth=abc')).toBe('');
  expect(withoutToken('?x-auth')).toBe('');
  expect(withoutToken('?page=2&x%2Dauth=abc&%')).toBe('?page=2&%');
  expect(withoutToken('?x-authentic=1&order[price]=asc')).toBe('?x-authentic=1&order[price]=asc');
});

test('R4.87 a token is read in both alphabets, with and without padding', () => {
  // Three lengths, so that each padding comes.
  for (const imp of ['a', 'aa', 'aaa']) {
    const token = tokenOf({ imp });
    const text = packed({ token, more: '>>>???' });
    for (const written of [text, text.replace(/=+$/, ''), text.replaceAll('+', '-').replaceAll('/', '_')])
      for (const name of ['x-auth', 'x%2Dauth'])
        expect(tokenIn(`?page=2&${name}=${encodeURIComponent(written)}`)).toBe(token);
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
  packed({ token: 'a.b.c' }),
  packed({ token: tokenOf(null) }),
  // What a customer has for themselves lets nobody in by an address.
  packed({ token: tokenOf({ sub: '7', username: 'rasa@example.com' }) }),
  packed({ token: tokenOf({ sub: '7', imp: '' }) }),
  packed({ token: tokenOf({ sub: '7', imp: null }) }),
])('R4.89 %j is no token', (value) => {
  expect(tokenIn(`?x-auth=${value}`)).toBeNull();
});
