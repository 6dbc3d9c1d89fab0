import { expect, test } from 'vitest';
import { aProduct, aValue, aVariant } from '#tests/builders.ts';
import {
  defaultVariantOf,
  discountOf,
  isOutOfStock,
  newMarkOf,
  stockLevel,
  variantPrice,
} from './product-view.ts';

test('R3.30 the default variant is the one whose code equals defaultVariant', () => {
  const variants = [aVariant({ code: 'A', price: 100 }), aVariant({ code: 'B', price: 200 })];
  expect(defaultVariantOf(aProduct({ variants, defaultVariant: 'B' }))?.prices.price).toBe(200);
  expect(defaultVariantOf(aProduct({ variants, defaultVariant: 'gone' }))?.code).toBe('A');
});

test('R4.33 out of stock: the default variant is tracked and no variant has stock above zero', () => {
  const of = (tracked: boolean, ...stocks: number[]) =>
    isOutOfStock(
      aProduct({
        variants: stocks.map((stock, index) => aVariant({ code: `V${String(index)}`, tracked, stock })),
      }),
    );
  expect(of(true, 0, 0)).toBe(true);
  expect(of(true, 0, 1)).toBe(false);
  expect(of(false, 0)).toBe(false);
});

test('R4.34 the discount is that of the given variant: the default one on cards, the chosen one on the page', () => {
  const [a, b] = [aVariant({ code: 'A', percent: 10 }), aVariant({ code: 'B', percent: 20 })];
  const main = defaultVariantOf(aProduct({ variants: [a, b], defaultVariant: 'A' }));
  expect(main && discountOf(main.prices)).toBe(10);
  expect(discountOf(b.prices)).toBe(20);
});

test('R4.36 an original price counts only when it is higher', () => {
  expect(variantPrice(aVariant({ price: 800, original: 1000 }).prices, false).original).toBe(1000);
  expect(variantPrice(aVariant({ price: 800, original: 800 }).prices, false)).not.toHaveProperty('original');
});

test('R3.36 the value with the code "new" marks a product as new', () => {
  expect(newMarkOf({ attributeValues: [aValue(), aValue({ code: 'new' })] })?.code).toBe('new');
  expect(newMarkOf({ attributeValues: [aValue()] })).toBeUndefined();
});

test('the business channel is shown the amounts without tax', () => {
  expect(variantPrice(aVariant({ price: 1210, original: 2420 }).prices, true)).toMatchObject({
    price: 1000,
    original: 2000,
    withTax: 1210,
  });
});

test('stock is told as there, few or gone; untracked goods are always there', () => {
  expect(stockLevel(aVariant({ stock: 6 }))).toBe('in');
  expect(stockLevel(aVariant({ stock: 5 }))).toBe('low');
  expect(stockLevel(aVariant({ stock: 0 }))).toBe('out');
  expect(stockLevel(aVariant({ tracked: false, stock: null }))).toBe('in');
});
