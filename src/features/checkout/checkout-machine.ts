/**
 * The order of the checkout's steps as a chart (R0.29, R4.17-R4.21): shipping, address, payment,
 * completed. The server's checkout state decides which steps are open; saving is done by the actors
 * that the screen provides. An event that the current state does not know changes nothing (R0.32).
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import type { CheckoutState } from '#contract/orders/orders.ts';
import type { UpdateOrderBody } from '#contract/orders/order-requests.ts';
import { isStepOpen, stepAfter } from '#domain/orders/checkout-step.ts';
import type { OfflineDelivery } from '#domain/waiting/offline-order.ts';
import type { Placed, PlacingInput, ShippingChoice } from './submitted-steps.ts';
import { OrderChanged, ThrownBack } from './thrown-back.ts';

export const openSteps = ['shipping', 'address', 'payment'] as const;
export type OpenStep = (typeof openSteps)[number];

type CheckoutEvent =
  | { type: 'SUBMIT_SHIPPING'; choices: readonly ShippingChoice[] }
  | { type: 'SUBMIT_ADDRESS'; body: UpdateOrderBody }
  | { type: 'SUBMIT_ORDER'; placing: PlacingInput }
  | { type: 'OPEN_STEP'; step: OpenStep }
  /** The shop is told once more of a delivery that was chosen without it. */
  | { type: 'CARRY_AGAIN' }
  /** The order changed elsewhere, or the server threw the checkout back. */
  | { type: 'ORDER_CHANGED'; state: CheckoutState }
  /** What becomes of an order that was saved on the device: it waits, is on its way, is placed, differs, is taken back. */
  | { type: 'ORDER_WAITS' }
  | { type: 'ORDER_SENDING' }
  | { type: 'ORDER_PLACED' }
  | { type: 'ORDER_DIFFERS' }
  | { type: 'ORDER_WITHDRAWN' };

const nothingChosen: OfflineDelivery = { method: null, pickupPoint: null, place: null };

// An actor that was not provided refuses: the chart alone never pretends to have saved.
const notProvided = () => Promise.reject(new Error('No actor'));

/** Of an order that was changed elsewhere the state tells which step is asked again. */
const afterRefusal = (error: unknown) =>
  error instanceof OrderChanged ? { reached: error.state, error: null } : { error };

