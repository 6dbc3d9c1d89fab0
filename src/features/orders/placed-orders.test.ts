import { expect, test } from 'vitest';
import type { OrderSummary } from '#contract/orders/order-history.ts';
import { placedOrders } from './order-queries.ts';

const listed = (state: OrderSummary['state']): OrderSummary => ({
  id: 1,
  number: state,
  tokenValue: 'a'.repeat(32),
  checkoutCompletedAt: '2026-05-04T10:00:00.000Z',
  state,
  paymentState: 'awaiting_payment',
  shippingState: 'ready',
  total: 1205,
  currencyCode: 'EUR',
  itemCount: 1,
  shipments: [],
  canReturn: false,
  canPay: false,
});

test('R4.16 an order with state cart is left out of the account’s list, every other one stays', () => {
  const all = (['cart', 'new', 'processing', 'fulfilled', 'cancelled'] as const).map(listed);
  expect(placedOrders(all).map(({ state }) => state)).toEqual([
    'new',
    'processing',
    'fulfilled',
    'cancelled',
  ]);
});
