/** Where a checkout stands and where a change throws it back to (contract 3.2). */
import type { CheckoutState } from '#contract/orders/orders.ts';

/** Steps after the cart, in their order (R4.19). */
export const checkoutSteps = ['shipping', 'address', 'payment', 'completed'] as const;
export type CheckoutStep = (typeof checkoutSteps)[number];

const stepOf: Readonly<Record<CheckoutState, CheckoutStep>> = {
  cart: 'shipping',
  shipping_selected: 'address',
  shipping_skipped: 'address',
  addressed: 'payment',
  payment_skipped: 'payment',
  payment_selected: 'payment',
  completed: 'completed',
};

/** The step that opens on reload (R4.17, R4.21). */
export const stepAfter = (state: CheckoutState): CheckoutStep => stepOf[state];

/** Whether `step` may be opened: every step before it is done, and nothing is left once completed (R4.19, R4.20). */
export function isStepOpen(step: CheckoutStep, state: CheckoutState): boolean {
  if (state === 'completed') return step === 'completed';
  return checkoutSteps.indexOf(step) <= checkoutSteps.indexOf(stepOf[state]);
}

export type CheckoutTransition =
  | 'select_shipping'
  | 'skip_shipping'
  | 'address'
  | 'select_payment'
  | 'skip_payment'
  | 'complete';

const anyBeforeCompleted: readonly CheckoutState[] = [
  'cart',
  'shipping_selected',
  'shipping_skipped',
  'addressed',
  'payment_selected',
  'payment_skipped',
];
const transitions: Readonly<
  Record<CheckoutTransition, { from: readonly CheckoutState[]; to: CheckoutState }>
> = {
  select_shipping: { from: anyBeforeCompleted, to: 'shipping_selected' },
  skip_shipping: { from: ['cart', 'addressed'], to: 'shipping_skipped' },
  address: {
    from: ['shipping_selected', 'shipping_skipped', 'addressed', 'payment_selected', 'payment_skipped'],
    to: 'addressed',
  },
  select_payment: { from: ['addressed', 'payment_selected'], to: 'payment_selected' },
  skip_payment: { from: ['addressed'], to: 'payment_skipped' },
  complete: { from: ['payment_selected', 'payment_skipped'], to: 'completed' },
};

/** The state that `transition` leads to, or null where it is not allowed (409 `checkout.wrong_state`). */
export function checkoutTransition(
  state: CheckoutState,
  transition: CheckoutTransition,
): CheckoutState | null {
  const rule = transitions[transition];
  return rule.from.includes(state) ? rule.to : null;
}

/** Transitions allowed in `state`: `context.possible` of a refusal. */
export const possibleTransitions = (state: CheckoutState): CheckoutTransition[] =>
  (Object.keys(transitions) as CheckoutTransition[]).filter((name) => transitions[name].from.includes(state));

/** What was changed while a checkout was under way. */
export type CheckoutChange = 'items' | 'plan' | 'warehouse' | 'method' | 'address';

/** Changing something throws the checkout back to the step that follows from it; it never moves it on. */
export function fallBack(state: CheckoutState, change: CheckoutChange): CheckoutState {
  if (state === 'completed') return state;
  const rank: Readonly<Record<CheckoutState, number>> = {
    cart: 0,
    shipping_selected: 1,
    shipping_skipped: 1,
    addressed: 2,
    payment_skipped: 3,
    payment_selected: 3,
    completed: 4,
  };
  const target: CheckoutState =
    change === 'method' ? 'shipping_selected' : change === 'address' ? 'addressed' : 'cart';
  return rank[state] > rank[target] ? target : state;
}
