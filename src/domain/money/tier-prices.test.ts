import { array, assert, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check';
import { expect, test } from 'vitest';
import { recalculateCart, type CartLine } from '#domain/cart/cart-recalculation.ts';
import { loweringTiers, nextTier, presentTiers, priceOfEach, tierAt } from './tier-prices.ts';

const sack = [
  { quantity: 40, price: 1819, pack: 'pallet' as const },
  { quantity: 10, price: 1919, pack: null },
];
const price = integer({ min: 1, max: 1_000_000 });
const tiers = array(record({ quantity: integer({ min: 2, max: 9999 }), price }), { maxLength: 6 });

test('from ten sacks and from a pallet each costs less, below it as one alone', () => {
  expect([1, 9, 10, 39, 40, 9999].map((pieces) => priceOfEach(1999, sack, pieces))).toEqual([
    1999, 1999, 1919, 1919, 1819, 1819,
  ]);
  expect(nextTier(1999, sack, 8)).toMatchObject({ tier: { quantity: 10 }, more: 2 });
  expect(nextTier(1999, sack, 10)).toMatchObject({ tier: { pack: 'pallet' }, more: 30 });
  expect(nextTier(1999, sack, 40)).toBeUndefined();
});

test('a price that is reduced below a tier holds, and the tier is not shown', () => {
  expect(priceOfEach(1850, sack, 10)).toBe(1850);
  expect(presentTiers(1850, sack, 0.21)).toEqual({
    tierPrices: [{ quantity: 40, price: 1819, priceWithoutTax: 1503, pack: 'pallet' }],
  });
  expect(presentTiers(1819, sack, 0.21)).toEqual({});
});

test('of two prices for one quantity the lower one is charged, and shown alone', () => {
  const twice = [
    { quantity: 7, price: 2 },
    { quantity: 7, price: 1 },
  ];
  expect(loweringTiers(3, twice)).toEqual([{ quantity: 7, price: 1 }]);
  expect(nextTier(3, twice, 1)?.tier.price).toBe(1);
});

test('more pieces never cost more each, and what is shown is what is charged', () => {
  assert(
    property(price, tiers, array(integer({ min: 1, max: 9999 }), { minLength: 2 }), (one, some, pieces) => {
      const each = pieces.toSorted((a, b) => a - b).map((count) => priceOfEach(one, some, count));
      for (const [at, now] of each.entries()) expect(now).toBeLessThanOrEqual(each[at - 1] ?? one);
      const shown = loweringTiers(one, some);
      for (const count of pieces) {
        // The device knows only what is shown.
        expect(priceOfEach(one, shown, count)).toBe(priceOfEach(one, some, count));
        const least = Math.min(one, ...some.filter((tier) => tier.quantity <= count).map((t) => t.price));
        expect(priceOfEach(one, some, count)).toBe(least);
        const next = nextTier(one, some, count);
        if (next) {
          expect(next.more).toBeGreaterThan(0);
          expect(priceOfEach(one, some, count + next.more)).toBe(next.tier.price);
          expect(priceOfEach(one, some, count + next.more - 1)).toBe(priceOfEach(one, some, count));
        }
      }
    }),
  );
});

test('the order of tiers and of the steps that made a cart does not matter, and its total is the sum of its parts', () => {
  const goods = ['A', 'B'] as const;
  assert(
    property(
      array(record({ code: constantFrom(...goods), quantity: integer({ min: 1, max: 60 }) }), {
        minLength: 1,
        maxLength: 8,
      }).chain((steps) =>
        record({
          steps: constantFrom(steps),
          mixed: shuffledSubarray(steps, { minLength: steps.length }),
        }),
      ),
      record({ A: record({ one: price, tiers }), B: record({ one: price, tiers }) }),
      ({ steps, mixed }, offers) => {
        const count = (made: typeof steps, turn: <T>(list: T[]) => T[]) => {
          const lines = goods.flatMap((code): CartLine[] => {
            const quantity = made.reduce((sum, step) => sum + (step.code === code ? step.quantity : 0), 0);
            if (quantity === 0) return [];
            const { one, tiers: some } = offers[code];
            const unitPrice = priceOfEach(one, turn([...some]), quantity);
            return [
              {
                itemId: goods.indexOf(code),
                quantity,
                unitPrice,
                originalUnitPrice: unitPrice,
                minimumPrice: 0,
                productCode: code,
                variantCode: 'V1',
                taxons: [],
                isGift: false,
                taxRate: 0.21,
              },
            ];
          });
          const cart = recalculateCart({
            lines,
            shipments: [],
            promotions: [],
            couponPromotion: null,
            facts: { firstPurchase: false, loyaltyMember: false, country: null },
            serviceTaxRate: 0.21,
            giftWrap: null,
            loyalty: { points: 0, balance: 0 },
            balances: [],
          });
          expect(cart.totals.total).toBe(
            lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0),
          );
          expect(cart.lines.reduce((sum, line) => sum + line.total, 0)).toBe(cart.totals.itemsTotal);
          return cart;
        };
        expect(count(mixed, (list) => list.reverse())).toEqual(count(steps, (list) => list));
      },
    ),
  );
});

test('two tiers of one quantity: the cheaper one counts', () => {
  const twice = [
    { quantity: 10, price: 90 },
    { quantity: 10, price: 80 },
  ];
  expect(tierAt(100, twice, 10)?.price).toBe(80);
  expect(tierAt(100, twice.toReversed(), 10)?.price).toBe(80);
});
