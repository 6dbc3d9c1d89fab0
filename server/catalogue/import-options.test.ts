/** Goods that come in several colours, sizes and so on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { presentFacets, shownFacets } from '#domain/search/listing-facets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { Catalogue } from './catalogue.ts';
import { importFeed } from './import-feed.ts';

let database: TestDatabase;
const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-options-'));
beforeAll(async () => {
  database = await createTestDatabase();
  // Each reading of the catalogue is of these few goods alone.
  await database.pool.query('truncate product cascade');
}, 60_000);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const take = (rows: readonly string[][]) => {
  const head = 'id item_group_id title color size gender price availability'.split(' ');
  const file = path.join(folder, 'feed');
  writeFileSync(file, [head, ...rows].map((row) => row.join('\t')).join('\n'));
  return importFeed(database.pool, file);
};
async function open() {
  const catalogue = await Catalogue.open(database.db, (error) => {
    throw error;
  });
  onTestFinished(() => catalogue.close());
  return catalogue;
}
async function idOf(variantCode: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    'select product_id as id from product_variant where code = $1',
    [variantCode],
  );
  return rows[0]?.id ?? 0;
}
async function productOf(code: string, locale = 'lt') {
  const catalogue = await open();
  return catalogue.product('retail', locale, await idOf(code));
}

const boots = [
  ['BT-Z-42', 'BT', 'Guminiai batai, žali, 42', 'Žalia', '42', 'unisex', '20.00 EUR', 'in_stock'],
  ['BT-Z-43', 'BT', 'Guminiai batai, žali, 43', 'Žalia', '43', 'unisex', '20.00 EUR', 'in_stock'],
  ['BT-J-42', 'BT', 'Guminiai batai, juodi, 42', 'Juoda', '42', 'unisex', '20.00 EUR', 'in_stock'],
  ['BT-J-43', 'BT', 'Guminiai batai, juodi, 43', 'Juoda', '43', 'unisex', '20.00 EUR', 'out_of_stock'],
];

test('variants are told apart by all that they differ in, under one name', async () => {
  expect(await take(boots)).toMatchObject({ created: 4, refused: [] });
  const product = await productOf('BT-Z-42');
  expect(product).toMatchObject({ code: 'BT', name: 'Guminiai batai', slug: 'guminiai-batai' });
  expect(product?.variants.map(({ name }) => name)).toEqual([
    'Žalia, 42',
    'Žalia, 43',
    'Juoda, 42',
    'Juoda, 43',
  ]);
  expect(product?.variants[3]?.optionValues.map(({ optionName, value }) => [optionName, value])).toEqual([
    ['Spalva', 'Juoda'],
    ['Lytis', 'Visiems'],
    ['Dydis', '43'],
  ]);
  expect((await productOf('BT-Z-42', 'en'))?.variants[0]?.optionValues[1]).toMatchObject({
    optionName: 'Gender',
    value: 'Unisex',
  });
});

test('lists filter by options, and search finds them', async () => {
  const catalogue = await open();
  const { data } = catalogue.state;
  const id = await idOf('BT-Z-42');
  const colour = data.attributesByCode.get('color');
  const green = colour?.values.find(({ code }) => code === 'zalia');
  const ask = {
    sorting: [{ key: 'relevance', direction: 'desc' } as const],
    offset: 0,
    limit: 10,
    facets: true,
    filter: new Map([['color', [green?.id ?? 0]]]),
  };
  const found = catalogue.listing('retail').find(ask, 'lt');
  expect(found.ids).toEqual([id]);
  const facets = presentFacets(shownFacets(data, found, ask, 'lt'), 'lt');
  expect(facets.find(({ code }) => code === 'color')).toMatchObject({
    name: 'Spalva',
    values: expect.arrayContaining([expect.objectContaining({ value: 'Žalia', count: 1, selected: true })]),
  });
  expect(facets.find(({ code }) => code === 'size')?.name).toBe('Dydis');
  const searched = catalogue
    .listing('retail')
    .find({ ...ask, facets: false, filter: new Map(), query: 'zali guminiai batai 43' }, 'lt');
  expect(searched.ids[0]).toBe(id);
});

test('the next day only what changed changes: name, address, order and names of variants stay', async () => {
  const before = await productOf('BT-Z-42');
  const dearer = boots.map((row, at) => (at === 3 ? row.with(6, '22.00 EUR') : row));
  expect(await take(dearer)).toMatchObject({ updated: 1, unchanged: 3 });
  const after = await productOf('BT-Z-42');
  expect({ ...after, updatedAt: '', variants: after?.variants.slice(0, 3) }).toEqual({
    ...before,
    updatedAt: '',
    variants: before?.variants.slice(0, 3),
  });
  expect(after?.variants[3]).toMatchObject({ name: 'Juoda, 43', prices: { price: 2200 } });
  // A title that differs for one of them renames nothing.
  await take([
    ['BT-J-43', 'BT', 'Guminiai kaliošai, juodi, 43', 'Juoda', '43', 'unisex', '22.00 EUR', 'out_of_stock'],
  ]);
  expect(await productOf('BT-J-43')).toMatchObject({ name: 'Guminiai batai', slug: 'guminiai-batai' });
  // One more size joins them, and its title says no other name.
  await take([
    ...dearer,
    ['BT-J-44', 'BT', 'Guminiai batai, juodi, 44', 'Juoda', '44', 'unisex', '20.00 EUR', 'in_stock'],
  ]);
  expect(await productOf('BT-J-44')).toMatchObject({ name: 'Guminiai batai', slug: 'guminiai-batai' });
});

test('titles that all change rename the product, at its old address', async () => {
  const all = [
    ...boots,
    ['BT-J-44', 'BT', 'Guminiai batai, juodi, 44', 'Juoda', '44', 'unisex', '20.00 EUR', 'in_stock'],
  ];
  await take(all.map((row) => row.with(2, (row[2] ?? '').replace('Guminiai batai', 'Botai „Liūtis“'))));
  expect(await productOf('BT-Z-42')).toMatchObject({ name: 'Botai „Liūtis“', slug: 'guminiai-batai' });
});

test('a variant that becomes another one is found as that one only', async () => {
  await take(boots.map((row) => (row[3] === 'Žalia' ? row.with(3, 'Mėlyna') : row)));
  const product = await productOf('BT-Z-42');
  const colours = product?.attributeValues.filter(({ code }) => code === 'color').map(({ value }) => value);
  expect(new Set(colours)).toEqual(new Set(['Mėlyna', 'Juoda']));
  expect(product?.variants[0]?.name).toBe('Mėlyna, 42');
});

test('goods that come alone say no fact twice', async () => {
  await take([
    ['ONE-1', '', 'Žaliuzės šiltnamiui', '', '', '', '30.00 EUR', 'in_stock'],
    ['ONE-2', '', 'Pavėsinės stogas', 'Ruda', '', '', '30.00 EUR', 'in_stock'],
  ]);
  expect((await productOf('ONE-1'))?.variants[0]?.name).toBe('');
  const roof = await productOf('ONE-2');
  expect(roof?.variants[0]?.name).toBe('Ruda');
  expect(roof?.attributeValues.map(({ value }) => value)).toEqual(['Ruda']);
});

test('variants that nothing tells apart are told by their codes, and by what their titles say more', async () => {
  await take([['SAME-1', 'SAME', 'Virvė', '', '', '', '3.00 EUR', 'in_stock']]);
  await take([
    ['SAME-2', 'SAME', 'Virvė', '', '', '', '4.00 EUR', 'in_stock'],
    ['SAME-3', 'SAME', 'Virvė, 20 m', '', '', '', '5.00 EUR', 'in_stock'],
  ]);
  expect((await productOf('SAME-1'))?.variants.map(({ name }) => name)).toEqual(['SAME-1', 'SAME-2', '20 m']);
});

test('goods that came alone stay what they are when others join them in a group', async () => {
  const rope = (code: string, group: string, length: string, price: string) => [
    code,
    group,
    `Diržas, ${length}`,
    '',
    length,
    '',
    price,
    'in_stock',
  ];
  await take([rope('BELT-S', '', 'S', '3.00 EUR')]);
  const before = await productOf('BELT-S');
  expect(before).toMatchObject({ code: 'BELT-S', name: 'Diržas, S' });
  const both = [rope('BELT-S', 'BELT', 'S', '3.00 EUR'), rope('BELT-L', 'BELT', 'L', '4.00 EUR')];
  expect(await take(both)).toMatchObject({ created: 1, refused: [] });
  expect(await productOf('BELT-L')).toMatchObject({ id: before?.id, slug: before?.slug, name: 'Diržas' });
  // The day after, the first ones are not even looked at.
  await take([...both, rope('BELT-M', 'BELT', 'M', '3.50 EUR')]);
  expect((await productOf('BELT-M'))?.variants.map(({ name }) => name)).toEqual(['S', 'L', 'M']);
});

test('goods that came alone keep their products and get new prices when a feed puts them into one group', async () => {
  const rake = (code: string, group: string, price: string) => [
    code,
    group,
    `Grėblys ${code}`,
    '',
    '',
    '',
    price,
    'in_stock',
  ];
  await take([rake('RAKE-1', '', '5.00 EUR'), rake('RAKE-2', '', '6.00 EUR')]);
  const before = await productOf('RAKE-2');
  const both = (price: string) => [rake('RAKE-1', 'RAKE', '5.00 EUR'), rake('RAKE-2', 'RAKE', price)];
  for (const price of ['7.00 EUR', '8.00 EUR']) {
    expect(await take(both(price))).toMatchObject({
      created: 0,
      refused: [],
      notes: [{ line: 3, id: 'RAKE-2', note: expect.stringContaining('the product RAKE-2') }],
    });
    const after = await productOf('RAKE-2');
    expect(after).toMatchObject({ id: before?.id, slug: before?.slug });
    expect(after?.variants[0]?.prices.price).toBe(Number.parseInt(price) * 100);
  }
  // Who joins the group later goes where its first one is.
  await take([rake('RAKE-3', 'RAKE', '9.00 EUR')]);
  expect((await productOf('RAKE-3'))?.code).toBe('RAKE-1');
});
