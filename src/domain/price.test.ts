import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discountedPrice, priceWithoutTax, unitPrice } from './price.ts';

const cents = fc.integer({ min: 0, max: 10_000_000 });

describe('prices', () => {
  test('a price without tax and the tax make the price again, to the cent', () => {
    expect(priceWithoutTax(121, 0.21)).toBe(100);
    expect(priceWithoutTax(100, 0)).toBe(100);
    fc.assert(
      fc.property(cents, fc.constantFrom(0, 0.05, 0.09, 0.21), (price, rate) => {
        const net = priceWithoutTax(price, rate);
        expect(net).toBeLessThanOrEqual(price);
        // Adding the tax again may differ by rounding only.
        expect(Math.abs(net * (1 + rate) - price)).toBeLessThanOrEqual((1 + rate) / 2 + 1e-6);
      }),
    );
  });

  test('a discount rounds half away from zero and never leaves less than nothing', () => {
    expect(discountedPrice(32109, 15)).toBe(27293);
    expect(discountedPrice(50, 1)).toBe(49);
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 100 }), (price, percent) => {
        const left = discountedPrice(price, percent);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(price);
        expect(Math.abs(left - price * (1 - percent / 100))).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
  });

  test('the unit price is the price of one kilogram, litre, metre or piece', () => {
    expect(unitPrice(2189, 25)).toBe(88);
    expect(unitPrice(129, 0.003)).toBe(43_000);
    expect(unitPrice(100, 0)).toBeNull();
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 10_000_000 }), (price, parts) => {
        const amount = parts / 10_000;
        expect(Math.abs((unitPrice(price, amount) ?? 0) - price / amount)).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
  });
});
