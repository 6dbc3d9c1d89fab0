import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GoodsIndex, type IndexedProduct } from './goods-index.ts';
import { ListingIndex, type Ask } from './listing-index.ts';

/** Values of three attributes; two of them can be filtered by. */
const filterable = new Map([
  ['brand', [1, 2, 3]],
  ['colour', [4, 5]],
]);
const taxons = [10, 11, 12];

const id = (...ids: number[]) => fc.constantFrom(...ids);
const good = fc.record({
  values: fc.uniqueArray(id(1, 2, 3, 4, 5, 6), { maxLength: 4 }),
  taxonIds: fc.uniqueArray(fc.constantFrom(...taxons), { maxLength: 2 }),
  prices: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 }),
  discount: fc.constantFrom(0, 0, 10, 30),
  inStock: fc.boolean(),
  isGift: fc.constantFrom(false, false, false, true),
  isNew: fc.boolean(),
  isPresent: fc.constantFrom(true, true, true, false),
});
type Good = typeof good extends fc.Arbitrary<infer T> ? T : never;

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const asked = fc.record({
  taxonId: optional(fc.constantFrom(...taxons, 99)),
  valueId: optional(fc.constantFrom(1, 4, 6)),
  sales: optional(fc.boolean()),
  isNew: optional(fc.boolean()),
  brand: optional(fc.uniqueArray(id(1, 2, 3), { maxLength: 3 })),
  colour: optional(fc.uniqueArray(id(4, 5), { maxLength: 2 })),
  gte: optional(fc.integer({ min: 0, max: 45 })),
  lte: optional(fc.integer({ min: 0, max: 45 })),
  inStock: optional(fc.boolean()),
  descending: fc.boolean(),
  page: fc.integer({ min: 1, max: 4 }),
});
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

function indexOf(goods: readonly Good[]): ListingIndex {
  const products = goods.map((one, at): IndexedProduct => ({
    id: at + 1,
    code: `P${at}`,
    position: at,
    createdAt: at,
    rating: 0,
    reviewCount: 0,
    isGift: one.isGift,
    isNew: one.isNew,
    mainTaxonId: null,
    taxonIds: one.taxonIds,
    valueIds: one.values,
  }));
  const index = new GoodsIndex(
    products,
    filterable,
    () => products.map(() => []),
    () => products.map(({ code }) => code),
  );
  return new ListingIndex(
    index,
    goods.flatMap((one, member) =>
      one.isPresent ? [{ member, prices: one.prices, discount: one.discount, inStock: one.inStock }] : [],
    ),
  );
}

/** What a shopkeeper would count by hand: each condition looked at on each product. */
type Condition = 'brand' | 'colour' | 'price' | 'inStock';
function fits(one: Good, ask: Asked, except?: Condition): boolean {
  const has = (chosen: readonly number[] | undefined) =>
    chosen === undefined || chosen.some((id) => one.values.includes(id));
  const inRange = one.prices.some((price) => price >= (ask.gte ?? 0) && price <= (ask.lte ?? 1000));
  return (
    one.isPresent &&
    !one.isGift &&
    (ask.taxonId === undefined || one.taxonIds.includes(ask.taxonId)) &&
    (ask.valueId === undefined || one.values.includes(ask.valueId)) &&
    (ask.sales !== true || one.discount > 0) &&
    (ask.isNew !== true || one.isNew) &&
    (except === 'brand' || has(ask.brand)) &&
    (except === 'colour' || has(ask.colour)) &&
    (except === 'price' || inRange) &&
    (except === 'inStock' || ask.inStock !== true || one.inStock)
  );
}

const perPage = 3;
function find(index: ListingIndex, ask: Asked) {
  const filter = new Map<string, readonly number[]>();
  if (ask.brand) filter.set('brand', ask.brand);
  if (ask.colour) filter.set('colour', ask.colour);
  const whole: Ask = {
    taxonId: ask.taxonId,
    valueId: ask.valueId,
    sales: ask.sales,
    isNew: ask.isNew,
    filter,
    price: ask.gte === undefined && ask.lte === undefined ? undefined : { gte: ask.gte, lte: ask.lte },
    inStock: ask.inStock,
    sorting: [{ key: 'price', direction: ask.descending ? 'desc' : 'asc' }],
    offset: (ask.page - 1) * perPage,
    limit: perPage,
    facets: true,
  };
  return index.find(whole, 'lt');
}

test('R1.08 totals and counts are right under every combination of filters', () => {
  fc.assert(
    fc.property(fc.array(good, { maxLength: 40 }), asked, (goods, ask) => {
      const found = find(indexOf(goods), ask);
      const count = (fit: (one: Good) => boolean) => goods.filter(fit).length;
      expect(found.total).toBe(count((one) => fits(one, ask)));
      for (const [attribute, values] of filterable) {
        for (const id of values) {
          const expected = count((one) => fits(one, ask, attribute as Condition) && one.values.includes(id));
          expect(found.valueCounts.get(id) ?? 0).toBe(expected);
        }
      }
      expect(found.inStockCount).toBe(count((one) => fits(one, ask, 'inStock') && one.inStock));
      const prices = goods.filter((one) => fits(one, ask, 'price')).flatMap((one) => one.prices);
      expect(found.price).toEqual(
        prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) },
      );
    }),
    { numRuns: 400 },
  );
});

