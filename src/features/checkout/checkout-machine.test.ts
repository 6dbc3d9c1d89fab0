import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { CheckoutState } from '#contract/orders/orders.ts';
import type { UpdateOrderBody } from '#contract/orders/order-requests.ts';
import { checkoutMachine, shownStep, type OpenStep } from './checkout-machine.ts';
import type { Placed, PlacingInput, ShippingChoice } from './submitted-steps.ts';

function start(
  state: CheckoutState,
  answers: Partial<Record<'shipping' | 'address' | 'order', Placed | Error | Promise<never>>> = {},
) {
  const calls: string[] = [];
  const answer = <I, O = CheckoutState>(name: 'shipping' | 'address' | 'order', usual: O) =>
    fromPromise<O, I>(() => {
      calls.push(name);
      const given = (answers[name] ?? usual) as O | Error | Promise<never>;
      return given instanceof Error ? Promise.reject(given) : Promise.resolve(given);
    });
  const machine = checkoutMachine.provide({
    actors: {
      saveShipping: answer<readonly ShippingChoice[]>('shipping', 'shipping_selected'),
      saveAddress: answer<UpdateOrderBody>('address', 'addressed'),
      placeOrder: answer<PlacingInput, Placed>('order', 'completed'),
    },
  });
  const actor = createActor(machine, { input: { state } });
  actor.start();
  return { actor, calls };
}
const placing = { termsAndConditionsAccepted: true, privacyPolicyAccepted: true };

test('R0.29 R4.19 a cart reaches completed only through shipping, address and payment', async () => {
  const { actor, calls } = start('cart');
  expect(actor.getSnapshot().value).toBe('shipping');
  actor.send({ type: 'SUBMIT_SHIPPING', choices: [] });
  await waitFor(actor, (snapshot) => snapshot.matches('address'));
  actor.send({ type: 'SUBMIT_ADDRESS', body: {} });
  await waitFor(actor, (snapshot) => snapshot.matches('payment'));
  actor.send({ type: 'SUBMIT_ORDER', placing });
  await waitFor(actor, (snapshot) => snapshot.status === 'done');
  expect(calls).toEqual(['shipping', 'address', 'order']);
  expect(actor.getSnapshot().value).toBe('completed');
});

type Event = Parameters<ReturnType<typeof start>['actor']['send']>[0];

test('R0.32 an event of another state changes nothing and starts no call', async () => {
  const events: Event[] = [
    { type: 'SUBMIT_SHIPPING', choices: [] },
    { type: 'SUBMIT_ADDRESS', body: {} },
    { type: 'SUBMIT_ORDER', placing },
    // Open to whoever is not waiting for an answer.
    { type: 'OPEN_STEP', step: 'shipping' },
    { type: 'ORDER_CHANGED', state: 'cart' },
    { type: 'ORDER_WAITS' },
    { type: 'ORDER_SENDING' },
    { type: 'ORDER_PLACED' },
    { type: 'ORDER_DIFFERS' },
    { type: 'ORDER_WITHDRAWN' },
  ];
  const steps = ['OPEN_STEP', 'ORDER_CHANGED'] as const;
  const never = new Promise<never>(() => undefined);
  const toQueue = (more: Event[] = []): Way => ({
    from: 'addressed',
    events: [{ type: 'SUBMIT_ORDER', placing }, ...more],
    answers: { order: 'queued' },
  });
  interface Way {
    from: CheckoutState;
    events?: Event[];
    answers?: Parameters<typeof start>[1];
  }
  /** How a chart comes into a state, and the events that this one knows. */
  const states: Record<string, [way: Way, ...knows: Event['type'][]]> = {
    shipping: [{ from: 'cart' }, 'SUBMIT_SHIPPING', ...steps],
    savingShipping: [
      { from: 'cart', events: [{ type: 'SUBMIT_SHIPPING', choices: [] }], answers: { shipping: never } },
      'ORDER_CHANGED',
    ],
    address: [{ from: 'shipping_selected' }, 'SUBMIT_ADDRESS', ...steps],
    savingAddress: [
      {
        from: 'shipping_selected',
        events: [{ type: 'SUBMIT_ADDRESS', body: {} }],
        answers: { address: never },
      },
      'ORDER_CHANGED',
    ],
    payment: [{ from: 'addressed' }, 'SUBMIT_ORDER', ...steps],
    placing: [
      { from: 'addressed', events: [{ type: 'SUBMIT_ORDER', placing }], answers: { order: never } },
      'ORDER_CHANGED',
    ],
    queued: [toQueue(), 'ORDER_SENDING', 'ORDER_PLACED', 'ORDER_DIFFERS', 'ORDER_WITHDRAWN', 'ORDER_CHANGED'],
    sending: [
      toQueue([{ type: 'ORDER_SENDING' }]),
      'ORDER_WAITS',
      'ORDER_PLACED',
      'ORDER_DIFFERS',
      'ORDER_CHANGED',
    ],
    needsReview: [toQueue([{ type: 'ORDER_DIFFERS' }]), 'ORDER_WAITS', 'ORDER_WITHDRAWN', 'ORDER_CHANGED'],
    completed: [{ from: 'completed' }],
  };
  for (const [state, [way, ...knows]] of Object.entries(states))
    for (const event of events.filter(({ type }) => !knows.includes(type))) {
      const { actor, calls } = start(way.from, way.answers);
      for (const before of way.events ?? []) {
        actor.send(before);
        if (way.answers?.order === 'queued' && before.type === 'SUBMIT_ORDER')
          await waitFor(actor, (snapshot) => snapshot.matches('queued'));
      }
      const before = actor.getSnapshot();
      const asked = calls.length;
      actor.send(event);
      expect([state, event.type, before.value]).toEqual([state, event.type, state]);
      expect([state, event.type, actor.getSnapshot().value]).toEqual([state, event.type, state]);
      expect(actor.getSnapshot().context).toEqual(before.context);
      expect(calls).toHaveLength(asked);
    }
});

