import { expect, test } from 'vitest';
import { cartScope, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { broughtAlong, keptCart } from './cart-record.ts';
import type { CartRecord } from './outbox-records.ts';

const mine = 'm'.repeat(32);
const guests = 'g'.repeat(32);
const item = (code: string, id: number) => {
  const one = anItem({ id });
  return { ...one, variant: { ...one.variant, code } };
};
const known = anOrder({ tokenValue: mine, version: 3, items: [item('A', 1)], appliedCommandIds: ['a'] });
const now = { ...known, version: 4, items: [item('A', 1), item('X', 2)], appliedCommandIds: ['a', 'x'] };
const record = (of: Partial<CartRecord> & { token: string }): [string, CartRecord] => [
  of.token,
  { order: null, at: 1, ...of },
];
const toldOf = (carts: [string, CartRecord][], entries: Partial<WaitingCommand>[] = [], order = now) =>
  keptCart({ carts: new Map(carts), entries: entries as WaitingCommand[] }, order, 9)[0]?.others?.map(
    ({ line }) => line,
  ) ?? [];

test('R4.61 what a guest’s cart of this device brought into the customer’s is not called another device’s', () => {
  const guestCart = anOrder({ tokenValue: guests, items: [item('X', 9)], appliedCommandIds: ['x'] });
  const moved = record({ token: guests, movedTo: mine, brought: broughtAlong(guestCart) });
  const theirs = record({ token: mine, order: known });
  expect(toldOf([theirs])).toEqual(['X']);
  expect(toldOf([theirs, moved])).toEqual([]);
  // What somebody else changed meanwhile is told beside it, and of the same goods what they change later.
  const both = { ...now, items: [...now.items, item('Y', 3)], appliedCommandIds: ['a', 'x', 'y'] };
  expect(toldOf([theirs, moved], [], both)).toEqual(['Y']);
  const later = { ...now, version: 5, items: [item('A', 1)], appliedCommandIds: ['a', 'x', 'z'] };
  expect(toldOf([record({ token: mine, order: now }), moved], [], later)).toEqual(['X']);
});

test('R4.61 nor is what this device sent under the token of a cart that came into the customer’s', () => {
  const sent = { id: 'x', line: 'X', scope: cartScope(guests), state: 'sending', tries: 1 } as const;
  expect(toldOf([record({ token: mine, order: known })], [sent])).toEqual([]);
  // One that has not left the device has changed nothing there.
  expect(
    toldOf([record({ token: mine, order: known })], [{ ...sent, id: 'w', state: 'queued', tries: 0 }]),
  ).toEqual(['X']);
});

test('what was in a cart when it was emptied here outlives an answer to what was sent before', () => {
  const cleared = { items: [item('A', 1)], chosen: {}, key: 'k', owner: 'guest', at: 5 };
  const carts = new Map([record({ token: mine, order: known, cleared })]);
  expect(keptCart({ carts, entries: [] }, now, 9)).toMatchObject([{ order: now, cleared }]);
});
