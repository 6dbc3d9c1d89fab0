import { assert, boolean, option, property, record, array, integer, string } from 'fast-check';
import { expect, test } from 'vitest';
import { anOrder } from '#tests/builders.ts';
import { ask, callsFor, choiceIn, chosenOn, choosingAll, takenOff, wantedOn } from './cart-choices.ts';
import { waitingCart } from './waiting-cart.ts';

const code = string({ minLength: 1, maxLength: 8 });
const anyCart = record({
  isWrapped: boolean(),
  coupon: option(code),
  gift: option(code),
  cards: array(code, { maxLength: 3 }),
  points: integer({ min: 0, max: 50 }),
}).map(({ isWrapped, coupon, gift, cards, points }) =>
  anOrder({
    giftWrap: { available: true, selected: isWrapped, price: 100 },
    ...(coupon === null ? {} : { promotionCoupon: { code: coupon, promotion: { code: 'P', name: 'P' } } }),
    gift: { eligible: true, ...(gift === null ? {} : { selectedVariantCode: gift }) },
    giftCards: cards.map((card) => ({ code: card, label: card, amountUsed: 1, amountLeft: 0 })),
    loyalty: { available: true, balance: 50, pointsSpent: points, maxPoints: 50, pointsToEarn: 0 },
  }),
);
const common = { scope: 'cart:T', locale: 'lt', channel: 'retail', params: { token: 'T' } };
const blank = { token: 'T', locale: 'lt', channel: 'retail', currencyCode: 'EUR' };

test('what is chosen on a cart is chosen on another by its calls, each once, those that may wait as commands', () => {
  assert(
    property(anyCart, (order) => {
      const chosen = chosenOn(order);
      expect(wantedOn(order)).toEqual(chosen);
      const calls = callsFor(chosen);
      expect(calls.flatMap(({ body }) => Object.values(body))).toEqual(Object.values(chosen).flat());
      const commands = choosingAll(chosen, common);
      expect(commands.map(({ kind }) => kind)).toEqual(
        calls.filter(({ line }) => line !== null).map(({ call }) => call),
      );
      const waits = commands.map((command, seq) => ({
        ...command,
        id: `id-${seq}`,
        seq,
        schemaVersion: 1,
        owner: 'guest',
        at: 0,
        state: 'queued' as const,
        tries: 0,
        nextTryAt: 0,
        notBefore: 0,
      }));
      const { giftCards: _cards, points: _points, giftWrap: _wrap, ...beside } = chosen;
      const shown = wantedOn(waitingCart(anOrder({ tokenValue: 'T', items: order.items }), waits, blank));
      expect(shown).toMatchObject(beside);
    }),
  );
});

test('an emptied cart has nothing of it that the device can take off', () => {
  assert(
    property(anyCart, (order) => {
      const { giftCards, points } = chosenOn(order);
      const emptied = wantedOn({ ...order, waiting: takenOff(order) });
      expect(emptied).toEqual({ ...(giftCards && { giftCards }), ...(points && { points }) });
    }),
  );
});

test('what one call puts on and another takes off is the same choice; that one is told in the address what goes', () => {
  expect(ask('giftCards', 'CARD')).toEqual({ call: 'addGiftCard', params: {}, body: { code: 'CARD' } });
  const off = ask('giftCards', null, 'CARD');
  expect(off).toEqual({ call: 'removeGiftCard', params: { code: 'CARD' }, body: {} });
  expect(choiceIn({ kind: off.call, body: off.body })).toEqual({ giftCards: null });
  expect(ask('couponCode', null, 'CODE')).toMatchObject({ call: 'applyCoupon', body: { couponCode: null } });
});
