import { expect, test } from 'vitest';
import { aProduct, aVariant } from '#tests/builders.ts';
import { cardPrice } from './card-price.ts';

test('R4.35 different prices give the lowest with "from", equal ones a single price', () => {
  const range = [aVariant({ code: 'A', price: 700 }), aVariant({ code: 'B', price: 500 })];
  expect(cardPrice(aProduct({ variants: range }), false)).toMatchObject({ price: 500, isFrom: true });
  expect(cardPrice(aProduct({ variants: range }), false)).not.toHaveProperty('original');
  const equal = [aVariant({ code: 'A', price: 500 }), aVariant({ code: 'B', price: 500 })];
  expect(cardPrice(aProduct({ variants: equal }), false)).toMatchObject({ price: 500, isFrom: false });
});

test('R4.35 R4.36 a lowest price that is reduced says from what; a reduction of another variant is named beside it', () => {
  const reduced = [
    aVariant({ code: 'A', name: '10', price: 151, original: 189, percent: 20 }),
    aVariant({ code: 'B', name: '100', price: 900 }),
  ];
  const from = cardPrice(aProduct({ variants: reduced }), false);
  expect(from).toMatchObject({ price: 151, original: 189, isFrom: true, of: { code: 'A' } });
  expect(from).not.toHaveProperty('reducedElsewhere');
  const other = [
    aVariant({ code: 'A', name: '5 g', price: 119 }),
    aVariant({ code: 'B', name: '20 g', price: 351, original: 439, percent: 20 }),
    aVariant({ code: 'C', name: '50 g', price: 800, original: 820, percent: 2 }),
  ];
  const beside = cardPrice(aProduct({ variants: other }), false);
  expect(beside).toMatchObject({
    price: 119,
    isFrom: true,
    reducedElsewhere: { name: '20 g', price: 351, original: 439 },
  });
  expect(beside).not.toHaveProperty('original');
});

test('variants of one price show the reduction of whichever is the default', () => {
  const equal = [
    aVariant({ code: 'A', price: 500, original: 600, percent: 17 }),
    aVariant({ code: 'B', price: 500 }),
  ];
  expect(cardPrice(aProduct({ variants: equal }), false)).toMatchObject({
    price: 500,
    original: 600,
    isFrom: false,
  });
});
