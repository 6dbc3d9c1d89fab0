import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { recalculateCart, type CartInput } from './cart-recalculation.ts';
import { giftBase, giftChoices, giftOffer, isEarned } from './gifts.ts';

const campaigns = [
  { threshold: 6000, variants: ['C', 'A'] },
  { threshold: 3000, variants: ['A', 'B'] },
];

test('a threshold is reached to the cent, and the offer says what is missing to the next', () => {
  expect(giftOffer(campaigns, 2999)).toEqual({ eligible: false, threshold: 3000, missing: 1 });
  expect(giftOffer(campaigns, 3000)).toEqual({ eligible: true, threshold: 6000, missing: 3000 });
  expect(giftOffer(campaigns, 6000)).toEqual({ eligible: true });
  expect(giftOffer([], 6000)).toEqual({ eligible: false });
  expect([isEarned(campaigns, 3000, 'A'), isEarned(campaigns, 3000, 'C')]).toEqual([true, false]);
  expect([isEarned(campaigns, 6000, 'C'), isEarned(campaigns, 6000, 'Z')]).toEqual([true, false]);
  expect(isEarned([{ threshold: 0, variants: ['A'] }], 0, 'A')).toBe(false);
});

test('every gift is listed once, by the threshold that gives it first', () => {
  expect(giftChoices(campaigns)).toEqual([
    { variantCode: 'A', threshold: 3000 },
    { variantCode: 'B', threshold: 3000 },
    { variantCode: 'C', threshold: 6000 },
  ]);
});

const anyLine = record({
  itemId: integer({ min: 1, max: 99 }),
  quantity: integer({ min: 1, max: 20 }),
  unitPrice: integer({ min: 0, max: 9000 }),
  originalUnitPrice: integer({ min: 0, max: 9000 }),
  minimumPrice: constantFrom(0),
  productCode: constantFrom('P1', 'P2'),
  variantCode: constantFrom('V1'),
  taxons: constantFrom(['SEKLOS'], ['TRASOS']),
  isGift: constantFrom(false),
  taxRate: constantFrom(0.05, 0.21),
});
const gift = (unitPrice: number): CartInput['lines'][number] => ({
  itemId: 1000,
  quantity: 1,
  unitPrice,
  originalUnitPrice: unitPrice,
  minimumPrice: 0,
  productCode: 'GIFT',
  variantCode: 'V1',
  taxons: ['SEKLOS'],
  isGift: true,
  taxRate: 0.21,
});
const anyCart = record({
  lines: array(anyLine, { maxLength: 5 }),
  percentage: integer({ min: 0, max: 100 }),
  unit: integer({ min: 0, max: 100 }),
  from: integer({ min: 0, max: 20_000 }),
  points: integer({ min: 0, max: 300 }),
  isWrapped: boolean(),
  giftPrice: integer({ min: 0, max: 5000 }),
});

test('a gift changes nothing that is paid, and is measured by the same sum with it and without', () => {
  assert(
    property(anyCart, ({ lines, percentage, unit, from, points, isWrapped, giftPrice }) => {
      const input: CartInput = {
        lines,
        shipments: [{ kind: 'courier', methodCode: 'COURIER', price: 499 }],
        promotions: [
          {
            code: 'P',
            priority: 0,
            exclusive: false,
            couponBased: false,
            rules: [{ type: 'item_total', amount: from }],
            actions: [
              { type: 'unit_percentage_discount', percentage: unit },
              { type: 'order_percentage_discount', percentage },
            ],
          },
        ],
        couponPromotion: null,
        facts: { firstPurchase: false, loyaltyMember: false, country: 'LT' },
        serviceTaxRate: 0.21,
        giftWrap: isWrapped ? 299 : null,
        loyalty: { points, balance: points },
        balances: [],
      };
      const withGift = { ...input, lines: [gift(giftPrice), ...lines] };
      const [without, given] = [recalculateCart(input), recalculateCart(withGift)];
      expect(given.totals).toEqual(without.totals);
      expect(given.lines[0]).toMatchObject({ itemId: 1000, subtotal: giftPrice, total: 0, taxTotal: 0 });
      expect(giftBase(withGift)).toBe(giftBase(input));
      // What the order shows says the same as what the change was judged by.
      expect(giftBase(input)).toBe(without.totals.itemsTotal - without.totals.loyaltyDiscountTotal);
    }),
  );
});
