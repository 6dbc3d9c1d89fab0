import { array, assert, boolean, constantFrom, integer, oneof, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recalculateCart, type CartInput } from './cart-recalculation.ts';
import { summaryLines } from './summary-lines.ts';
import { missedMinimum, priceOfLine, type Promotion } from './promotions.ts';
import { spread } from '#domain/money/split-amount.ts';
import { roundHalfAway, taxInside, taxOfParts, taxRows } from '#domain/money/tax.ts';

const line = (over: Partial<CartInput['lines'][number]> = {}): CartInput['lines'][number] => ({
  itemId: 1,
  quantity: 1,
  unitPrice: 1000,
  originalUnitPrice: 1000,
  minimumPrice: 0,
  productCode: 'P1',
  variantCode: 'V1',
  taxons: ['SEKLOS'],
  isGift: false,
  taxRate: 0.21,
  ...over,
});
const cart = (over: Partial<CartInput> = {}): CartInput => ({
  lines: [line()],
  shipments: [{ kind: 'courier', methodCode: 'COURIER_HOME', price: 499 }],
  promotions: [],
  couponPromotion: null,
  facts: { firstPurchase: false, loyaltyMember: false, country: 'LT' },
  serviceTaxRate: 0.21,
  giftWrap: null,
  loyalty: { points: 0, balance: 0 },
  balances: [],
  ...over,
});
const promotion = (over: Partial<Promotion> & Pick<Promotion, 'code' | 'actions'>): Promotion => ({
  priority: 0,
  exclusive: false,
  couponBased: false,
  rules: [],
  ...over,
});
const freeShipping = promotion({
  code: 'FREE_SHIPPING_50',
  priority: 100,
  rules: [{ type: 'item_total', amount: 5000 }],
  actions: [
    {
      type: 'shipping_percentage',
      percentage: 100,
      shippingKinds: ['courier', 'pickup_point'],
      excludeMethods: ['COURIER_PALLET'],
    },
  ],
});

