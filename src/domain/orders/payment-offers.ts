/** Which papers and ways to pay the page of an order offers, and which text its payment has. */
import type { OrderState, PaymentState } from '#contract/orders/orders.ts';

/** Which of the specification's three payment texts fits, for states of other backends too (contract 3.3, R4.22). */
export function shownPaymentState(state: PaymentState): 'cart' | 'awaiting_payment' | 'paid' | 'cancelled' {
  switch (state) {
    case 'cart':
    case 'cancelled':
      return state;
    case 'paid':
    case 'refunded':
    case 'partially_refunded':
      return 'paid';
    default:
      return 'awaiting_payment';
  }
}

/**
 * What the order page offers: a pre-invoice and a way to pay while money is due, an invoice once paid (R4.22). Whose payment is
 * being confirmed is not invited to pay a second time.
 */
export function paymentOffers(order: {
  state: OrderState;
  paymentState: PaymentState;
  isBeingConfirmed?: boolean;
}): {
  payLink: boolean;
  preInvoice: boolean;
  invoice: boolean;
} {
  const shown = shownPaymentState(order.paymentState);
  const open = order.state === 'new' || order.state === 'processing';
  const due = shown === 'awaiting_payment' && open;
  return { payLink: due && order.isBeingConfirmed !== true, preInvoice: due, invoice: shown === 'paid' };
}
