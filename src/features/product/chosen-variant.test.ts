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

test('the blocks of a pack that may be too heavy for what carries the lighter ones are asked for by its code', () => {
  const [small, bag, pallet] = [
    aVariant({ code: 'S', weight: 3_000 }),
    aVariant({ code: 'B', weight: 25_000 }),
    aVariant({ code: 'P', weight: 1_000_000 }),
  ];
  const goods = { ...aProduct({ variants: [small, bag, pallet] }), code: 'T1' };
  expect(goods.variants.map((one) => blocksTarget(goods, one).variant)).toEqual([undefined, 'B', 'P']);
  const light = { ...goods, variants: [small, aVariant({ code: 'M', weight: 5_000 })] };
  expect(light.variants.map((one) => blocksTarget(light, one).variant)).toEqual([undefined, undefined]);
  expect(blocksTarget({ ...goods, variants: [pallet] }, pallet)).toEqual({ product: 'T1' });
});

test('where every pack is only collected, the product alone says so', () => {
  const all = { ...product, variants: [collected], collectAt: ['Tauragė'] };
  expect(blocksTarget(all, collected)).toEqual({ product: 'DS1009' });
});