test('R1.08 what a price leaves out is in no count, whether it is much or little', () => {
  const nothingElse: Asked = {
    taxonId: undefined,
    valueId: undefined,
    sales: undefined,
    isNew: undefined,
    brand: undefined,
    colour: undefined,
    gte: undefined,
    lte: undefined,
    inStock: undefined,
    descending: false,
    page: 1,
  };
  fc.assert(
    fc.property(
      fc.array(good, { minLength: 10, maxLength: 40 }),
      fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 2, maxLength: 5 }),
      (goods, limits) => {
        const index = indexOf(goods);
        for (const lte of limits) {
          const ask = { ...nothingElse, lte };
          const { valueCounts } = find(index, ask);
          for (const id of [...filterable.values()].flat())
            expect(valueCounts.get(id) ?? 0).toBe(
              goods.filter((one) => fits(one, ask) && one.values.includes(id)).length,
            );
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('a value that one more filter promises is what the list then has', () => {
  fc.assert(
    fc.property(fc.array(good, { maxLength: 40 }), asked, fc.constantFrom(1, 2, 3), (goods, ask, id) => {
      const index = indexOf(goods);
      const promised = find(index, ask).valueCounts.get(id) ?? 0;
      expect(find(index, { ...ask, brand: [id] }).total).toBe(promised);
    }),
    { numRuns: 200 },
  );
});

test('pages of a list hold each of its goods once, in order, and nothing behind the last', () => {
  fc.assert(
    fc.property(fc.array(good, { maxLength: 40 }), asked, (goods, ask) => {
      const index = indexOf(goods);
      const { total } = find(index, ask);
      const ids = Array.from(
        { length: Math.ceil(total / perPage) + 1 },
        (_, at) => find(index, { ...ask, page: at + 1 }).ids,
      ).flat();
      expect(ids.length).toBe(total);
      expect(new Set(ids).size).toBe(total);
      const least = ids.map((id) => Math.min(...(goods[id - 1]?.prices ?? [])));
      expect(least).toEqual(least.toSorted((a, b) => (ask.descending ? b - a : a - b)));
    }),
    { numRuns: 200 },
  );
});

test('an attribute of many values is counted like one of few, and what is remembered ends when stock moves', () => {
  const brands = Array.from({ length: 40 }, (_, at) => 1 + at);
  const products = Array.from({ length: 500 }, (_, at): IndexedProduct => ({
    id: at + 1,
    code: `P${at}`,
    position: at,
    createdAt: at,
    rating: 0,
    reviewCount: 0,
    isGift: false,
    isNew: false,
    mainTaxonId: null,
    taxonIds: [at % 3],
    valueIds: [1 + ((at * 7) % 40), 41 + (at % 2)],
  }));
  const goods = new GoodsIndex(
    products,
    new Map([
      ['brand', brands],
      ['colour', [41, 42]],
    ]),
    () => products.map(() => []),
    () => products.map(({ code }) => code),
  );
  const index = new ListingIndex(
    goods,
    products.map((_, member) => ({ member, prices: [10 + member], discount: 0, inStock: true })),
  );
  const ask: Ask = {
    taxonId: 1,
    filter: new Map([['brand', [1, 8]]]),
    sorting: [{ key: 'position', direction: 'asc' }],
    offset: 0,
    limit: 10,
    facets: true,
  };
  for (const price of [undefined, { lte: 300 }, undefined]) {
    const found = index.find({ ...ask, price }, 'lt');
    const among = products.filter(
      ({ taxonIds }, at) => taxonIds.includes(1) && (price === undefined || 10 + at <= price.lte),
    );
    const chosen = among.filter(({ valueIds }) => valueIds.some((one) => one === 1 || one === 8));
    expect(found.total).toBe(chosen.length);
    for (const brand of brands)
      expect(found.valueCounts.get(brand) ?? 0).toBe(
        among.filter(({ valueIds }) => valueIds.includes(brand)).length,
      );
    for (const colour of [41, 42])
      expect(found.valueCounts.get(colour) ?? 0).toBe(
        chosen.filter(({ valueIds }) => valueIds.includes(colour)).length,
      );
    const prices = products.flatMap(({ taxonIds, valueIds }, at) =>
      taxonIds.includes(1) && valueIds.some((one) => one === 1 || one === 8) ? [10 + at] : [],
    );
    expect(found.price).toEqual({ min: Math.min(...prices), max: Math.max(...prices) });
  }
  const before = index.find(ask, 'lt');
  const [first = 0] = before.ids;
  index.setInStock(first - 1, false);
  expect(index.find(ask, 'lt').inStockCount).toBe(before.inStockCount - 1);
  expect(index.find({ ...ask, inStock: true }, 'lt').total).toBe(before.total - 1);
});
