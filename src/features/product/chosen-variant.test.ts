import { expect, test } from 'vitest';
import { aProduct, aVariant } from '#tests/builders.ts';
import { blocksTarget, chosenVariant } from './chosen-variant.ts';

const sent = aVariant({ code: 'DS1009' });
const collected = aVariant({ code: 'DS1009A', collectAt: ['Tauragė'] });
const product = { ...aProduct({ variants: [sent, collected] }), code: 'DS1009', defaultVariant: 'DS1009' };

test('the blocks of a pack that is only collected are asked for by its code, those of other packs by the product alone', () => {
  expect(blocksTarget(product, chosenVariant(product, 'DS1009A'))).toEqual({
    product: 'DS1009',
    variant: 'DS1009A',
  });
  for (const wanted of [null, 'DS1009', 'of another product'])
    expect(blocksTarget(product, chosenVariant(product, wanted))).toEqual({ product: 'DS1009' });
});

test('where every pack is only collected, the product alone says so', () => {
  const all = { ...product, variants: [collected], collectAt: ['Tauragė'] };
  expect(blocksTarget(all, collected)).toEqual({ product: 'DS1009' });
});
