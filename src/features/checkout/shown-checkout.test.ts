import { expect, test } from 'vitest';
import { cartScope, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { orderInHand, shownCheckout, type CheckoutFacts, type ShownCheckout } from './shown-checkout.ts';

const cart = anOrder({ items: [anItem()] });
const empty = anOrder({ items: [] });
const placed = anOrder({ state: 'new', items: [anItem()] });
const facts: CheckoutFacts = { orderToken: undefined, earlier: 'none', reading: 'read', order: cart };

test.each<[string, Partial<CheckoutFacts>, ShownCheckout]>([
  ['while an earlier order is looked for', { earlier: 'looking' }, { kind: 'loading' }],
  [
    'while an earlier order is looked for, though the cart could not be read',
    { earlier: 'looking', reading: 'failed' },
    { kind: 'loading' },
  ],
  [
    'an order on its way, before the cart',
    { earlier: { entryId: 'e1' } },
    { kind: 'earlierOrder', entryId: 'e1' },
  ],
  [
    'an order on its way, before the cart is read',
    { earlier: { entryId: 'e1' }, reading: 'pending', order: undefined },
    { kind: 'earlierOrder', entryId: 'e1' },
  ],
  ['while the cart is read', { reading: 'pending', order: undefined }, { kind: 'loading' }],
  ['a cart that could not be read', { reading: 'failed', order: undefined }, { kind: 'failed' }],
  ['a device without a cart', { order: undefined }, { kind: 'emptyCart' }],
  ['a cart that the shop does not know', { order: null }, { kind: 'emptyCart' }],
  [
    'a cart that went away under its steps',
    { order: null, gone: 'ordered-elsewhere' },
    { kind: 'cartGone', token: 'ordered-elsewhere' },
  ],
  ['the cart that came in its place', { gone: 'ordered-elsewhere' }, { kind: 'steps', order: cart }],
  ['a cart with no line', { order: empty }, { kind: 'emptyCart' }],
  ['the cart of this device', {}, { kind: 'steps', order: cart }],
  [
    'a cart that the address names',
    { orderToken: 'named' },
    { kind: 'namedSteps', order: cart, orderToken: 'named' },
  ],
  ['an empty cart that the address names', { orderToken: 'named', order: empty }, { kind: 'emptyCart' }],
  [
    'a placed order that the address names',
    { orderToken: 'named', order: placed },
    { kind: 'payAgain', order: placed },
  ],
  ['a cart that has become an order meanwhile', { order: placed }, { kind: 'payAgain', order: placed }],
])('R2.16 the checkout shows %s', (_, given, shown) => {
  expect(shownCheckout({ ...facts, ...given })).toEqual(shown);
});

const press = (state: WaitingCommand['state']) => ({
  kind: 'completeOrder' as const,
  scope: cartScope(cart.tokenValue),
  state,
});
const next = anOrder({ tokenValue: 'n'.repeat(32), items: [anItem()] });
test.each([
  [
    'a cart that is on its way as an order, and is used up by then for the rest of the shop',
    null,
    'sending',
    cart,
  ],
  ['a cart that is on its way as an order, beside the next one', next, 'sending', cart],
  ['a cart that was placed, until its page is left, beside the next one', next, 'confirmed', cart],
  ['the next cart, once the order waits for an answer of its buyer', next, 'needs-review', null],
  ['what the shop says of the cart itself', cart, 'sending', null],
] as const)('R2.16 the checkout holds %s', (_, now, state, held) => {
  expect(orderInHand(cart, now, [press(state)])).toBe(held);
});

test('R2.16 without an order on its way the checkout follows the cart in front', () => {
  expect(orderInHand(cart, next, [])).toBeNull();
  expect(orderInHand(null, null, [press('sending')])).toBeNull();
});
