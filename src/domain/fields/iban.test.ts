import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isIban } from './iban.ts';

test.each([
  'LT12 1000 0111 0100 1000',
  'DE89370400440532013000',
  'gb82 west 1234 5698 7654 32',
  'EE382200221020145685',
])('%s is an account number', (text) => expect(isIban(text)).toBe(true));

test.each(['', 'LT123456789012345678', 'LT12', '121000011101001000', 'LT12 1000 0111 0100 1000 €'])(
  '“%s” is none',
  (text) => expect(isIban(text)).toBe(false),
);

test('one wrong digit, or two that changed places, are found', () => {
  const right = 'LT121000011101001000';
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 18 }), fc.integer({ min: 1, max: 9 }), (at, more) => {
      const other = String((Number(right[at]) + more) % 10);
      expect(isIban(right.slice(0, at) + other + right.slice(at + 1))).toBe(false);
      if (right[at] !== right[at + 1])
        expect(
          isIban(right.slice(0, at) + (right[at + 1] ?? '') + (right[at] ?? '') + right.slice(at + 2)),
        ).toBe(false);
    }),
  );
});