describe('tax', () => {
  test('tax inside a price is rounded half away from zero', () => {
    expect(taxInside(121, 0.21)).toBe(21);
    expect(taxInside(1999, 0.21)).toBe(347);
    expect(taxInside(0, 0.21)).toBe(0);
    expect(taxInside(105, 0.05)).toBe(5);
    expect(roundHalfAway(5, 10)).toBe(1);
    expect(roundHalfAway(-5, 10)).toBe(-1);
    expect(Object.is(roundHalfAway(-1, 10), 0)).toBe(true);
  });

  test('taxes of parts add up, rate by rate, to the tax inside the sum of that rate', () => {
    // Each line alone holds 0.1736 cents: alone they round to 0, together to 2.
    const lines = Array.from({ length: 10 }, () => ({ total: 1, rate: 0.21 }));
    expect(taxOfParts(lines)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    // A book at 5 % before three goods at 21 %, whose roundings drift by a cent.
    const mixed = [{ total: 789, rate: 0.05 }, ...[389, 389, 389].map((total) => ({ total, rate: 0.21 }))];
    expect(taxOfParts(mixed)).toEqual([38, 67, 68, 68]);
    assert(
      property(
        array(
          record({ total: integer({ min: 0, max: 1_000_000 }), rate: constantFrom(0.21, 0.09, 0.05, 0) }),
          {
            maxLength: 20,
          },
        ),
        (some) => {
          const taxes = taxOfParts(some);
          for (const [at, { total, rate }] of some.entries()) {
            expect(taxes[at]).toBeGreaterThanOrEqual(0);
            expect(Math.abs((taxes[at] ?? 0) - (total - total / (1 + rate)))).toBeLessThan(1.0000001);
          }
          const rows = taxRows(some.map((part, at) => ({ ...part, tax: taxes[at] ?? 0 })));
          for (const { rate, gross, tax, net } of rows)
            expect([tax, net + tax]).toEqual([taxInside(gross, rate), gross]);
        },
      ),
    );
  });
});

describe('spreading', () => {
  test('shares are rounded half down and the rest goes to the first lines', () => {
    const even = { weight: 100, capacity: 100 };
    expect(spread(100, [even, even, even])).toEqual([34, 33, 33]);
    expect(spread(1, [even, even])).toEqual([1, 0]);
    // 0.6 + 0.6 + 0.8 round to 3: the first line gives one back.
    const lines = [3, 3, 4].map((weight) => ({ weight, capacity: 100 }));
    expect(spread(2, lines)).toEqual([0, 1, 1]);
  });

  test('what a line cannot take is spread over the others', () => {
    expect(
      spread(90, [
        { weight: 100, capacity: 10 },
        { weight: 100, capacity: 100 },
      ]),
    ).toEqual([10, 80]);
  });

  test('nothing is lost, nothing exceeds a capacity', () => {
    assert(
      property(
        integer({ min: 0, max: 100_000 }),
        array(
          record({ weight: integer({ min: 0, max: 10_000 }), capacity: integer({ min: 0, max: 10_000 }) }),
          { minLength: 1, maxLength: 12 },
        ),
        (amount, targets) => {
          const shares = spread(amount, targets);
          const room = targets.reduce((sum, target) => sum + target.capacity, 0);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(Math.min(amount, room));
          shares.forEach((share, index) => {
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(targets[index]?.capacity ?? 0);
          });
        },
      ),
    );
  });
});

describe('promotions', () => {
  test('delivery is free from 50 euros, not for the pallet', () => {
    const below = recalculateCart(cart({ promotions: [freeShipping], lines: [line({ unitPrice: 4999 })] }));
    expect(below.totals).toMatchObject({ shippingTotal: 499, shippingPromotionTotal: 0, total: 5498 });
    const at = recalculateCart(cart({ promotions: [freeShipping], lines: [line({ unitPrice: 5000 })] }));
    expect(at.totals).toMatchObject({ shippingTotal: 0, shippingPromotionTotal: -499, total: 5000 });
    expect(at.promotions).toEqual([{ code: 'FREE_SHIPPING_50', amount: -499 }]);
    const pallet = recalculateCart(
      cart({
        promotions: [freeShipping],
        lines: [line({ unitPrice: 5000 })],
        shipments: [{ kind: 'courier', methodCode: 'COURIER_PALLET', price: 3900 }],
      }),
    );
    expect(pallet.totals.shippingTotal).toBe(3900);
  });

  test('a percentage on units of a taxon changes the unit price', () => {
    const seeds = promotion({
      code: 'SEEDS',
      rules: [{ type: 'quantity', quantity: 5 }],
      actions: [{ type: 'unit_percentage_discount', percentage: 10, taxons: ['SEKLOS'] }],
    });
    const result = recalculateCart(
      cart({
        promotions: [seeds],
        shipments: [],
        lines: [
          line({ quantity: 5, unitPrice: 199 }),
          line({ itemId: 2, unitPrice: 500, taxons: ['TRASOS'] }),
        ],
      }),
    );
    expect(result.lines[0]).toMatchObject({ subtotal: 995, discountedUnitPrice: 179, total: 895 });
    expect(result.lines[1]).toMatchObject({ total: 500 });
  });

  test('so many pieces of a taxon are counted among its goods alone', () => {
    const taxons = ['SEKLOS'];
    const seeds = promotion({
      code: 'SEEDS',
      rules: [{ type: 'quantity', quantity: 5, taxons }],
      actions: [{ type: 'unit_percentage_discount', percentage: 10, taxons }],
    });
    const total = (packets: number, trowels: number) =>
      recalculateCart(
        cart({
          promotions: [seeds],
          shipments: [],
          lines: [
            line({ quantity: packets, unitPrice: 100, taxons }),
            line({ itemId: 2, quantity: trowels, unitPrice: 500, taxons: ['IRANKIAI'] }),
          ],
        }),
      ).lines[0]?.total;
    expect(total(1, 4)).toBe(100);
    expect(total(5, 1)).toBe(450);
  });

  test('a unit never goes below its minimum price', () => {
    const off = promotion({ code: 'OFF', actions: [{ type: 'order_fixed_discount', amount: 1000 }] });
    const result = recalculateCart(
      cart({
        promotions: [off],
        shipments: [],
        lines: [line({ minimumPrice: 900 }), line({ itemId: 2, minimumPrice: 0 })],
      }),
    );
    expect(result.lines.map((one) => one.total)).toEqual([900, 100]);
  });

  test('an exclusive promotion stands alone; coupon promotions wait for their coupon', () => {
    const plain = promotion({ code: 'A', actions: [{ type: 'order_fixed_discount', amount: 10 }] });
    const alone = promotion({ ...plain, code: 'B', priority: 5, exclusive: true });
    const ofCoupon = promotion({ ...plain, code: 'C', couponBased: true });
    const codes = (input: Partial<CartInput>) =>
      recalculateCart(cart(input)).promotions.map(({ code }) => code);
    expect(codes({ promotions: [plain, ofCoupon] })).toEqual(['A']);
    expect(codes({ promotions: [plain, ofCoupon], couponPromotion: 'C' })).toEqual(['A', 'C']);
    expect(codes({ promotions: [plain, alone, ofCoupon], couponPromotion: 'C' })).toEqual(['B']);
  });

  test('the price of a set comes first: minimums and percentages are measured at it', () => {
    const half = promotion({
      code: 'HALF',
      rules: [{ type: 'item_total', amount: 1800 }],
      actions: [{ type: 'order_percentage_discount', percentage: 50 }],
    });
    const inSet = (reduction: number) =>
      recalculateCart(
        cart({
          promotions: [half],
          shipments: [],
          lines: [line({ quantity: 2, set: { code: 'RK1', reduction } })],
        }),
      );
    expect(inSet(200)).toMatchObject({
      lines: [{ subtotal: 2000, discountedUnitPrice: 900, total: 900 }],
      totals: { itemsSubtotal: 2000, itemsTotal: 900, orderPromotionTotal: -1100 },
      promotions: [{ code: 'HALF', amount: -900 }],
    });
    expect(inSet(200).adjustments).toContainEqual({
      type: 'order_item_promotion',
      amount: -200,
      neutral: false,
      originCode: 'RK1',
      line: 0,
      shipment: null,
    });
    expect(inSet(201).totals.itemsTotal).toBe(1799);
  });

  test('a coupon whose rules do not hold stays without effect and is named', () => {
    const coupon = promotion({
      code: 'C',
      couponBased: true,
      rules: [{ type: 'item_total', amount: 3000 }],
      actions: [{ type: 'order_percentage_discount', percentage: 10 }],
    });
    const short = recalculateCart(cart({ promotions: [coupon], couponPromotion: 'C' }));
    expect(short.couponIneligible).toBe(true);
    expect(short.totals.orderPromotionTotal).toBe(0);
    const enough = recalculateCart(
      cart({ promotions: [coupon], couponPromotion: 'C', lines: [line({ quantity: 3 })] }),
    );
    expect(enough.couponIneligible).toBe(false);
    expect(enough.totals.orderPromotionTotal).toBe(-300);
  });
});

const anyCart = record({
  lines: array(
    record({
      quantity: integer({ min: 1, max: 9999 }),
      unitPrice: integer({ min: 0, max: 500_000 }),
      minimumShare: integer({ min: 0, max: 100 }),
      taxon: constantFrom('SEKLOS', 'TRASOS', 'LESALAI'),
      taxRate: constantFrom(0.21, 0.05),
      isGift: boolean(),
      /** Percent of the line that the price of a set takes off. */
      inSet: oneof(constantFrom(0), integer({ min: 0, max: 100 })),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  shipments: array(
    record({
      kind: constantFrom('courier' as const, 'pickup_point' as const, 'collection' as const),
      price: integer({ min: 0, max: 5000 }),
    }),
    { maxLength: 4 },
  ),
  actions: array(
    oneof(
      record({ type: constantFrom('order_fixed_discount' as const), amount: integer({ min: 1, max: 1e6 }) }),
      record({
        type: constantFrom('order_percentage_discount' as const, 'shipping_percentage' as const),
        percentage: integer({ min: 1, max: 100 }),
      }),
      record({
        type: constantFrom('unit_percentage_discount' as const),
        percentage: integer({ min: 1, max: 100 }),
        taxons: constantFrom(['SEKLOS'], ['TRASOS', 'LESALAI']),
      }),
    ),
    { maxLength: 4 },
  ),
  wrap: boolean(),
  points: integer({ min: 0, max: 5000 }),
  balance: integer({ min: 0, max: 5000 }),
  cards: array(integer({ min: 0, max: 100_000 }), { maxLength: 3 }),
}).map((parts) =>
  cart({
    lines: parts.lines.map((one, index) =>
      line({
        itemId: index + 1,
        quantity: one.isGift ? 1 : one.quantity,
        unitPrice: one.unitPrice,
        minimumPrice: Math.floor((one.unitPrice * one.minimumShare) / 100),
        taxons: [one.taxon],
        taxRate: one.taxRate,
        isGift: one.isGift,
        ...(one.isGift || one.inSet === 0
          ? {}
          : {
              set: { code: 'SET', reduction: Math.floor((one.unitPrice * one.quantity * one.inSet) / 100) },
            }),
      }),
    ),
    shipments: parts.shipments.map((one) => ({ ...one, methodCode: 'M' })),
    promotions: parts.actions.map((action, index) => promotion({ code: `P${index}`, actions: [action] })),
    giftWrap: parts.wrap ? 299 : null,
    loyalty: { points: parts.points, balance: parts.balance },
    balances: parts.cards.map((balance, index) => ({ type: 'gift_card', code: `CARD${index}`, balance })),
  }),
);
const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);

/** Carts that the two sums are tried on; `npm run test:long -- carts` tries 200,000. */
const carts = { numRuns: Number(process.env['CARTS'] ?? 1_000) };
/** ms for them. */
const manyCarts = Math.max(20_000, carts.numRuns * 5);

describe('recalculation', () => {
  test(
    'the sum rules of the contract hold for every cart',
    () => {
      assert(
        property(anyCart, (input) => {
          const { totals, lines, adjustments } = recalculateCart(input);
          expect(Object.values(totals).every(Number.isSafeInteger)).toBe(true);
          expect(totals.total).toBe(
            totals.itemsTotal +
              totals.shippingTotal +
              totals.giftWrapTotal +
              totals.taxExcludedTotal +
              totals.giftCardTotal,
          );
          expect(totals.total).toBeGreaterThanOrEqual(0);
          expect(totals.totalWithoutTax).toBe(totals.total - totals.giftCardTotal - totals.taxTotal);
          expect(sum(lines.map((one) => one.total))).toBe(totals.itemsTotal);
          expect(totals.itemsTotal).toBe(
            totals.itemsSubtotal + totals.orderPromotionTotal + totals.loyaltyDiscountTotal,
          );
          const charged = adjustments.filter((one) => !one.neutral && one.type !== 'gift-selected');
          expect(totals.itemsSubtotal + sum(charged.map((one) => one.amount))).toBe(totals.total);
          expect(sum(adjustments.filter((one) => one.type === 'tax').map((one) => one.amount))).toBe(
            totals.taxTotal,
          );
        }),
        carts,
      );
    },
    manyCarts,
  );

  test(
    'the tax of each rate is right to the cent for every cart, delivery and wrap among the rest',
    () => {
      assert(
        property(anyCart, (input) => {
          const { totals, lines, adjustments } = recalculateCart(input);
          const services = { total: totals.shippingTotal + totals.giftWrapTotal, rate: input.serviceTaxRate };
          const tax = sum(
            adjustments.filter((one) => one.type === 'tax' && one.line === null).map((one) => one.amount),
          );
          const rows = taxRows([
            ...lines.map((one, at) => ({
              total: one.total,
              rate: input.lines[at]?.taxRate ?? 0,
              tax: one.taxTotal,
            })),
            { ...services, tax },
          ]);
          for (const row of rows) expect(row.tax).toBe(taxInside(row.gross, row.rate));
          expect(sum(rows.map((row) => row.tax))).toBe(totals.taxTotal);
          expect(sum(rows.map((row) => row.net + row.tax))).toBe(totals.total - totals.giftCardTotal);
        }),
        carts,
      );
    },
    manyCarts,
  );

  test('no line goes below zero, and none below its minimum by promotions', () => {
    assert(
      property(anyCart, (input) => {
        const result = recalculateCart({ ...input, loyalty: { points: 0, balance: 0 } });
        result.lines.forEach((one, index) => {
          const given = input.lines[index];
          if (given && !given.isGift)
            expect(one.total).toBeGreaterThanOrEqual(
              Math.min(given.minimumPrice * given.quantity, priceOfLine(given)),
            );
        });
        expect(recalculateCart(input).lines.every((one) => one.total >= 0 && one.taxTotal >= 0)).toBe(true);
      }),
    );
  });

  test('the same cart always gives the same amounts', () => {
    assert(
      property(anyCart, (input) => {
        expect(recalculateCart(input)).toEqual(recalculateCart(input));
      }),
    );
  });

  test('summary lines of every recalculated cart add up, wrap and gift cards apart', () => {
    assert(
      property(anyCart, (input) => {
        const { totals } = recalculateCart({ ...input, giftWrap: null });
        const amount = (kind: string) => summaryLines(totals).find((one) => one.kind === kind)?.amount ?? 0;
        expect(amount('total')).toBe(
          sum(['subtotal', 'delivery', 'discount', 'shippingDiscount', 'loyaltyDiscount'].map(amount)),
        );
        expect(amount('amountWithoutTax') + amount('tax')).toBe(amount('total'));
      }),
    );
  });

  test('R9.06 sums are made in integer cents', () => {
    const small = recalculateCart(
      cart({ shipments: [], lines: [line({ unitPrice: 10 }), line({ itemId: 2, unitPrice: 20 })] }),
    );
    expect(small.totals.total).toBe(30);
    const three = recalculateCart(cart({ shipments: [], lines: [line({ unitPrice: 1999, quantity: 3 })] }));
    expect(three.totals.itemsTotal).toBe(5997);
  });

  test('a gift costs nothing and gift cards pay last', () => {
    const result = recalculateCart(
      cart({
        lines: [line({ unitPrice: 4000 }), line({ itemId: 2, unitPrice: 700, isGift: true })],
        balances: [
          { type: 'gift_card', code: 'A', balance: 4000 },
          { type: 'gift_card', code: 'B', balance: 5000 },
        ],
      }),
    );
    expect(result.lines[1]?.total).toBe(0);
    expect(result.totals).toMatchObject({
      itemsSubtotal: 4000,
      itemsTotal: 4000,
      giftCardTotal: -4499,
      total: 0,
    });
    expect(result.adjustments.filter((one) => one.type === 'gift_card').map((one) => one.amount)).toEqual([
      -4000, -499,
    ]);
  });

  test('R3.49 the gift coupon is the sum of its cards, the loyalty discount that of the points spent', () => {
    const { adjustments, totals } = recalculateCart(
      cart({
        loyalty: { points: 50, balance: 320 },
        lines: [line({ unitPrice: 1005 }), line({ unitPrice: 333, quantity: 3 })],
        balances: [
          { type: 'gift_card', code: 'A', balance: 700 },
          { type: 'gift_card', code: 'B', balance: 150 },
        ],
      }),
    );
    const sumOf = (type: string) =>
      adjustments.filter((one) => one.type === type).reduce((sum, { amount }) => sum + amount, 0);
    expect(sumOf('gift_card')).toBe(-850);
    expect(sumOf('loyalty_points_spent')).toBe(-500);
    expect(totals).toMatchObject({ giftCardTotal: -850, loyaltyDiscountTotal: -500 });
  });

  test('points are lowered to what the goods are worth', () => {
    const result = recalculateCart(
      cart({ loyalty: { points: 500, balance: 320 }, lines: [line({ unitPrice: 1005 })] }),
    );
    expect(result).toMatchObject({ maxPoints: 100, pointsSpent: 100 });
    expect(result.totals).toMatchObject({ loyaltyDiscountTotal: -1000, shippingTotal: 499, total: 504 });
  });
});

test('R1.15 what is missing for a promotion is its minimum, where nothing else keeps it from the cart', () => {
  const facts = { firstPurchase: false, loyaltyMember: false, country: null };
  const missed = (...rules: Promotion['rules']) => missedMinimum({ rules }, [line()], facts);
  expect(missed({ type: 'item_total', amount: 1000 })).toBeNull();
  expect(missed({ type: 'item_total', amount: 1001 })).toEqual({ amount: 1001 });
  expect(missed({ type: 'item_total_of_taxon', taxon: 'SEKLOS', amount: 1001 })).toEqual({ amount: 1001 });
  expect(missed({ type: 'quantity', quantity: 2 })).toEqual({ pieces: 2 });
  expect(missed({ type: 'quantity', quantity: 1, variants: ['V1', 'V2'] })).toBeNull();
  expect(missed({ type: 'quantity', quantity: 2, variants: ['V1', 'V2'] })).toEqual({ pieces: 2 });
  // Goods that it is for are not there at all: the code does not fit what is.
  expect(missed({ type: 'quantity', quantity: 1, variants: ['V2'] })).toBeNull();
  expect(missed({ type: 'item_total_of_taxon', taxon: 'DARZOVES', amount: 1 })).toBeNull();
  // Of both the money is told, in whichever order they stand.
  const both = [
    { type: 'item_total', amount: 1001 },
    { type: 'quantity', quantity: 2 },
  ] as const;
  expect([missed(...both), missed(...both.toReversed())]).toEqual([{ amount: 1001 }, { amount: 1001 }]);
  expect(missed({ type: 'item_total', amount: 1001 }, { type: 'loyalty_member' })).toBeNull();
});

test('CHK-19 the share of a promotion is told where it takes nothing else off the goods', () => {
  const [percent, fixed, delivery] = [
    { type: 'order_percentage_discount', percentage: 10 },
    { type: 'unit_fixed_discount', amount: 50 },
    { type: 'shipping_percentage', percentage: 100 },
  ] as const;
  const told = (...actions: Promotion['actions']) =>
    recalculateCart(cart({ promotions: [promotion({ code: 'P', actions })] })).promotions;
  expect(told(percent)).toEqual([{ code: 'P', amount: -100, percentage: 10 }]);
  expect(told(percent, delivery)).toMatchObject([{ percentage: 10 }]);
  for (const actions of [[fixed], [percent, fixed], [delivery]])
    expect(told(...actions)).toEqual([{ code: 'P', amount: expect.any(Number) as number }]);
});
