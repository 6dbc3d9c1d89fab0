import { expect, test } from 'vitest';
import { anItem, anOrder, aVariant } from '#tests/builders.ts';
import { giftMarker, soldCardMarker } from '#contract/orders/gift-marker.ts';
import { orderIntentBody, type CheckoutOptions } from '#contract/orders/order-intents.ts';
import { offlineAmounts, offlineTotal } from './offline-amounts.ts';
import {
  deliveryPrice,
  deliveryWays,
  intentBody,
  isDeliveryComplete,
  kindsOf,
  paymentWays,
  planOf,
  severalPlaces,
} from './offline-order.ts';

const place = (code: string, handsOutChemicals: boolean) => ({
  code,
  name: code,
  address: 'Laukų g. 1',
  city: 'Kėdainiai',
  handsOutChemicals,
});
const options: CheckoutOptions = {
  shippingMethods: [
    { code: 'COURIER', name: 'Kurjeris', kind: 'courier', price: 499, maxWeight: 30_000 },
    { code: 'PALLET', name: 'Padėklas', kind: 'courier', price: 3900, minWeight: 30_001 },
    { code: 'LOCKER', name: 'Paštomatas', kind: 'pickup_point', price: 299, maxWeight: 20_000 },
    { code: 'COLLECT', name: 'Atsiimti', kind: 'collection', price: 0 },
  ],
  paymentMethods: [
    { code: 'TRANSFER', name: 'Pavedimas', kind: 'transfer', position: 0, maxAmount: 100_000 },
    { code: 'CASH', name: 'Grynais', kind: 'cash', position: 1 },
    { code: 'COD', name: 'Kurjeriui', kind: 'cash_on_delivery', position: 2 },
  ],
  places: [place('MAIN', false), place('SOUTH', true)],
};
const item = (code: string, weight: number, isChemical = false) => {
  const one = anItem({ id: code.length, collectOnly: isChemical });
  return {
    ...one,
    variant: {
      ...one.variant,
      ...aVariant({ code, weight }),
      product: { ...one.variant.product, isChemical },
    },
  };
};
const codes = (list: readonly { code: string }[]) => list.map((one) => one.code);

test('what is heavy goes by freight, what is light by courier or locker', () => {
  expect(codes(deliveryWays([item('A', 1_000)], options).sent)).toEqual(['COURIER', 'LOCKER']);
  expect(codes(deliveryWays([item('A', 25_000)], options).sent)).toEqual(['COURIER']);
  expect(codes(deliveryWays([item('A', 40_000)], options).sent)).toEqual(['PALLET']);
});

test('goods that are only collected are handed out where they may be, and never sent', () => {
  const only = deliveryWays([item('A', 1_000, true)], options);
  expect(only).toMatchObject({ sent: [], isCollectOnly: true, isMixed: false });
  expect(codes(only.places)).toEqual(['SOUTH']);
  const mixed = deliveryWays([item('A', 1_000, true), item('BB', 40_000)], options);
  // The weight is that of what is sent.
  expect(codes(mixed.sent)).toEqual(['PALLET']);
  const choice = { method: 'PALLET', pickupPoint: null, place: null };
  expect(isDeliveryComplete(choice, mixed)).toBe(false);
  const whole = { ...choice, place: 'SOUTH' };
  expect(isDeliveryComplete(whole, mixed)).toBe(true);
  expect(planOf(whole, mixed)).toEqual({
    code: 'mixed.courier',
    shipments: [{ shippingMethod: 'PALLET' }, { shippingMethod: 'COLLECT', warehouse: 'SOUTH' }],
  });
  expect(kindsOf(whole, mixed)).toEqual(['courier', 'collection']);
});

test('cash is for collecting, cash on delivery for what is brought, and limits hold', () => {
  expect(codes(paymentWays(options, 5_000, ['courier']))).toEqual(['TRANSFER', 'COD']);
  expect(codes(paymentWays(options, 5_000, ['collection']))).toEqual(['TRANSFER', 'CASH']);
  expect(codes(paymentWays(options, 200_000, ['courier', 'collection']))).toEqual([]);
});

