import { assert, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { noTotals } from '#contract/orders/order-totals.ts';
import type { Adjustment } from '#contract/orders/orders.ts';
import { anOrder } from '#tests/builders.ts';
import { addedUp, summaryLines, withDeliveryAsPaid } from './summary-lines.ts';
import { discountsOf } from './order-discounts.ts';

/** Totals as the rules of the contract make them, from random parts. */
const totals = record({
  itemsSubtotal: integer({ min: 1, max: 10_000_000 }),
  discount: integer({ min: 0, max: 100 }),
  loyalty: integer({ min: 0, max: 50 }),
  shipping: integer({ min: 0, max: 5000 }),
  shippingDiscount: integer({ min: 0, max: 100 }),
  wrap: integer({ min: 0, max: 500 }),
  tax: integer({ min: 0, max: 100 }),
}).map((part) => {
  const discount = -Math.floor((part.itemsSubtotal * part.discount) / 200);
  const loyaltyDiscountTotal = -Math.floor((part.itemsSubtotal * part.loyalty) / 200);
  const itemsTotal = part.itemsSubtotal + discount + loyaltyDiscountTotal;
  const shippingPromotionTotal = -Math.floor((part.shipping * part.shippingDiscount) / 100);
  const shippingTotal = part.shipping + shippingPromotionTotal;
  const total = itemsTotal + shippingTotal + part.wrap;
  const taxTotal = Math.floor((total * part.tax) / 400);
  return {
    ...noTotals,
    itemsSubtotal: part.itemsSubtotal,
    itemsTotal,
    loyaltyDiscountTotal,
    shippingTotal,
    shippingPromotionTotal,
    giftWrapTotal: part.wrap,
    taxTotal,
    totalWithoutTax: total - taxTotal,
    total,
    giftCardTotal: 0,
  };
});

test('R3.48 summary lines add up to the cent', () => {
  assert(
    property(totals, (order) => {
      const amount = (kind: string) => summaryLines(order).find((line) => line.kind === kind)?.amount ?? 0;
      expect(amount('total')).toBe(
        amount('subtotal') +
          amount('delivery') +
          amount('giftWrap') +
          amount('discount') +
          amount('shippingDiscount') +
          amount('giftCoupon') +
          amount('loyaltyDiscount'),
      );
      expect(amount('amountWithoutTax') + amount('tax')).toBe(amount('total'));
    }),
  );
});

test('R3.48 where it is paid, the lines above the total add up to it, and what of it is tax stands below', () => {
  assert(
    property(totals, (order) => {
      const lines = summaryLines(order);
      const shown = addedUp(lines);
      expect(shown.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual(
        lines.toSorted((a, b) => a.kind.localeCompare(b.kind)),
      );
      const at = shown.findIndex(({ kind }) => kind === 'total');
      expect(shown.slice(0, at).reduce((sum, { amount }) => sum + amount, 0)).toBe(shown[at]?.amount);
      expect(shown.slice(at + 1).map(({ kind }) => kind)).toEqual(['tax', 'amountWithoutTax']);
    }),
  );
});

test('the nine lines stand in their order and zero discounts are hidden', () => {
  const order = {
    itemsSubtotal: 5997,
    itemsTotal: 5000,
    loyaltyDiscountTotal: -100,
    shippingTotal: 0,
    shippingPromotionTotal: -499,
    giftWrapTotal: 0,
    taxTotal: 868,
    totalWithoutTax: 4132,
    total: 4000,
    giftCardTotal: -1000,
  };
  expect(summaryLines(order)).toEqual([
    { kind: 'subtotal', amount: 5997 },
    { kind: 'delivery', amount: 499 },
    { kind: 'discount', amount: -897 },
    { kind: 'tax', amount: 868 },
    { kind: 'amountWithoutTax', amount: 4132 },
    { kind: 'total', amount: 5000 },
    { kind: 'shippingDiscount', amount: -499 },
    { kind: 'giftCoupon', amount: -1000 },
    { kind: 'loyaltyDiscount', amount: -100 },
    { kind: 'toPay', amount: 4000 },
  ]);
  const plain = {
    ...order,
    itemsTotal: 5997,
    loyaltyDiscountTotal: 0,
    shippingPromotionTotal: 0,
    giftCardTotal: 0,
  };
  expect(summaryLines(plain).map((line) => line.kind)).toEqual([
    'subtotal',
    'delivery',
    'tax',
    'amountWithoutTax',
    'total',
  ]);
});

test('each discount has its own name and amount: of goods, and of delivery', () => {
  const one = (type: Adjustment['type'], originCode: string, amount: number): Adjustment => ({
    type,
    label: `Name of ${originCode}`,
    amount,
    originCode,
    neutral: false,
  });
  const order = anOrder({
    adjustments: [
      one('order_unit_promotion', 'A', -100),
      one('order_promotion', 'COUPON', -668),
      one('order_unit_promotion', 'A', -50),
      one('order_shipping_promotion', 'FREE', -499),
      one('tax', '0.21', 174),
    ],
  });
  expect(discountsOf(order, 'discount').map(({ name, amount }) => [name, amount])).toEqual([
    ['Name of A', -150],
    ['Name of COUPON', -668],
  ]);
  expect(discountsOf(order, 'shippingDiscount').map(({ code, amount }) => [code, amount])).toEqual([
    ['FREE', -499],
  ]);
});

test('where delivery stands as it is paid, the other lines stay and all of them still add up', () => {
  assert(
    property(totals, (order) => {
      const lines = addedUp(withDeliveryAsPaid(summaryLines(order)));
      const at = lines.findIndex(({ kind }) => kind === 'total');
      expect(lines.slice(0, at).reduce((sum, { amount }) => sum + amount, 0)).toBe(order.total);
      expect(lines.find(({ kind }) => kind === 'delivery')?.amount).toBe(order.shippingTotal);
      expect(lines.some(({ kind }) => kind === 'shippingDiscount')).toBe(false);
    }),
  );
});

test('R3.46 default promotions are all but the one of the applied coupon', () => {
  const adjustments = ['A', 'B'].map((code, at) => ({
    type: 'order_promotion' as const,
    label: code,
    amount: -1 - at,
    originCode: code,
    neutral: false,
  }));
  const promotionCoupon = { code: 'CODE', promotion: { code: 'B', name: 'B' } };
  const ofCoupon = (order: Parameters<typeof discountsOf>[0]) =>
    discountsOf(order, 'discount').map(({ code, couponCode }) => [code, couponCode]);
  expect(ofCoupon({ adjustments, promotionCoupon })).toEqual([
    ['A', undefined],
    ['B', 'CODE'],
  ]);
  expect(ofCoupon({ adjustments })).toEqual([
    ['A', undefined],
    ['B', undefined],
  ]);
});
