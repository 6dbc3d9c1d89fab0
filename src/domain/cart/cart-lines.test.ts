import { expect, test } from 'vitest';
import { cartItemCount } from './cart-lines.ts';

test('R3.45 cart item count is the sum of quantities of live lines', () => {
  const order = { items: [{ quantity: 2 }, { quantity: 3 }], deletedItems: [{ quantity: 7 }] };
  expect(cartItemCount(order)).toBe(5);
  expect(cartItemCount({ items: [] })).toBe(0);
});
