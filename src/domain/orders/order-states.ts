/** Order, payment and shipment as state machines (contract 3.1, 3.3, 3.4). */
import type { OrderState } from '#contract/orders/orders.ts';
import type { PaymentKind } from '#contract/orders/payments.ts';

export type OrderTransition = 'create' | 'process' | 'fulfil' | 'cancel';
const orderTransitions: Readonly<Record<OrderTransition, { from: readonly OrderState[]; to: OrderState }>> = {
  create: { from: ['cart'], to: 'new' },
  process: { from: ['new'], to: 'processing' },
  fulfil: { from: ['processing', 'new'], to: 'fulfilled' },
  cancel: { from: ['new', 'processing'], to: 'cancelled' },
};

/** The state an order comes to, or null where the transition is not allowed. Nothing leaves fulfilled or cancelled. */
export function orderTransition(state: OrderState, transition: OrderTransition): OrderState | null {
  const rule = orderTransitions[transition];
  return rule.from.includes(state) ? rule.to : null;
}

export type PaymentMachineState =
  | 'cart'
  | 'new'
  | 'processing'
  | 'authorized'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'refunded';
export type PaymentTransition =
  | 'create'
  | 'process'
  | 'authorize'
  | 'complete'
  | 'arrive'
  | 'fail'
  | 'cancel'
  | 'refund';
const open: readonly PaymentMachineState[] = ['new', 'processing', 'authorized'];
const paymentTransitions: Readonly<
  Record<PaymentTransition, { from: readonly PaymentMachineState[]; to: PaymentMachineState }>
> = {
  create: { from: ['cart'], to: 'new' },
  process: { from: ['new'], to: 'processing' },
  authorize: { from: ['new', 'processing'], to: 'authorized' },
  complete: { from: open, to: 'completed' },
  // Its gateway says that the money has come all the same.
  arrive: { from: ['failed', 'cancelled'], to: 'completed' },
  fail: { from: open, to: 'failed' },
  cancel: { from: open, to: 'cancelled' },
  refund: { from: ['completed'], to: 'refunded' },
};

export function paymentTransition(
  state: PaymentMachineState,
  transition: PaymentTransition,
): PaymentMachineState | null {
  const rule = paymentTransitions[transition];
  return rule.from.includes(state) ? rule.to : null;
}

const day = 24 * 60 * 60 * 1000;
/** The shortest that an unpaid order waits, ms. */
export const shortestToPay = 5 * day;
/**
 * The moment until which a placed order can be paid, and at which it is cancelled where it was not; null = it waits, being paid
 * at the door. An accepted farm's invoice is paid after the goods have come.
 */
export function payBy(
  placedAt: Date,
  method?: { kind: PaymentKind | null; code: string | null },
): Date | null {
  if (method?.kind === 'cash_on_delivery') return null;
  const time =
    method?.code === 'CREDIT_INVOICE' ? 14 * day : method?.kind === 'transfer' ? 10 * day : shortestToPay;
  return new Date(placedAt.getTime() + time);
}

/** Whether goods go out before they are paid: at the door, or on an accepted farm's invoice. */
export const isPaidAfterwards = (method: { kind: PaymentKind | null; code: string | null }): boolean =>
  method.kind === 'cash' || method.kind === 'cash_on_delivery' || method.code === 'CREDIT_INVOICE';
