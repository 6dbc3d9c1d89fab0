import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { checkoutModeMachine, type CheckoutModeFacts } from './checkout-mode-machine.ts';

const reached: CheckoutModeFacts = {
  isAway: false,
  hasAnswered: true,
  hasUnsentChanges: false,
  isOrdered: false,
};

function start(facts: Partial<CheckoutModeFacts> = {}) {
  const clock = new SimulatedClock();
  const actor = createActor(checkoutModeMachine, { input: { ...reached, ...facts }, clock });
  actor.start();
  return {
    clock,
    mode: () => actor.getSnapshot().value,
    send: actor.send.bind(actor),
    change: (changed: Partial<CheckoutModeFacts>) =>
      actor.send({ type: 'FACTS_CHANGED', facts: { ...reached, ...facts, ...changed } }),
  };
}

test('R2.16 with a connection the steps are saved at the shop', () => {
  expect(start().mode()).toBe('online');
});

test('CHK-19 without a connection the order is made on the device, and stays there when the connection is back', () => {
  const { mode, change } = start({ isAway: true });
  expect(mode()).toBe('offline');
  change({ isAway: false });
  expect(mode()).toBe('offline');
});

test('whoever has begun on the device goes over to the shop when it is back and has all of the cart, by their own choice alone', () => {
  const { mode, change, send } = start({ isAway: true });
  send({ type: 'GO_ONLINE' });
  expect(mode()).toBe('offline');
  change({ isAway: false, hasUnsentChanges: true });
  send({ type: 'GO_ONLINE' });
  expect(mode()).toBe('offline');
  change({ isAway: false, isOrdered: true });
  send({ type: 'GO_ONLINE' });
  expect(mode()).toBe('offline');
  change({ isAway: false });
  expect(mode()).toBe('offline');
  send({ type: 'GO_ONLINE' });
  expect(mode()).toBe('online');
});

test('changes on their way are waited for, and the steps at the shop begin with what it has', () => {
  const { mode, change, clock } = start({ hasUnsentChanges: true });
  expect(mode()).toBe('deciding');
  clock.increment(5_999);
  expect(mode()).toBe('deciding');
  change({ hasUnsentChanges: false });
  expect(mode()).toBe('online');
  clock.increment(6_000);
  expect(mode()).toBe('online');
});

test('CHK-19 changes that the shop does not accept in time make it an order of the device', () => {
  const { mode, clock } = start({ hasUnsentChanges: true });
  clock.increment(6_000);
  expect(mode()).toBe('offline');
});

test('CHK-19 a connection that goes while changes are waited for makes it an order of the device', () => {
  const { mode, change } = start({ hasUnsentChanges: true });
  change({ isAway: true });
  expect(mode()).toBe('offline');
});

test('a page that has never reached the shop goes over to the device by itself', () => {
  const { mode, change } = start({ hasAnswered: false });
  expect(mode()).toBe('online');
  change({ isAway: true });
  expect(mode()).toBe('offline');
});

test.each(['pressed or typed something', 'had an answer'] as const)(
  'nobody who has %s is taken to other steps unasked',
  (why) => {
    const isTouched = why === 'pressed or typed something';
    const { mode, change, send } = start({ hasAnswered: !isTouched });
    if (isTouched) send({ type: 'TOUCHED' });
    change({ isAway: true });
    expect(mode()).toBe('online');
  },
);

test('CHK-19 whoever chooses to go on without the shop goes on at the step that was reached', () => {
  const { mode, send, change } = start();
  change({ isAway: true });
  send({ type: 'GO_OFFLINE' });
  expect(mode()).toBe('continuedOffline');
  change({ isAway: false });
  expect(mode()).toBe('continuedOffline');
});

test('I3 while an order of the cart is on its way no other one is begun on the device; once it is refused it can be', () => {
  const { mode, send, change } = start();
  change({ isAway: true, isOrdered: true });
  send({ type: 'GO_OFFLINE' });
  expect(mode()).toBe('online');
  change({ isAway: true });
  send({ type: 'GO_OFFLINE' });
  expect(mode()).toBe('continuedOffline');
});

test('what is pressed before the steps stand counts as well', () => {
  const { mode, change, send } = start({ hasAnswered: false, hasUnsentChanges: true });
  send({ type: 'TOUCHED' });
  change({ hasUnsentChanges: false });
  expect(mode()).toBe('online');
  change({ hasUnsentChanges: false, isAway: true });
  expect(mode()).toBe('online');
});