export const checkoutMachine = setup({
  types: {} as {
    /**
     * `isResumed`: nobody has pressed anything yet, so the step is still the one that follows from the shop's answer. `isThrownBack`:
     * the order has changed and an earlier step is open, though nobody has pressed anything here. `untold`: a delivery that was
     * chosen without the shop.
     */
    context: {
      reached: CheckoutState;
      error: unknown;
      isResumed: boolean;
      isThrownBack: boolean;
      untold: OfflineDelivery | null;
    };
    input: { state: CheckoutState; untold?: OfflineDelivery | null };
    /** The step whose form a state shows; `busy` where the form waits and takes nothing. */
    tags: OpenStep | 'busy';
    events: CheckoutEvent;
    /** Once per accepted order, for whoever counts purchases (R4.23). */
    emitted: { type: 'ORDER_SUBMITTED' };
  },
  actors: {
    /** Throws `ThrownBack` when the shop does not offer it. */
    carryDelivery: fromPromise<CheckoutState, OfflineDelivery>(notProvided),
    saveShipping: fromPromise<CheckoutState, readonly ShippingChoice[]>(notProvided),
    saveAddress: fromPromise<CheckoutState, UpdateOrderBody>(notProvided),
    placeOrder: fromPromise<Placed, PlacingInput>(notProvided),
  },
  guards: {
    isShippingNext: ({ context }) => stepAfter(context.reached) === 'shipping',
    isAddressNext: ({ context }) => stepAfter(context.reached) === 'address',
    isPaymentNext: ({ context }) => stepAfter(context.reached) === 'payment',
    isCompleted: ({ context }) => context.reached === 'completed',
    /** The page began with an older copy of the order than the shop has: a reload comes back to its step all the same (R4.21). */
    isFurther: ({ context, event }, { step }: { step: OpenStep }) =>
      context.isResumed &&
      event.type === 'ORDER_CHANGED' &&
      stepAfter(event.state) !== step &&
      isStepOpen(step, event.state),
    isOpen: ({ context }, { step }: { step: OpenStep }) => isStepOpen(step, context.reached),
  },
}).createMachine({
  id: 'checkout',
  context: ({ input: { state, untold = null } }) => ({
    reached: state,
    error: null,
    isResumed: true,
    isThrownBack: false,
    untold,
  }),
  initial: 'beginning',
  on: {
    OPEN_STEP: [
      {
        guard: ({ context, event }) => event.step === 'shipping' && isStepOpen('shipping', context.reached),
        target: '.shipping',
        actions: assign({ error: null, isResumed: false, isThrownBack: false }),
      },
      {
        guard: ({ context, event }) => event.step === 'address' && isStepOpen('address', context.reached),
        target: '.address',
        actions: assign({ error: null, isResumed: false, isThrownBack: false }),
      },
      {
        guard: ({ context, event }) => event.step === 'payment' && isStepOpen('payment', context.reached),
        target: '.payment',
        actions: assign({ error: null, isResumed: false, isThrownBack: false }),
      },
    ],
    ORDER_CHANGED: { actions: assign({ reached: ({ event }) => event.state }) },
  },
  states: {
    beginning: {
      always: [
        { guard: ({ context }) => context.untold === null, target: 'resuming' },
        { target: 'carryingDelivery' },
      ],
    },
    /** The form of the step would show, and keep, what the shop has instead: it waits. */
    carryingDelivery: {
      tags: ['shipping', 'busy'],
      on: { OPEN_STEP: {} },
      invoke: {
        src: 'carryDelivery',
        input: ({ context: { untold } }) => untold ?? nothingChosen,
        onDone: {
          target: 'resuming',
          actions: assign({ reached: ({ event }) => event.output, error: null, untold: null }),
        },
        onError: [
          {
            guard: ({ event }) => event.error instanceof ThrownBack,
            target: 'shipping',
            actions: assign({ error: ({ event }) => event.error, isResumed: false, untold: null }),
          },
          { target: 'deliveryUntold', actions: assign({ error: ({ event }) => event.error }) },
        ],
      },
    },
    /** The shop gave no answer: the choice stays the buyer's, here or without the shop. */
    deliveryUntold: { tags: 'shipping', on: { OPEN_STEP: {}, CARRY_AGAIN: 'carryingDelivery' } },
    /** Finds the step that follows from the server's state. */
    resuming: {
      entry: assign({ isThrownBack: false }),
      always: [
        { guard: 'isCompleted', target: 'completed' },
        { guard: 'isPaymentNext', target: 'payment' },
        { guard: 'isAddressNext', target: 'address' },
        { target: 'shipping' },
      ],
    },
    shipping: {
      tags: 'shipping',
      on: {
        SUBMIT_SHIPPING: {
          target: 'savingShipping',
          actions: assign({ isResumed: false, isThrownBack: false }),
        },
        ORDER_CHANGED: {
          guard: { type: 'isFurther', params: { step: 'shipping' } },
          target: 'resuming',
          actions: assign({ reached: ({ event }) => event.state }),
        },
      },
    },
    savingShipping: {
      tags: ['shipping', 'busy'],
      on: { OPEN_STEP: {} },
      invoke: {
        src: 'saveShipping',
        input: ({ event }) => (event.type === 'SUBMIT_SHIPPING' ? event.choices : []),
        onDone: {
          target: 'leavingShipping',
          actions: assign({ reached: ({ event }) => event.output, error: null }),
        },
        onError: { target: 'shipping', actions: assign({ error: ({ event }) => event.error }) },
      },
    },
    /** Another method may have thrown back nothing: the address follows in any case when it is open. */
    leavingShipping: {
      always: [
        { guard: { type: 'isOpen', params: { step: 'address' } }, target: 'address' },
        { target: 'shipping' },
      ],
    },
    address: {
      tags: 'address',
      always: { guard: 'isShippingNext', target: 'shipping', actions: assign({ isThrownBack: true }) },
      on: {
        SUBMIT_ADDRESS: {
          target: 'savingAddress',
          actions: assign({ isResumed: false, isThrownBack: false }),
        },
        ORDER_CHANGED: {
          guard: { type: 'isFurther', params: { step: 'address' } },
          target: 'resuming',
          actions: assign({ reached: ({ event }) => event.state }),
        },
      },
    },
    savingAddress: {
      tags: ['address', 'busy'],
      on: { OPEN_STEP: {} },
      invoke: {
        src: 'saveAddress',
        input: ({ event }) => (event.type === 'SUBMIT_ADDRESS' ? event.body : {}),
        onDone: {
          target: 'leavingAddress',
          actions: assign({ reached: ({ event }) => event.output, error: null }),
        },
        onError: { target: 'address', actions: assign(({ event }) => afterRefusal(event.error)) },
      },
    },
    leavingAddress: {
      always: [
        { guard: { type: 'isOpen', params: { step: 'payment' } }, target: 'payment' },
        { target: 'resuming' },
      ],
    },
    payment: {
      tags: 'payment',
      always: [
        { guard: 'isShippingNext', target: 'shipping', actions: assign({ isThrownBack: true }) },
        { guard: 'isAddressNext', target: 'address', actions: assign({ isThrownBack: true }) },
      ],
      on: { SUBMIT_ORDER: 'placing' },
    },
    placing: {
      tags: ['payment', 'busy'],
      on: { OPEN_STEP: {} },
      invoke: {
        src: 'placeOrder',
        input: ({ event }) =>
          event.type === 'SUBMIT_ORDER'
            ? event.placing
            : { termsAndConditionsAccepted: false, privacyPolicyAccepted: false },
        onDone: [
          {
            guard: ({ event }) => event.output === 'completed',
            target: 'completed',
            actions: [assign({ reached: 'completed', error: null }), emit({ type: 'ORDER_SUBMITTED' })],
          },
          {
            guard: ({ event }) => event.output === 'queued',
            target: 'queued',
            actions: assign({ error: null }),
          },
          {
            target: 'resuming',
            actions: assign({ reached: ({ event }) => (event.output === 'queued' ? 'cart' : event.output) }),
          },
        ],
        onError: { target: 'payment', actions: assign(({ event }) => afterRefusal(event.error)) },
      },
    },
    /** Saved on this device, whole; not a purchase yet (CHK-19). */
    queued: {
      tags: ['payment', 'busy'],
      on: {
        OPEN_STEP: {},
        ORDER_SENDING: 'sending',
        ORDER_PLACED: {
          target: 'completed',
          actions: [assign({ reached: 'completed' }), emit({ type: 'ORDER_SUBMITTED' })],
        },
        ORDER_DIFFERS: 'needsReview',
        ORDER_WITHDRAWN: 'payment',
      },
    },
    /** It may be at the shop already: nothing can be changed until the shop has answered. */
    sending: {
      tags: ['payment', 'busy'],
      on: {
        OPEN_STEP: {},
        ORDER_WAITS: 'queued',
        ORDER_PLACED: {
          target: 'completed',
          actions: [assign({ reached: 'completed' }), emit({ type: 'ORDER_SUBMITTED' })],
        },
        ORDER_DIFFERS: 'needsReview',
      },
    },
    /** The shop's answer is not what was agreed: only the buyer goes on from here (I7). */
    needsReview: {
      tags: ['payment', 'busy'],
      on: { OPEN_STEP: {}, ORDER_WAITS: 'queued', ORDER_WITHDRAWN: 'payment' },
    },
    completed: { tags: ['payment', 'busy'], type: 'final' },
  },
});

/** The step whose form the chart's state shows. */
export const shownStep = (snapshot: { hasTag: (tag: OpenStep) => boolean }): OpenStep =>
  openSteps.find((step) => snapshot.hasTag(step)) ?? 'shipping';