test('the message holds all that was agreed, and the shop can read it', () => {
  const ways = deliveryWays([item('A', 1_000)], options);
  const order = anOrder({ items: [item('A', 1_000)], total: 1_299, shippingTotal: 299 });
  const delivery = { method: 'LOCKER', pickupPoint: 'LT1', place: null };
  expect(offlineTotal(order, deliveryPrice(delivery, ways))).toBe(1_299);
  const given = {
    order,
    contacts: {
      email: 'rasa@example.lt',
      contact: { firstName: 'Rasa', lastName: 'Ąžuolė', phoneNumber: '+37061234567' },
      invoice: null,
    },
    delivery,
    ways,
    paymentMethod: 'TRANSFER',
    placing: { termsAndConditionsAccepted: true, privacyPolicyAccepted: true },
    sendIf: { maximumTotal: 1_500, whenShort: { A: 'reduce' as const } },
    agreedAt: '2026-11-21T10:00:00.000Z',
  };
  const body = intentBody(given);
  expect(orderIntentBody.parse(body)).toMatchObject({
    lines: [{ productVariantCode: 'A', quantity: 1, whenShort: 'reduce' }],
    plan: { code: 'pickup_point', shipments: [{ shippingMethod: 'LOCKER', pickupPoint: 'LT1' }] },
    expectedTotal: 1_299,
    maximumTotal: 1_500,
  });
  // A sum below what was shown is no permission.
  expect(
    intentBody({ ...given, sendIf: { maximumTotal: 1_000, whenShort: {} } }).maximumTotal,
  ).toBeUndefined();
  // Pieces of a set say so: they cost what the set does.
  expect(body.sets).toBeUndefined();
  const bundle = { code: 'RK1', name: 'Rinkinys', groupId: 'of-device', quantity: 1, required: true };
  const ofSet = { ...order, items: order.items.map((one) => ({ ...one, bundle, quantity: 2 })) };
  const inSet = orderIntentBody.parse(intentBody({ ...given, order: ofSet }));
  expect(inSet.lines).toMatchObject([{ productVariantCode: 'A', quantity: 2 }]);
  expect(inSet.sets).toEqual([{ productCode: 'RK1', quantity: 2, parts: ['A'] }]);
  // A promo code goes along, one that still waits too; one that is taken off does not.
  const promotionCoupon = { code: 'OLD', promotion: { code: 'P', name: 'Old' } };
  const waiting = { marks: {}, refusedLines: [], isEstimate: true };
  const giftOf = (more: object) => intentBody({ ...given, order: { ...order, ...more } }).gift;
  expect(giftOf({ gift: { eligible: true, selectedVariantCode: 'OLD' } })).toBe('OLD');
  expect(
    giftOf({ gift: { eligible: true, selectedVariantCode: 'OLD' }, waiting: { ...waiting, gift: null } }),
  ).toBe(undefined);
  expect(giftOf({ waiting: { ...waiting, gift: 'NEW' } })).toBe('NEW');
  const codeOf = (more: object) => intentBody({ ...given, order: { ...order, ...more } }).couponCode;
  expect([
    codeOf({}),
    codeOf({ promotionCoupon }),
    codeOf({ promotionCoupon, waiting: { ...waiting, couponCode: 'NEW' } }),
    codeOf({ promotionCoupon, waiting: { ...waiting, couponCode: null } }),
  ]).toEqual([undefined, 'OLD', 'NEW', undefined]);
  // A card pays what the delivery chosen here leaves of it; without one there is nothing to name.
  expect(body).not.toHaveProperty('expectedPaid');
  const card = { code: 'CARD-1', label: '…D-1', amountUsed: 1_100, amountLeft: 400 };
  const paid = { ...order, total: 199, giftCardTotal: -1_100, giftCards: [card] };
  expect(orderIntentBody.parse(intentBody({ ...given, order: paid }))).toMatchObject({
    giftCards: ['CARD-1'],
    expectedTotal: 0,
    expectedPaid: 1_299,
  });
  // Without its effect it is another agreement, unless a sum was named up to which nobody is asked.
  const withCode = { ...given, order: { ...order, promotionCoupon } };
  const sums = [null, 1_500].map((maximumTotal) => ({ maximumTotal, whenShort: {} }));
  expect(sums.map((sendIf) => intentBody({ ...withCode, sendIf }).couponRequired)).toEqual([true, undefined]);
  expect(intentBody({ ...given, sendIf: { maximumTotal: null, whenShort: {} } })).not.toHaveProperty(
    'couponRequired',
  );
});

