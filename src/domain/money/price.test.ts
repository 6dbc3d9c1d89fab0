import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discountedPrice, priceWithoutTax, shownUnitPrice, unitPrice } from './price.ts';
import { discountOf } from '#domain/catalogue/product-view.ts';

const cents = fc.integer({ min: 0, max: 10_000_000 });

describe('prices', () => {
  test('R9.04 a discount is the original price times the first percentage, rounded to the cent', () => {
    const off = (original: number, percentages: number[]) => {
      const prices = { discountPercentages: percentages } as Parameters<typeof discountOf>[0];
      return original - discountedPrice(original, discountOf(prices) ?? 0);
    };
    expect([off(1999, [15]), off(1990, [15, 50]), off(1001, [50])]).toEqual([300, 299, 501]);
    expect(off(1999, [])).toBe(0);
  });

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
    const shown = (price: number, content: Parameters<typeof unitPrice>[1], ...taxons: string[]) => {
      const found = unitPrice(price, content, taxons, 0.21);
      if (!found) return null;
      const { amount, per } = shownUnitPrice(found);
      return { amount, per };
    };
    expect(shown(2189, { amount: 25, unit: 'kg' }, 'TRASOS')).toEqual({ amount: 88, per: 'kg' });
    expect(shown(489, { amount: 0.05, unit: 'kg' }, 'APSAUGA')).toEqual({ amount: 9780, per: 'kg' });
    expect(shown(100, { amount: 0, unit: 'kg' }, 'SEKLOS')).toBeNull();
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 10_000_000 }), (price, parts) => {
        const amount = parts / 10_000_000;
        const perUnit = unitPrice(price, { amount, unit: 'kg' }, [], 0)?.amount ?? 0;
        expect(Math.abs(perUnit - price / amount)).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
    // Small packs of seeds are compared by the gram, bags of them by the kilogram.
    expect(shown(149, { amount: 0.0002, unit: 'kg' }, 'SEKLOS')).toEqual({ amount: 745, per: 'g' });
    expect(shown(149, { amount: 0.00005, unit: 'kg' }, 'SEKLOS')).toEqual({ amount: 2980, per: 'g' });
    expect(shown(149, { amount: 0.00025, unit: 'kg' }, 'SEKLOS')).toEqual({ amount: 596, per: 'g' });
    expect(shown(129, { amount: 0.003, unit: 'kg' }, 'SEKLOS')).toEqual({ amount: 43, per: 'g' });
    // Whatever stands above the seeds, and whatever more the category is called.
    const paths = [['SODAS_IR_DARZAS', 'SEKLOS'], ['SODAS', 'SEKLOS_2'], ['DARZOVIU_SEKLOS'], ['SEMENA']];
    for (const taxons of paths)
      expect(shown(149, { amount: 0.0002, unit: 'kg' }, ...taxons)).toEqual({ amount: 745, per: 'g' });
    expect(shown(149, { amount: 0.0002, unit: 'kg' }, 'SODAS', 'BESEKLOS')?.per).toBe('kg');
    expect(shown(1289, { amount: 0.1, unit: 'kg' }, 'SEKLOS')).toEqual({ amount: 12_890, per: 'kg' });
    expect(shown(199, { amount: 50, unit: 'piece' }, 'SEKLOS')).toEqual({ amount: 4, per: 'piece' });
    // 0.62 cents would be shown as one.
    expect(unitPrice(249, { amount: 400, unit: 'piece' }, ['SEKLOS'], 0.21)).toBeNull();
  });
});
