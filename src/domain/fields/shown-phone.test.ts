import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { internationalPhone } from './phone.ts';
import { shownPhone } from './shown-phone.ts';

test('UX CHK-04 a number of the three countries is shown in groups, and what is shown is the same number', () => {
  expect(shownPhone('+37061234567')).toBe('+370\u00a0612\u00a034567');
  expect(shownPhone('+3725123456')).toBe('+372\u00a0512\u00a03456');
  fc.assert(
    fc.property(fc.stringMatching(/^\+\d{4,15}$/), (number) => {
      expect(shownPhone(number).replace(/\u00a0/g, '')).toBe(number);
      expect(internationalPhone(shownPhone(number), 'LT')).toBe(internationalPhone(number, 'LT'));
    }),
  );
});
