import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { OrderState, PaymentState } from '#contract/orders/orders.ts';

/** Names of the states of an order (R4.12-R4.15); `cart` is never listed. */
export const orderStateNames: Record<OrderState, MessageDescriptor> = {
  cart: msg`Cart`,
  new: msg`Unpaid`,
  processing: msg`In progress`,
  fulfilled: msg`Completed`,
  cancelled: msg`Cancelled`,
};

export const shipmentStateNames = {
  cart: msg`Not sent yet`,
  ready: msg`Being prepared`,
  shipped: msg`Sent`,
  cancelled: msg`Cancelled`,
} satisfies Record<string, MessageDescriptor>;

export const paymentStateNames: Record<PaymentState, MessageDescriptor> = {
  cart: msg`Not paid yet`,
  awaiting_payment: msg`Not paid yet`,
  paid: msg`Paid`,
  partially_paid: msg`Paid in part`,
  authorized: msg`Payment confirmed`,
  cancelled: msg`Payment cancelled`,
  refunded: msg`Money returned`,
  partially_refunded: msg`Money returned in part`,
};
