import { expect, test } from 'vitest';
import type { WaitingCommand } from './waiting-command.ts';
import { begunBeside, besideOrders, besideWaitingOrders, cartsToLeave } from './waiting-orders.ts';

const entry = (seq: number, more: Partial<WaitingCommand>): WaitingCommand => ({
  id: String(seq),
  seq,
  schemaVersion: 1,
  owner: '7',
  at: 0,
  state: 'queued',
  tries: 0,
  nextTryAt: 0,
  notBefore: 0,
  kind: 'placeIntent',
  scope: `cart:token-${String(seq)}`,
  line: null,
  params: {},
  body: {},
  locale: 'lt',
  channel: 'retail',
  ...more,
});

test('carts to be left are those whose orders are not placed yet, whatever keeps them, and those that are to be emptied', () => {
  const entries = [
    entry(1, {}),
    entry(2, { state: 'needs-review' }),
    entry(3, { state: 'confirmed' }),
    entry(4, { kind: 'completeOrder', state: 'sending' }),
    entry(5, { kind: 'addItem' }),
    entry(6, { scope: 'cart:token-1' }),
    entry(7, { kind: 'clearCart' }),
    entry(8, { kind: 'clearCart', state: 'refused' }),
  ];
  expect(cartsToLeave(entries)).toEqual(['token-1', 'token-2', 'token-4', 'token-7']);
  expect(besideOrders([])).toEqual({});
});

test('a cart that is begun names them at its first try only: a key never carries two bodies', () => {
  const entries = [entry(1, {})];
  const begun = entry(2, { kind: 'pickUpCart', body: { tokenValue: 'token-2' } });
  expect(besideWaitingOrders(begun, entries).body).toEqual({
    tokenValue: 'token-2',
    exceptTokens: ['token-1'],
  });
  const again = { ...begun, tries: 1 };
  expect(besideWaitingOrders(again, entries)).toBe(again);
  const other = entry(3, { kind: 'addItem' });
  expect(besideWaitingOrders(other, entries)).toBe(other);
});

test('a cart that waits to be begun is kept from becoming one whose order was taken back, beside what waits when it is sent', () => {
  const begun = entry(2, { kind: 'pickUpCart', body: { tokenValue: 'token-2' } });
  const [beside, ...more] = begunBeside([entry(1, {}), begun], 'token-2', 'token-9');
  expect(more).toEqual([]);
  expect(beside && besideWaitingOrders(beside, [entry(1, {})]).body).toEqual({
    tokenValue: 'token-2',
    exceptTokens: ['token-9', 'token-1'],
  });
  expect(begunBeside([{ ...begun, tries: 1 }], 'token-2', 'token-9')).toEqual([]);
});

test('an order names at its first try those of other carts: what it leaves of its own may go into one of the customer', () => {
  const entries = [entry(1, {}), entry(2, {}), entry(3, { kind: 'clearCart' })];
  const order = entry(2, { body: { tokenValue: 'token-2' } });
  expect(besideWaitingOrders(order, entries).body).toEqual({
    tokenValue: 'token-2',
    exceptTokens: ['token-1', 'token-3'],
  });
  const again = { ...order, tries: 1 };
  expect(besideWaitingOrders(again, entries)).toBe(again);
  expect(besideWaitingOrders(order, [order]).body).toEqual(order.body);
});

test('no more are named than the shop takes', () => {
  const many = Array.from({ length: 60 }, (_, at) => entry(at + 1, {}));
  expect(besideOrders(many).exceptTokens).toHaveLength(50);
});
