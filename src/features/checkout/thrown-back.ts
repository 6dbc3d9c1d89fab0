/** Why a step of the checkout at the shop is asked again. */
import type { CheckoutState } from '#contract/orders/orders.ts';

/** The shop's answer opened an earlier step again, or what was chosen cannot be had there any more. */
export class ThrownBack extends Error {}

/** The step was refused, because the order was changed elsewhere and an earlier one is open. */
export class OrderChanged extends Error {
  readonly state: CheckoutState;

  /** @param state of the order as it is now */
  constructor(state: CheckoutState) {
    super();
    this.state = state;
  }
}
