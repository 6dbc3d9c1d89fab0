import { array, assert, boolean, constant, constantFrom, integer, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import type { Promotion } from './promotions.ts';
import { recalculateCart, type CartInput } from './cart-recalculation.ts';
import { amountToReach, giftBase, giftChoices, giftOffer, isEarned, type GiftInput } from './gifts.ts';

const campaigns = [
  { threshold: 6000, variants: ['C', 'A'] },
  { threshold: 3000, variants: ['A', 'B'] },
];

const goodsFor = (unitPrice: number, over: Partial<GiftInput> = {}): GiftInput => ({
  lines: [
    {
      quantity: 1,
      unitPrice,
      minimumPrice: 0,
      productCode: 'P1',
      variantCode: 'V1',
      taxons: [],
      isGift: false,
    },
  ],
  promotions: [],
  couponPromotion: null,
  facts: { firstPurchase: false, loyaltyMember: false, country: 'LT' },
  ...over,
});
const offerAt = (base: number, of = campaigns) => giftOffer(of, base, goodsFor(base));
const promotion = (over: Partial<Promotion>): Promotion => ({
  code: 'P',
  priority: 0,
  exclusive: false,
  couponBased: false,
  rules: [],
  actions: [],
  ...over,
});

test('a threshold is reached to the cent, and the offer says what is missing to the next', () => {
  expect(offerAt(2999)).toEqual({ eligible: false, threshold: 3000, missing: 1 });
  expect(offerAt(3000)).toEqual({ eligible: true, threshold: 6000, missing: 3000 });
  expect(offerAt(6000)).toEqual({ eligible: true });
  expect(offerAt(6000, [])).toEqual({ eligible: false });
  expect([isEarned(campaigns, 3000, 'A'), isEarned(campaigns, 3000, 'C')]).toEqual([true, false]);
  expect([isEarned(campaigns, 6000, 'C'), isEarned(campaigns, 6000, 'Z')]).toEqual([true, false]);
  expect(isEarned([{ threshold: 0, variants: ['A'] }], 0, 'A')).toBe(false);
});

test('many promotions that begin at a sum are a few counts of the cart each, for every answer with a cart says what is missing', () => {
  const promotions = Array.from({ length: 20 }, (_, at) =>
    promotion({
      code: `P${at}`,
      rules: [{ type: 'item_total', amount: 10_000 + at * 7777 }],
      actions: [{ type: 'order_percentage_discount', percentage: 1 }],
    }),
  );
  let looks = 0;
  const watched = Object.defineProperty(promotion({}), 'rules', {
    get: () => {
      looks += 1;
      return [];
    },
  });
  const input = goodsFor(1000, { promotions: [...promotions, watched] });
  giftBase(input);
  const ofOneCount = looks;
  looks = 0;
  expect(amountToReach(9000, input)).toBe(8000);
  expect(looks / ofOneCount).toBeLessThan(60);
});

test('what is missing is counted with what is taken off the goods that are still to come', () => {
  const share = (percentage: number) => [{ type: 'order_percentage_discount' as const, percentage }];
  const coupon = promotion({ couponBased: true, actions: share(10) });
  expect(amountToReach(3000, goodsFor(2000, { promotions: [coupon] }))).toBe(1000);
  // 2000 + 1333 less a tenth is 3000 (2999.7): of the 1200 that seem to be missing a tenth would go too.
  expect(amountToReach(3000, goodsFor(2000, { promotions: [coupon], couponPromotion: 'P' }))).toBe(1333);
  // A discount that begins on the way is taken off all of it.
  const later = promotion({ rules: [{ type: 'item_total', amount: 2900 }], actions: share(10) });
  expect(amountToReach(3000, goodsFor(2000, { promotions: [later] }))).toBe(1333);
  const pieces = promotion({ rules: [{ type: 'quantity', quantity: 5 }], actions: share(10) });
  expect(amountToReach(3000, goodsFor(2000, { promotions: [pieces] }))).toBe(1333);
  // At the sum where it begins the goods would fall below what they have just reached.
  const high = promotion({ rules: [{ type: 'item_total', amount: 3100 }], actions: share(10) });
  expect(amountToReach(3000, goodsFor(2000, { promotions: [high] }))).toBe(1333);
  const named = promotion({
    actions: [{ type: 'unit_percentage_discount', percentage: 50, products: ['P1'] }],
  });
  expect(amountToReach(3000, goodsFor(2000, { promotions: [named] }))).toBe(2000);
  // Nothing is left of any goods: no amount is named.
  const all = promotion({ actions: share(100) });
  expect(giftOffer(campaigns, 0, goodsFor(2000, { promotions: [all] }))).toEqual({
    eligible: false,
    threshold: 3000,
  });
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

const anyAction = oneof(
  record({ type: constant('order_percentage_discount' as const), percentage: integer({ min: 0, max: 90 }) }),
  record({ type: constant('order_fixed_discount' as const), amount: integer({ min: 0, max: 3000 }) }),
  record({ type: constant('unit_percentage_discount' as const), percentage: integer({ min: 0, max: 90 }) }),
  record({
    type: constant('unit_percentage_discount' as const),
    percentage: integer({ min: 0, max: 100 }),
    taxons: constant(['SEKLOS']),
  }),
);
const anyRule = oneof(
  record({ type: constant('item_total' as const), amount: integer({ min: 0, max: 20_000 }) }),
  record({ type: constant('quantity' as const), quantity: integer({ min: 1, max: 30 }) }),
);
const anyPromotion = record({
  priority: integer({ min: 0, max: 3 }),
  exclusive: boolean(),
  couponBased: boolean(),
  rules: array(anyRule, { maxLength: 1 }),
  actions: array(anyAction, { minLength: 1, maxLength: 2 }),
});

test('goods for the named amount, or for more, reach the gift', () => {
  assert(
    property(
      array(anyLine, { maxLength: 4 }),
      array(anyPromotion, { maxLength: 2 }),
      integer({ min: 1, max: 20_000 }),
      integer({ min: 0, max: 3000 }),
      (lines, promotions, above, more) => {
        const input: GiftInput = {
          ...goodsFor(0),
          lines: lines.map((line) => ({ ...line, quantity: 1 })),
          promotions: promotions.map((one, at) => ({ ...one, code: `P${at}` })),
          couponPromotion: 'P0',
        };
        const threshold = giftBase(input) + above;
        const amount = amountToReach(threshold, input);
        if (amount === undefined) return;
        const { lines: added } = goodsFor(amount + more);
        expect(giftBase({ ...input, lines: [...input.lines, ...added] })).toBeGreaterThanOrEqual(threshold);
      },
    ),
  );
});
