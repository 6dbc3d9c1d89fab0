import { expect, test } from 'vitest';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { agreedAnew } from './agreed-anew.ts';

const body: OrderIntentBody = {
  tokenValue: 'of-the-device',
  lines: [{ productVariantCode: 'V-A', quantity: 3, whenShort: 'reduce' }],
  email: 'jonas@example.lt',
  contact: { firstName: 'Jonas', lastName: 'Jonaitis', phoneNumber: '+37061234567' },
  plan: { code: 'courier', shipments: [{ shippingMethod: 'COURIER_HOME' }] },
  paymentMethod: 'TRANSFER',
  couponCode: 'NERA123',
  couponRequired: true,
  gift: 'DV1004A',
  giftCards: ['CARD-1', 'CARD-2'],
  points: 50,
  termsAndConditionsAccepted: true,
  privacyPolicyAccepted: true,
  agreedAt: '2026-05-01T09:00:00Z',
  expectedTotal: 2000,
  expectedPaid: 700,
  maximumTotal: 2500,
};
const gift = anItem({ id: 2, marker: 'gift-selected' });
const order = anOrder({ items: [anItem({ quantity: 2 }), gift], total: 2100, giftCardTotal: -750 });
const agreed = (...paths: string[]) =>
  agreedAnew(
    body,
    order,
    paths.map((propertyPath) => ({ propertyPath, message: '' })),
    '2026-05-02T09:00:00Z',
  );

test('CHK-19 what is agreed to anew is the order as the shop showed it, at its total', () => {
  const { maximumTotal: _sum, ...kept } = body;
  expect(agreed()).toEqual({
    ...kept,
    lines: [{ productVariantCode: order.items[0]?.variant.code, quantity: 2, whenShort: 'reduce' }],
    expectedTotal: 2100,
    expectedPaid: 750,
    agreedAt: '2026-05-02T09:00:00Z',
  });
});

test('CHK-19 what was wanted or nothing, and is refused, is wanted no more; else it would be refused again', () => {
  expect(agreed('gift')).not.toHaveProperty('gift');
  expect(agreed('gift')).toMatchObject({ couponCode: 'NERA123', couponRequired: true });
  expect(agreed('couponCode')).toMatchObject({ gift: 'DV1004A' });
  expect(agreed('couponCode')).not.toHaveProperty('couponCode');
  expect(agreed('couponCode')).not.toHaveProperty('couponRequired');
  expect(agreed('giftCards[0]')).toMatchObject({ giftCards: ['CARD-2'], points: 50 });
  const { giftCards: _none, ...without } = body;
  expect(agreedAnew(without, order, [], body.agreedAt)).not.toHaveProperty('expectedPaid');
  expect(agreed('points')).not.toHaveProperty('points');
  expect(agreed('points')).toMatchObject({ giftCards: ['CARD-1', 'CARD-2'] });
});

test('CHK-19 what the shop cannot give of an order is left out as known to be in the cart, and is not found there again', () => {
  const [item] = order.items;
  const code = item?.variant.code ?? '';
  const of = (
    takenOut?: OrderIntentBody['takenOut'],
    more: Pick<OrderIntentBody, 'addedHere' | 'exceptTokens'> = {},
  ) =>
    agreedAnew(
      {
        ...body,
        lines: [
          { productVariantCode: code, quantity: 3, whenShort: 'reduce' },
          { productVariantCode: 'V-B', quantity: 1, whenShort: 'drop' },
        ],
        ...(takenOut === undefined ? {} : { takenOut }),
        ...more,
      },
      order,
      [],
      body.agreedAt,
    );
  expect(of([{ productVariantCode: 'V-B', quantity: 2 }]).takenOut).toEqual([
    { productVariantCode: code, quantity: 1 },
    { productVariantCode: 'V-B', quantity: 3 },
  ]);
  expect(of()).not.toHaveProperty('takenOut');
  // What never lay in the cart is not left out of it.
  const addedHere = [
    { productVariantCode: code, quantity: 2 },
    { productVariantCode: 'V-B', quantity: 1 },
  ];
  const added = of([], { addedHere, exceptTokens: ['other'] });
  expect(added).toMatchObject({ takenOut: [], addedHere: [{ productVariantCode: code, quantity: 1 }] });
  expect(added).not.toHaveProperty('exceptTokens');
});