test('R4.17 each checkout state opens its step on reload', () => {
  const steps: Record<CheckoutState, string> = {
    cart: 'shipping',
    shipping_selected: 'address',
    shipping_skipped: 'address',
    addressed: 'payment',
    payment_skipped: 'payment',
    payment_selected: 'payment',
    completed: 'completed',
  };
  for (const [state, step] of Object.entries(steps))
    expect(start(state as CheckoutState).actor.getSnapshot().value).toBe(step);
});

test('R4.20 a later step cannot be opened before the earlier is done, an earlier one can', () => {
  const open = (state: CheckoutState, step: OpenStep) => {
    const { actor } = start(state);
    actor.send({ type: 'OPEN_STEP', step });
    return actor.getSnapshot().value;
  };
  expect(open('cart', 'payment')).toBe('shipping');
  expect(open('cart', 'address')).toBe('shipping');
  expect(open('shipping_selected', 'payment')).toBe('address');
  expect(open('payment_selected', 'shipping')).toBe('shipping');
  expect(open('payment_selected', 'address')).toBe('address');
});

test('a refusal keeps the step and its reason', async () => {
  const { actor } = start('addressed', { order: new Error('total changed') });
  actor.send({ type: 'SUBMIT_ORDER', placing });
  const snapshot = await waitFor(actor, (one) => one.context.error !== null);
  expect(snapshot.value).toBe('payment');
});

test('a server that threw the order back opens the step that is missing', async () => {
  const { actor } = start('payment_selected');
  actor.send({ type: 'ORDER_CHANGED', state: 'cart' });
  expect(actor.getSnapshot().value).toBe('shipping');
  // Nobody has pressed anything: that is said, until somebody goes on.
  expect(actor.getSnapshot().context.isThrownBack).toBe(true);
  actor.send({ type: 'SUBMIT_SHIPPING', choices: [] });
  expect(actor.getSnapshot().context.isThrownBack).toBe(false);
  const opened = start('payment_selected').actor;
  opened.send({ type: 'OPEN_STEP', step: 'shipping' });
  expect(opened.getSnapshot().context.isThrownBack).toBe(false);
  // Whoever changed it has gone through the step again: it is asked of nobody here.
  const resumed = start('payment_selected').actor;
  resumed.send({ type: 'ORDER_CHANGED', state: 'cart' });
  resumed.send({ type: 'ORDER_CHANGED', state: 'addressed' });
  expect(resumed.getSnapshot()).toMatchObject({ value: 'payment', context: { isThrownBack: false } });
  const thrownBack = start('addressed', { order: 'shipping_selected' });
  thrownBack.actor.send({ type: 'SUBMIT_ORDER', placing });
  await waitFor(thrownBack.actor, (one) => one.matches('address'));
});

