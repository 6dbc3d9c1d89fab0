import { expect, test } from 'vitest';
import { formatDate, formatMoney, formatNumber, splitMoney } from './format.ts';

test('R3.33 cents become a main part and two digits, grouped in the Lithuanian way', () => {
  expect(splitMoney(1205, 'lt')).toEqual({ negative: false, main: '12', decimal: '05' });
  expect(splitMoney(5, 'lt')).toEqual({ negative: false, main: '0', decimal: '05' });
  expect(splitMoney(123450, 'lt')).toEqual({ negative: false, main: '1\u00a0234', decimal: '50' });
});

test('R9.05 prices show in euros with two decimals', () => {
  expect(formatMoney(100, 'lt')).toBe('1,00\u00a0€');
  expect(formatMoney(1999, 'lt')).toBe('19,99\u00a0€');
  expect(formatMoney(123456789, 'lt')).toBe('1\u00a0234\u00a0567,89\u00a0€');
  expect(formatMoney(1999, 'en')).toBe('€19.99');
});

test('UX ALL-14 amounts below zero carry the real minus sign', () => {
  expect(formatMoney(-500, 'lt')).toBe('\u22125,00\u00a0€');
});

test('numbers and days follow the locale', () => {
  expect(formatNumber(0.72, 'lt')).toBe('0,72');
  expect(formatNumber(1500, 'lt')).toBe('1\u00a0500');
  expect(formatDate('2026-05-04T21:30:00Z', 'lt')).toBe('2026-05-05');
  expect(formatDate('2026-05-04T10:00:00Z', 'et')).toBe('04.05.2026');
  expect(formatDate('2026-05-04T10:00:00Z', 'en')).toBe('4 May 2026');
});
