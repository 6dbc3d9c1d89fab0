/**
 * Whether a checkout saves its steps at the shop or, as an offline order (CHK-19), on this device. Whoever has begun on
 * the device ends there, where the order is sent at once when the connection is back, or goes over to the shop if they choose to.
 */
import { assign, setup } from 'xstate';

export interface CheckoutModeFacts {
  /** The shop cannot be reached. */
  isAway: boolean;
  /** The shop has answered this page before. */
  hasAnswered: boolean;
  /** The cart has changes that the shop has not accepted yet: the steps at the shop begin with what it has. */
  hasUnsentChanges: boolean;
  /** An order of this cart is saved or on its way: one cart is one order (I3). */
  isOrdered: boolean;
}

export const checkoutModeMachine = setup({
  types: {} as {
    context: CheckoutModeFacts & { isTouched: boolean };
    input: CheckoutModeFacts;
    events:
      | { type: 'FACTS_CHANGED'; facts: CheckoutModeFacts }
      /** Something was pressed or typed. */
      | { type: 'TOUCHED' }
      /** The buyer goes on without the shop. */
      | { type: 'GO_OFFLINE' }
      /** The shop is back, and the buyer goes on there: what is paid by bank or card is paid at once. */
      | { type: 'GO_ONLINE' };
  },
  guards: {
    isAway: ({ context }) => context.isAway,
    isSent: ({ context }) => !context.hasUnsentChanges,
    isFree: ({ context }) => !context.isOrdered,
    isBack: ({ context }) => !context.isAway && !context.hasUnsentChanges && !context.isOrdered,
    /** A page that is opened without a connection learns it from what it asked first, when the steps at the shop stand already. */
    wasNeverReached: ({ context }) => context.isAway && !context.hasAnswered && !context.isTouched,
  },
  delays: {
    /** How long the shop may take to accept what waits before the order is made on the device, ms. */
    patience: 6_000,
  },
}).createMachine({
  id: 'checkoutMode',
  context: ({ input }) => ({ ...input, isTouched: false }),
  initial: 'deciding',
  on: {
    FACTS_CHANGED: { actions: assign(({ event }) => event.facts) },
    TOUCHED: { actions: assign({ isTouched: true }) },
  },
  states: {
    deciding: {
      always: [
        { guard: 'isAway', target: 'offline' },
        { guard: 'isSent', target: 'online' },
      ],
      after: { patience: 'offline' },
    },
    online: {
      always: { guard: 'wasNeverReached', target: 'offline' },
      on: { GO_OFFLINE: { guard: 'isFree', target: 'continuedOffline' } },
    },
    offline: { on: { GO_ONLINE: { guard: 'isBack', target: 'online' } } },
    /** Begun at the shop: goes on at the step that was reached. */
    continuedOffline: { on: { GO_ONLINE: { guard: 'isBack', target: 'online' } } },
  },
});
