import { expect, test } from 'vitest';
import { isGtin, publicGtin } from './gtin.ts';

test.each(['4006381333931', '9780306406157', '96385074', '036000291452', '14006381333938'])(
  '%s is a code of the world',
  (code) => expect(publicGtin(code)).toBe(code),
);

test.each([
  ['2100000000005', 'a number of the shop itself'],
  ['2912345678906', 'a weighed good'],
  ['0200000000004', 'a number of the shop itself, in the American form'],
  ['9910000000003', 'a coupon'],
  ['20000004', 'a short number of the shop itself'],
  ['12100000000002', 'a pack of what the shop numbered itself'],
  ['4006381333932', 'a code with a wrong check digit'],
  ['Salpa 34', 'no code'],
])('%s is not published: %s', (code) => expect(publicGtin(code)).toBeUndefined());

test('what has no code has none', () => expect(publicGtin(undefined)).toBeUndefined());

test('tells right from wrong article numbers', () => {
  expect(['4006381333931', '96385074', '036000291452', '10614141000415'].every(isGtin)).toBe(true);
  expect(['4006381333932', '123', 'abcdefgh', ''].some(isGtin)).toBe(false);
});
