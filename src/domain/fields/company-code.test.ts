import { expect, test } from 'vitest';
import { isLithuanianCompanyCode } from './company-code.ts';

// The last three are those whose first sum is 10: with other factors it is 10 again (0), or another digit.
test.each(['999999995', '110053842', '124364561', '300060819', '1234567'])('%s is a company code', (code) =>
  expect(isLithuanianCompanyCode(code)).toBe(true),
);

test.each(['999999991', '110053824', '', '12345678', 'LT999999995', '1234567890'])('“%s” is none', (code) =>
  expect(isLithuanianCompanyCode(code)).toBe(false),
);

test('of ten last digits one is right, whatever stands before it', () => {
  for (let head = 30_000_000; head < 30_002_000; head += 1)
    expect(
      Array.from({ length: 10 }, (_, digit) => `${head}${digit}`).filter(isLithuanianCompanyCode),
    ).toHaveLength(1);
});