test('the tax shown is that of the delivery chosen on the device, not of the one the shop last counted with', () => {
  // Goods of 12.10 and a courier of 4.99, of which 2.10 and 0.87 are tax.
  const order = {
    items: [],
    giftCards: [],
    giftCardTotal: 0,
    total: 1709,
    shippingTotal: 499,
    taxTotal: 297,
    taxIncludedTotal: 297,
    totalWithoutTax: 1412,
  };
  expect(offlineAmounts(order, 0, 0.21)).toEqual({
    total: 1210,
    giftCardTotal: 0,
    shippingTotal: 0,
    shippingPromotionTotal: 0,
    taxTotal: 210,
    taxIncludedTotal: 210,
    totalWithoutTax: 1000,
  });
  expect(offlineAmounts(order, 499, 0.21)).toMatchObject({
    total: 1709,
    taxTotal: 297,
    totalWithoutTax: 1412,
  });
  // An older kept copy of the options does not tell the rate.
  expect(offlineAmounts(order, 299)).toMatchObject({ total: 1509, taxTotal: 297, totalWithoutTax: 1212 });
});

test('goods that lie only where nothing is sent from are collected there, and the rest can be sent', () => {
  const fetched = anItem({ id: 2, collectAt: [{ code: 'B', city: 'Biržai' }] });
  const ways = deliveryWays([anItem(), fetched], {
    shippingMethods: [
      { code: 'C', name: 'Courier', kind: 'courier', price: 500 },
      { code: 'P', name: 'Collection', kind: 'collection', price: 0 },
    ],
    paymentMethods: [],
    places: ['A', 'B'].map((code) => ({
      code,
      name: code,
      address: '',
      city: code,
      handsOutChemicals: true,
    })),
  });
  expect(ways).toMatchObject({ isMixed: true, isCollectOnly: false });
  expect(ways.places.map(({ code }) => code)).toEqual(['B']);
});

/** Goods that lie only in these towns, as the catalogue on the device says it: the shop has not seen the line. */
const onlyIn = (id: number, ...collectAt: string[]) => {
  const one = anItem({ id });
  return { ...one, variant: { ...one.variant, ...aVariant({ code: `V${id}`, collectAt }) } };
};
const towns: CheckoutOptions = {
  ...options,
  places: ['Tauragė', 'Biržai', 'Panevėžys'].map((city) => ({ ...place(city.slice(0, 3), true), city })),
};

test('a line put in without a connection is collected in the towns of its goods', () => {
  const alone = deliveryWays([onlyIn(1, 'Tauragė', 'Biržai')], towns);
  expect(alone).toMatchObject({ sent: [], isCollectOnly: true, isMixed: false, canSpread: false });
  expect(codes(alone.places)).toEqual(['Tau', 'Bir']);
  const mixed = deliveryWays([onlyIn(1, 'Tauragė'), item('A', 1_000)], towns);
  expect(mixed).toMatchObject({ isMixed: true, collected: [{ id: 1 }] });
  expect(codes(mixed.places)).toEqual(['Tau']);
});

