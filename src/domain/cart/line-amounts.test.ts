import { expect, test } from 'vitest';
import { unitPrice } from './line-amounts.ts';

test('R3.44 unit price is total / quantity / 100', () => {
  expect(unitPrice({ total: 2997, quantity: 3 })).toBe(9.99);
});