test('R4.23 ORDER_SUBMITTED is told once per accepted order, not on a failure, not twice on a double press', async () => {
  const submitted = (actor: ReturnType<typeof start>['actor']) => {
    const told: string[] = [];
    actor.on('ORDER_SUBMITTED', (event) => told.push(event.type));
    return told;
  };
  const good = start('payment_selected');
  const told = submitted(good.actor);
  good.actor.send({ type: 'SUBMIT_ORDER', placing });
  good.actor.send({ type: 'SUBMIT_ORDER', placing });
  await waitFor(good.actor, (snapshot) => snapshot.status === 'done');
  expect(told).toEqual(['ORDER_SUBMITTED']);
  expect(good.calls).toEqual(['order']);

  const bad = start('payment_selected', { order: new Error('refused') });
  const none = submitted(bad.actor);
  bad.actor.send({ type: 'SUBMIT_ORDER', placing });
  await waitFor(bad.actor, (snapshot) => snapshot.context.error !== null);
  expect(none).toEqual([]);
});

test('an order saved on the device is no purchase: only a number of the shop completes it', async () => {
  const counted: string[] = [];
  const saved = checkoutMachine.provide({
    actors: { placeOrder: fromPromise<Placed, PlacingInput>(() => Promise.resolve('queued' as const)) },
  });
  const actor = createActor(saved, { input: { state: 'addressed' } });
  actor.on('ORDER_SUBMITTED', ({ type }) => counted.push(type));
  actor.start();
  actor.send({ type: 'SUBMIT_ORDER', placing });
  await waitFor(actor, (snapshot) => snapshot.matches('queued'));
  const at = () => actor.getSnapshot().value;
  // What is on its way cannot be changed.
  actor.send({ type: 'ORDER_SENDING' });
  actor.send({ type: 'ORDER_WITHDRAWN' });
  expect(at()).toBe('sending');
  actor.send({ type: 'ORDER_WAITS' });
  actor.send({ type: 'OPEN_STEP', step: 'address' });
  expect(at()).toBe('queued');
  actor.send({ type: 'ORDER_DIFFERS' });
  expect(at()).toBe('needsReview');
  expect(counted).toEqual([]);
  actor.send({ type: 'ORDER_WAITS' });
  actor.send({ type: 'ORDER_PLACED' });
  expect(at()).toBe('completed');
  expect(counted).toEqual(['ORDER_SUBMITTED']);
});

test('R4.21 a page that began with an older copy goes on to the step that the shop says, but not under the hands of somebody', () => {
  const { actor } = start('shipping_selected');
  expect(actor.getSnapshot().value).toBe('address');
  actor.send({ type: 'ORDER_CHANGED', state: 'shipping_selected' });
  expect(actor.getSnapshot().value).toBe('address');
  actor.send({ type: 'ORDER_CHANGED', state: 'addressed' });
  expect(actor.getSnapshot().value).toBe('payment');
  const pressed = start('addressed').actor;
  pressed.send({ type: 'OPEN_STEP', step: 'shipping' });
  pressed.send({ type: 'ORDER_CHANGED', state: 'payment_selected' });
  expect(pressed.getSnapshot().value).toBe('shipping');
  expect(pressed.getSnapshot().context.reached).toBe('payment_selected');
});

test.each([
  ['shipping', 'shipping', false],
  ['carryingDelivery', 'shipping', true],
  ['deliveryUntold', 'shipping', false],
  ['savingShipping', 'shipping', true],
  ['address', 'address', false],
  ['savingAddress', 'address', true],
  ['payment', 'payment', false],
  ['placing', 'payment', true],
  ['queued', 'payment', true],
  ['sending', 'payment', true],
  ['needsReview', 'payment', true],
  ['completed', 'payment', true],
] as const)('R4.19 in %s the form of %s is shown; it takes nothing: %s', (value, step, busy) => {
  const snapshot = checkoutMachine.resolveState({
    value,
    context: { reached: 'addressed', error: null, isResumed: false, isThrownBack: false, untold: null },
  });
  expect(shownStep(snapshot)).toBe(step);
  expect(snapshot.hasTag('busy')).toBe(busy);
});
