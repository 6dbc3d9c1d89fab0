import { expect, test } from 'vitest';
import { aProduct, aVariant } from '#tests/builders.ts';
import { namedPack, onlyPack } from './named-pack.ts';

const small = aVariant({ code: 'MO-3', name: '3 g', price: 129, ean: '2170000001838' });
const large = aVariant({ code: 'MO-50', name: '50 g', price: 1189, ean: '2170000001852' });
const seeds = aProduct({ variants: [small, large], keyFact: '3 g – 50 g' });

test('a pack is named by its code in any letters and by its bar code as it is printed or scanned', () => {
  for (const words of ['MO-50', ' mo-50 ', '2170000001852', '2 170000 001852', '02170000001852'])
    expect([words, namedPack(seeds, words)]).toEqual([words, large]);
});

test('no pack is named by other words, by a part of a code, or where the goods have one pack alone', () => {
  for (const words of ['', 'morkos', '50 g', 'MO-5', '217000000185', seeds.code])
    expect([words, namedPack(seeds, words)]).toEqual([words, undefined]);
  expect(namedPack(aProduct({ variants: [large] }), '2170000001852')).toBeUndefined();
});

test('goods in one pack alone are collected where that pack lies; chemical ones where chemicals are handed out', () => {
  const bag = aVariant({ code: 'MO-BAG', collectAt: ['Alytus'] });
  const goods = aProduct({ variants: [small, bag] });
  expect(onlyPack(goods, bag)).toMatchObject({
    variants: [bag],
    defaultVariant: 'MO-BAG',
    collectAt: ['Alytus'],
  });
  expect(onlyPack({ ...goods, isChemical: true, collectAt: ['Kaunas'] }, small).collectAt).toEqual([
    'Kaunas',
  ]);
});
