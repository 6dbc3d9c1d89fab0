import { array, assert, boolean, constantFrom, date, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { recalculateCart, type CartInput } from './cart-recalculation.ts';
import { cardEnds, giftCardAmounts, isGiftCardAmount } from './gift-card-sale.ts';
import { giftBase } from './gifts.ts';

const goods = record({
  itemId: integer({ min: 1, max: 1000 }),
  quantity: integer({ min: 1, max: 20 }),
  unitPrice: integer({ min: 0, max: 20_000 }),
  originalUnitPrice: integer({ min: 0, max: 20_000 }),
  minimumPrice: integer({ min: 0, max: 100 }),
  productCode: constantFrom('P1', 'P2'),
  variantCode: constantFrom('V1'),
  taxons: constantFrom(['SEKLOS'], ['TRASOS']),
  isGift: boolean(),
  taxRate: constantFrom(0.21, 0.09, 0),
});
const cards = record({
  itemId: integer({ min: 1001, max: 2000 }),
  quantity: integer({ min: 1, max: 20 }),
  euros: integer({ min: 5, max: 500 }),
});
const action = constantFrom(
  { type: 'order_fixed_discount', amount: 700 } as const,
  { type: 'order_percentage_discount', percentage: 15 } as const,
  { type: 'unit_fixed_discount', amount: 50 } as const,
  { type: 'unit_percentage_discount', percentage: 20 } as const,
  { type: 'shipping_percentage', percentage: 100 } as const,
);
const rule = constantFrom(
  { type: 'item_total', amount: 5000 } as const,
  { type: 'quantity', quantity: 5 } as const,
  { type: 'has_taxon', taxons: ['SEKLOS'] } as const,
);
const carts = record({
  lines: array(goods, { maxLength: 5 }),
  promotions: array(
    record({
      code: constantFrom('A', 'B', 'C'),
      priority: integer({ min: 0, max: 3 }),
      exclusive: boolean(),
      couponBased: constantFrom(false),
      rules: array(rule, { maxLength: 2 }),
      actions: array(action, { minLength: 1, maxLength: 2 }),
    }),
    { maxLength: 3 },
  ),
  points: integer({ min: 0, max: 5000 }),
  balance: integer({ min: 0, max: 100_000 }),
  giftWrap: constantFrom(null, 290),
});

test('cards that are bought add their price to a cart and change nothing else of it: no discount, tax, gift, point, or card pays for them', () => {
  assert(
    property(carts, array(cards, { minLength: 1, maxLength: 3 }), (given, bought) => {
      const input: CartInput = {
        lines: given.lines,
        shipments: given.lines.length === 0 ? [] : [{ kind: 'courier', methodCode: 'HOME', price: 499 }],
        promotions: given.promotions,
        couponPromotion: null,
        facts: { firstPurchase: true, loyaltyMember: true, country: 'LT' },
        serviceTaxRate: 0.21,
        giftWrap: given.lines.length === 0 ? null : given.giftWrap,
        loyalty: { points: given.points, balance: given.points },
        balances: [{ type: 'gift_card', code: 'CARD', balance: given.balance }],
      };
      const vouchers = bought.map(({ itemId, quantity, euros }) => ({
        itemId,
        quantity,
        unitPrice: euros * 100,
        originalUnitPrice: euros * 100,
        minimumPrice: 0,
        productCode: 'GIFT-CARD',
        variantCode: 'V1',
        taxons: [],
        isGift: false,
        isVoucher: true,
        taxRate: 0,
      }));
      const sum = vouchers.reduce((all, { unitPrice, quantity }) => all + unitPrice * quantity, 0);
      const without = recalculateCart(input);
      const together = recalculateCart({ ...input, lines: [...input.lines, ...vouchers] });
      expect(together.totals).toEqual({
        ...without.totals,
        itemsSubtotal: without.totals.itemsSubtotal + sum,
        itemsTotal: without.totals.itemsTotal + sum,
        vouchersTotal: sum,
        totalWithoutTax: without.totals.totalWithoutTax + sum,
        total: without.totals.total + sum,
      });
      expect(together.adjustments).toEqual(without.adjustments);
      expect(together.promotions).toEqual(without.promotions);
      expect(together.maxPoints).toBe(without.maxPoints);
      expect(together.totals.total).toBeGreaterThanOrEqual(sum);
      expect(giftBase({ ...input, lines: [...input.lines, ...vouchers] })).toBe(giftBase(input));
    }),
  );
});

test('an amount is whole euros within its bounds', () => {
  assert(
    property(integer({ min: -100_000, max: 100_000 }), (cents) => {
      expect(isGiftCardAmount(cents)).toBe(
        cents % 100 === 0 && cents >= giftCardAmounts.min && cents <= giftCardAmounts.max,
      );
    }),
  );
  for (const odd of [Number.NaN, 500.5, Infinity, 1e21]) expect(isGiftCardAmount(odd)).toBe(false);
});

test('a card is valid for a year to the minute; of 29 February until 1 March', () => {
  assert(
    property(
      date({
        min: new Date('2026-01-01T00:00:00Z'),
        max: new Date('2090-01-01T00:00:00Z'),
        noInvalidDate: true,
      }),
      (issued) => {
        const days = (cardEnds(issued).getTime() - issued.getTime()) / (24 * 60 * 60 * 1000);
        expect([365, 366]).toContain(days);
      },
    ),
  );
  expect(cardEnds(new Date('2028-02-29T10:00:00Z')).toISOString()).toBe('2029-03-01T10:00:00.000Z');
});
