import { expect, test } from 'vitest';
import { checkoutStates } from '#contract/orders/orders.ts';
import { checkoutTransition, fallBack, isStepOpen, possibleTransitions, stepAfter } from './checkout-step.ts';
import { orderTransition, paymentTransition } from './order-states.ts';
import { paymentOffers, shownPaymentState } from './payment-offers.ts';

test('R4.17 each checkout state opens its step on reload', () => {
  expect(Object.fromEntries(checkoutStates.map((state) => [state, stepAfter(state)]))).toEqual({
    cart: 'shipping',
    shipping_selected: 'address',
    shipping_skipped: 'address',
    addressed: 'payment',
    payment_skipped: 'payment',
    payment_selected: 'payment',
    completed: 'completed',
  });
});

test('a later step stays closed before the earlier one is done, an earlier one stays open', () => {
  expect(isStepOpen('shipping', 'cart')).toBe(true);
  expect(isStepOpen('address', 'cart')).toBe(false);
  expect(isStepOpen('payment', 'shipping_selected')).toBe(false);
  expect(isStepOpen('shipping', 'payment_selected')).toBe(true);
  expect(isStepOpen('completed', 'payment_selected')).toBe(false);
  expect(isStepOpen('payment', 'completed')).toBe(false);
});

test('completion is reached through shipping, address and payment only', () => {
  expect(checkoutTransition('cart', 'select_shipping')).toBe('shipping_selected');
  expect(checkoutTransition('shipping_selected', 'address')).toBe('addressed');
  expect(checkoutTransition('addressed', 'select_payment')).toBe('payment_selected');
  expect(checkoutTransition('payment_selected', 'complete')).toBe('completed');
  expect(checkoutTransition('cart', 'address')).toBeNull();
  expect(checkoutTransition('shipping_selected', 'select_payment')).toBeNull();
  expect(checkoutTransition('addressed', 'complete')).toBeNull();
  expect(possibleTransitions('completed')).toEqual([]);
});

test('a change throws the checkout back, never on', () => {
  expect(fallBack('payment_selected', 'items')).toBe('cart');
  expect(fallBack('payment_selected', 'method')).toBe('shipping_selected');
  expect(fallBack('payment_selected', 'address')).toBe('addressed');
  expect(fallBack('shipping_skipped', 'method')).toBe('shipping_skipped');
  expect(fallBack('cart', 'address')).toBe('cart');
  expect(fallBack('completed', 'items')).toBe('completed');
});

test('R4.22 each payment state maps to its text; awaiting offers paying and a pre-invoice, paid an invoice', () => {
  expect(shownPaymentState('cart')).toBe('cart');
  expect(shownPaymentState('awaiting_payment')).toBe('awaiting_payment');
  expect(shownPaymentState('paid')).toBe('paid');
  expect(shownPaymentState('authorized')).toBe('awaiting_payment');
  expect(shownPaymentState('refunded')).toBe('paid');
  expect(paymentOffers({ state: 'new', paymentState: 'awaiting_payment' })).toEqual({
    payLink: true,
    preInvoice: true,
    invoice: false,
  });
  expect(paymentOffers({ state: 'processing', paymentState: 'paid' })).toEqual({
    payLink: false,
    preInvoice: false,
    invoice: true,
  });
  expect(paymentOffers({ state: 'cancelled', paymentState: 'awaiting_payment' }).payLink).toBe(false);
});

test('no transition leaves a fulfilled or cancelled order; payments end once', () => {
  for (const end of ['fulfilled', 'cancelled'] as const)
    for (const transition of ['create', 'process', 'fulfil', 'cancel'] as const)
      expect(orderTransition(end, transition)).toBeNull();
  expect(orderTransition('new', 'process')).toBe('processing');
  expect(paymentTransition('processing', 'complete')).toBe('completed');
  expect(paymentTransition('failed', 'complete')).toBeNull();
  expect(paymentTransition('completed', 'refund')).toBe('refunded');
});
