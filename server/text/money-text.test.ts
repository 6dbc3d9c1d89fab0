import { expect, test } from 'vitest';
import { moneyText } from './money-text.ts';

test('nothing is written without a sign, however it was counted', () => {
  expect(moneyText(-0, 'lt')).toBe(moneyText(0, 'lt'));
  expect(moneyText(-1, 'lt')).toContain('0,01');
});
