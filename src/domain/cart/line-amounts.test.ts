import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceWithoutTax } from '#domain/money/price.ts';
import { recalculateCart } from './cart-recalculation.ts';
import { lineSum, unitPrice, withoutTax } from './line-amounts.ts';

test('R3.44 unit price is total / quantity / 100', () => {
  expect(unitPrice({ total: 2997, quantity: 3 })).toBe(9.99);
});

const someLine = fc.record({
  unitPrice: fc.integer({ min: 1, max: 30_000 }),
  quantity: fc.integer({ min: 1, max: 60 }),
  taxRate: fc.constantFrom(0.21, 0.09, 0.05, 0),
});

/** The lines of a cart as the shop counts it, with what each line says beside its amounts. */
function counted(
  lines: readonly { unitPrice: number; quantity: number; taxRate: number }[],
  { points, delivery, giftWrap }: { points: number; delivery: number; giftWrap: number | null },
) {
  const { lines: amounts } = recalculateCart({
    lines: lines.map(({ unitPrice: price, quantity, taxRate }, index) => ({
      itemId: index + 1,
      productCode: `P${String(index)}`,
      variantCode: `V${String(index)}`,
      taxons: [],
      quantity,
      unitPrice: price,
      originalUnitPrice: price,
      minimumPrice: 0,
      isGift: false,
      taxRate,
    })),
    shipments: delivery === 0 ? [] : [{ kind: 'courier', methodCode: 'courier', price: delivery }],
    promotions: [],
    couponPromotion: null,
    facts: { firstPurchase: false, loyaltyMember: true, country: null },
    serviceTaxRate: 0.21,
    giftWrap,
    loyalty: { points, balance: points },
    balances: [],
  });
  return amounts.map((line, index) => ({ ...line, unitPrice: 0, ...lines[index] }));
}

test('a sum before discounts is the same without tax whatever is taken off the line, and however cents of tax are given to it', () => {
  fc.assert(
    fc.property(
      fc.array(someLine, { minLength: 1, maxLength: 6 }),
      fc.nat(3000),
      fc.nat(900),
      fc.option(fc.nat(500)),
      (lines, points, delivery, giftWrap) => {
        const inCart = counted(lines, { points: 0, delivery: 0, giftWrap: null });
        const ordered = counted(lines, { points, delivery, giftWrap });
        const shown = (of: typeof inCart) => of.map((line) => withoutTax(lineSum(line), line));
        expect(shown(ordered)).toEqual(shown(inCart));
        expect(shown(inCart)).toEqual(
          inCart.map(({ subtotal, taxRate = 0 }) => priceWithoutTax(subtotal, taxRate)),
        );
      },
    ),
  );
});

test('goods that the shop has not counted yet are shown without tax as it will count them: by the rate that the price of a piece tells', () => {
  fc.assert(
    fc.property(
      // Of less than a euro two whole percents may be the same in cents.
      fc.integer({ min: 200, max: 100_000 }),
      fc.integer({ min: 1, max: 500 }),
      fc.constantFrom(0.21, 0.24, 0.09, 0.05, 0),
      (unitPrice, quantity, rate) => {
        const unitPriceWithoutTax = priceWithoutTax(unitPrice, rate);
        const total = unitPrice * quantity;
        const item = {
          unitPrice,
          unitPriceWithoutTax,
          total,
          taxTotal: (unitPrice - unitPriceWithoutTax) * quantity,
        };
        expect(withoutTax(total, item)).toBe(priceWithoutTax(total, rate));
      },
    ),
  );
});
