import { expect, test } from 'vitest';
import { add, change, take } from '#tests/cart-commands.ts';
import { mergeCommand } from './merge-command.ts';
import type { NewCommand, WaitingCommand } from './waiting-command.ts';

let seq = 0;
const waits = (command: NewCommand, more: Partial<WaitingCommand> = {}): WaitingCommand => {
  seq += 1;
  return {
    ...command,
    id: `key-${seq}`.padEnd(20, '0'),
    seq,
    schemaVersion: 1,
    owner: 'guest',
    at: 0,
    state: 'queued',
    tries: 0,
    nextTryAt: 0,
    notBefore: 0,
    ...more,
  };
};
/** Kind and number of each command that stands after the merge. */
function after(waiting: WaitingCommand[], next: NewCommand): [string, unknown][] {
  const { remove, update, append } = mergeCommand(waiting, next);
  const kept = waiting
    .filter((one) => !remove.includes(one))
    .map((one) => update.find((changed) => changed.id === one.id) ?? one);
  return [...kept, ...append].map((one) => [one.kind, one.body['quantity']]);
}

test('unsent changes of one line collapse: adds sum up, a final number replaces', () => {
  expect(after([waits(add('A', 2))], add('A', 3))).toEqual([['addItem', 5]]);
  expect(after([waits(add('A', 2))], change('A', 7))).toEqual([['addItem', 7]]);
  expect(after([waits(change('A', 2, 4))], change('A', 7, 4))).toEqual([['changeQuantity', 7]]);
  expect(after([waits(change('A', 2, 4))], add('A', 3))).toEqual([['changeQuantity', 5]]);
  expect(after([waits(add('A', 2))], change('A', 7, 4))).toEqual([['changeQuantity', 7]]);
  expect(after([waits(add('A', 2))], add('B', 3))).toEqual([
    ['addItem', 2],
    ['addItem', 3],
  ]);
});

test('a message is said anew by whoever said it, also after they have signed in, and takes nobody else’s out', () => {
  const message: NewCommand = {
    kind: 'requestStock',
    scope: 'message:stock:A',
    line: null,
    params: {},
    body: { productVariantCode: 'A', email: 'rasa@example.lt' },
    locale: 'lt',
    channel: 'retail',
  };
  for (const before of [waits(message), waits(message, { state: 'refused', tries: 1 })]) {
    expect(mergeCommand([before], message, '17').remove).toEqual([before]);
    const others = { ...before, owner: '18' };
    expect(mergeCommand([others], message, '17').remove).toEqual([]);
    expect(mergeCommand([others], message).remove).toEqual([]);
  }
});

test('what has left the device is never changed', () => {
  for (const sent of [waits(add('A', 2), { tries: 1 }), waits(add('A', 2), { state: 'sending', tries: 1 })]) {
    expect(after([sent], add('A', 3))).toEqual([
      ['addItem', 2],
      ['addItem', 3],
    ]);
    expect(after([sent], change('A', 9))).toEqual([
      ['addItem', 2],
      ['changeQuantity', 9],
    ]);
  }
});

test('taking back an unsent change brings back what waited before it', () => {
  const removed = mergeCommand([waits(change('A', 7, 4))], take('A', 4));
  expect(removed.append).toMatchObject([
    { kind: 'deleteItem', dropped: [{ kind: 'changeQuantity', body: { quantity: 7 } }] },
  ]);
  const waiting = removed.append.map((one) => waits(one));
  const back = mergeCommand(waiting, { ...take('A', 4), kind: 'restoreItem' });
  expect(back.remove).toEqual(waiting);
  expect(back.append).toMatchObject([{ kind: 'changeQuantity', body: { quantity: 7 } }]);
});

test('a new change of a refused line takes the place of what was refused', () => {
  const refused = (command: NewCommand) => waits(command, { state: 'refused', tries: 1 });
  expect(after([refused(add('A', 9))], change('A', 3))).toEqual([['addItem', 3]]);
  expect(after([refused(change('A', 9, 4))], change('A', 3, 4))).toEqual([['changeQuantity', 3]]);
  expect(after([refused(change('A', 9, 4))], take('A', 4))).toEqual([['deleteItem', undefined]]);
});

test('clearing takes out all that waits; a cart that the shop never heard of needs no call', () => {
  const clear: NewCommand = { ...add('A'), kind: 'clearCart', line: null, body: {} };
  const begun = waits({ ...add('A'), kind: 'pickUpCart', line: null });
  expect(after([begun, waits(add('A', 2))], clear)).toEqual([]);
  expect(after([waits(add('A', 2))], clear)).toEqual([['clearCart', undefined]]);
});

test('of gifts the last one counts, and a double press sends one', () => {
  const gift = (productVariantCode: string | null): NewCommand => ({
    ...add('A', 1),
    kind: 'chooseGift',
    line: '#gift',
    body: { productVariantCode },
  });
  const onItsWay = waits(gift('ONE'), { state: 'sending', tries: 1 });
  expect(mergeCommand([waits(gift('ONE'))], gift('TWO'))).toMatchObject({
    update: [{ body: { productVariantCode: 'TWO' } }],
    append: [],
  });
  expect(mergeCommand([onItsWay], gift('ONE')).append).toEqual([]);
  expect(mergeCommand([onItsWay], gift(null)).append).toHaveLength(1);
});

test('of promo codes the last one counts, a refused one gives way, and a double press sends one', () => {
  const coupon = (couponCode: string | null): NewCommand => ({
    ...add('A', 1),
    kind: 'applyCoupon',
    line: '#coupon',
    body: { couponCode },
  });
  const codes = (waiting: WaitingCommand[], next: NewCommand) => {
    const { remove, update, append } = mergeCommand(waiting, next);
    const kept = waiting
      .filter((one) => !remove.includes(one))
      .map((one) => update.find(({ id }) => id === one.id) ?? one);
    return [...kept, ...append].map(({ body }) => body['couponCode']);
  };
  const onItsWay = waits(coupon('ONE'), { state: 'sending', tries: 1 });
  expect(codes([waits(coupon('ONE'))], coupon('TWO'))).toEqual(['TWO']);
  expect(codes([waits(coupon('ONE'))], coupon(null))).toEqual([null]);
  expect(codes([waits(coupon('ONE'), { state: 'refused', tries: 1 })], coupon('TWO'))).toEqual(['TWO']);
  expect(codes([onItsWay], coupon('ONE'))).toEqual(['ONE']);
  expect(codes([onItsWay], coupon(null))).toEqual(['ONE', null]);
});