test('goods that no place has together are collected each where it lies, beside what is sent too', () => {
  const apart = [onlyIn(1, 'Tauragė'), onlyIn(2, 'Biržai')];
  const ways = deliveryWays(apart, towns);
  expect(ways).toMatchObject({ places: [], canSpread: true });
  const choice = { method: null, pickupPoint: null, place: severalPlaces };
  expect(isDeliveryComplete(choice, ways)).toBe(true);
  expect(kindsOf(choice, ways)).toEqual(['collection']);
  expect(planOf(choice, ways)).toEqual({ code: 'collection', shipments: [{ shippingMethod: 'COLLECT' }] });
  const mixed = deliveryWays([...apart, item('A', 1_000)], towns);
  // The rest has to be sent: it is not known to lie there.
  expect(isDeliveryComplete(choice, mixed)).toBe(false);
  const sent = { ...choice, method: 'COURIER' };
  expect(isDeliveryComplete(sent, mixed)).toBe(true);
  expect(planOf(sent, mixed)).toEqual({
    code: 'mixed.courier',
    shipments: [{ shippingMethod: 'COURIER' }, { shippingMethod: 'COLLECT' }],
  });
  // What lies nowhere cannot be had in any number of places.
  expect(deliveryWays([...apart, onlyIn(3, 'Nida')], towns).canSpread).toBe(false);
  // A price for each place cannot be agreed to while their number is the shop's to know.
  const priced = towns.shippingMethods.map((one) =>
    one.kind === 'collection' ? { ...one, price: 100 } : one,
  );
  expect(deliveryWays(apart, { ...towns, shippingMethods: priced }).canSpread).toBe(false);
});

test('a place chosen for lines that have changed since is chosen no more', () => {
  const choice = { method: null, pickupPoint: null, place: 'Tau' };
  const before = deliveryWays([onlyIn(1, 'Tauragė')], towns);
  expect(isDeliveryComplete(choice, before)).toBe(true);
  const after = deliveryWays([onlyIn(1, 'Biržai')], towns);
  expect(isDeliveryComplete(choice, after)).toBe(false);
  expect(kindsOf(choice, after)).toEqual([]);
});

test('CHK-20 delivery is free from the sum that the shop gives it free from, measured as the shop does', () => {
  const freeFrom = 5_000;
  const given: CheckoutOptions = {
    ...options,
    shippingMethods: options.shippingMethods.map((one) =>
      one.code === 'COURIER' ? { ...one, freeFrom } : one,
    ),
  };
  const costs = (...items: ReturnType<typeof item>[]) =>
    deliveryPrice({ method: 'COURIER', pickupPoint: null, place: null }, deliveryWays(items, given));
  const worth = (subtotal: number, more: object = {}) => ({
    ...item('A', 1_000),
    subtotal,
    total: subtotal,
    ...more,
  });
  expect([costs(worth(4_999)), costs(worth(5_000)), costs(worth(2_500), worth(2_500))]).toEqual([499, 0, 0]);
  // Promotions lower no minimum; the price of a set does, and gifts and bought cards count for none.
  expect(costs(worth(5_000, { total: 4_000, discountedUnitPrice: 4_000 }))).toBe(0);
  const bundle = { code: 'RK1', name: 'Rinkinys', groupId: 'g' };
  expect(costs(worth(5_000, { total: 4_500, discountedUnitPrice: 4_500, bundle }))).toBe(499);
  for (const marker of [giftMarker, soldCardMarker])
    expect(costs(worth(5_000, { marker }), worth(1))).toBe(499);
});

test('R1.14 a gift card that has something left pays the delivery chosen on the device too', () => {
  const order = anOrder({
    giftCards: [{ code: 'C', label: 'C', amountUsed: 1_000, amountLeft: 200 }],
    giftCardTotal: -1_000,
    total: 0,
  });
  expect(offlineAmounts(order, 499)).toMatchObject({ giftCardTotal: -1_200, total: 299 });
  // And less of a cheaper one than the shop counted with.
  const sent = { ...order, shippingTotal: 499, giftCardTotal: -1_200, total: 299 };
  expect(offlineAmounts(sent, 0)).toMatchObject({ giftCardTotal: -1_000, total: 0 });
});
