/** A device that keeps the catalogue gives what the shop gives: the same goods in the same order, the same counts and words. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductsQuery } from '#contract/catalogue-requests.ts';
import { shapes } from '#contract/calls/shapes.ts';
import type { ProductRow, SnapshotDictionaries } from '#contract/snapshot.ts';
import { SnapshotCatalogue } from '#domain/offline-catalogue/snapshot-catalogue.ts';
import { Catalogue } from '#server/catalogue/catalogue.ts';
import { answerListing } from '#server/catalogue/answer-listing.ts';
import { SnapshotEditions } from '#server/catalogue/snapshot-editions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { answerSuggestions } from '#server/catalogue/answer-suggestions.ts';
import { relevanceQueries } from './relevance/queries.ts';

let database: TestDatabase;
let catalogue: Catalogue;
const catalogues = new Map<string, SnapshotCatalogue>();

beforeAll(async () => {
  database = await createTestDatabase();
  catalogue = await Catalogue.open(database.db, (error) => {
    throw error;
  });
  const editions = new SnapshotEditions(catalogue);
  for (const locale of ['lt', 'et']) {
    const { rows, dictionaries } = await editions.current('retail', locale);
    const products = rows.flatMap(({ text }) => (text === null ? [] : [JSON.parse(text) as ProductRow]));
    catalogues.set(
      locale,
      new SnapshotCatalogue(
        products,
        JSON.parse(dictionaries.text) as SnapshotDictionaries,
        locale,
        new Date(0).toISOString(),
      ),
    );
  }
}, 60_000);
afterAll(async () => {
  catalogue.close();
  await database.drop();
});

interface Answer {
  data: { code: string; keyFact?: string; variants: unknown }[];
  meta: { attributeValue?: unknown };
}
/** What both must say alike; words of other languages and long texts are not kept. */
const plain = ({ data, meta }: Answer): unknown => ({
  data: data.map(({ code, keyFact, variants }) => ({ code, keyFact, variants })),
  meta: JSON.parse(
    JSON.stringify({ ...meta, attributeValue: undefined }, (key, value: unknown) =>
      key === 'translations' ? undefined : value,
    ),
  ) as unknown,
});

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const query = () => {
  const { data } = catalogue.state;
  const facets = data.attributes.filter(({ filterable, values }) => filterable && values.length > 0);
  const filter = fc
    .uniqueArray(fc.constantFrom(...facets.map(({ code }) => code)), { maxLength: 2 })
    .chain((codes) =>
      fc.tuple(
        ...codes.map((code) =>
          fc
            .uniqueArray(
              fc.constantFrom(...(data.attributesByCode.get(code)?.values ?? []).map((value) => value.code)),
              { minLength: 1, maxLength: 3 },
            )
            .map((values) => [code, values] as const),
        ),
      ),
    )
    .map((pairs) => Object.fromEntries(pairs));
  return fc.record(
    {
      taxonId: optional(fc.constantFrom(...data.taxons.keys())),
      sales: optional(fc.constant(true)),
      new: optional(fc.constant(true)),
      query: optional(
        fc.oneof(
          fc.constantFrom(...relevanceQueries.map((one) => one.query)),
          fc.constantFrom('trą', 'sėkl', 'agurkai kastuvas', 'zzzz', 'morkuu'),
        ),
      ),
      filter: optional(filter),
      price: optional(fc.record({ gte: fc.nat(2_000), lte: fc.integer({ min: 500, max: 60_000 }) })),
      inStock: optional(fc.constant(true)),
      order: optional(
        fc.constantFrom(
          { price: 'asc' },
          { price: 'desc' },
          { name: 'asc' },
          { createdAt: 'desc' },
          { discount: 'desc' },
          { rating: 'desc' },
          { position: 'asc' },
        ),
      ),
      page: optional(fc.integer({ min: 1, max: 3 })),
      itemsPerPage: optional(fc.constantFrom(0, 5, 24)),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<ProductsQuery>;
};

test('CAT-14 any list that a device makes is the list of the shop: goods, order, counts, sort options, categories, words left out', async () => {
  await fc.assert(
    fc.asyncProperty(query(), fc.constantFrom('lt', 'et'), async (asked, locale) => {
      const input = JSON.parse(JSON.stringify(asked)) as ProductsQuery;
      const own = catalogues.get(locale)?.answer({ name: 'products', query: input }) as Answer;
      const shops = JSON.parse(
        (await answerListing(catalogue, shapes.products.query.parse(input), 'retail', locale)).toString(),
      ) as Answer;
      expect(plain(own)).toEqual(plain(shops));
      expect(shapes.products.response.safeParse(own).error).toBeUndefined();
    }),
    { numRuns: 120 },
  );
});

test('CAT-14 suggestions of a device are those of the shop', async () => {
  for (const { query: words } of relevanceQueries.filter(({ locale }) => locale === 'lt')) {
    const own = catalogues.get('lt')?.answer({ name: 'suggestions', query: { query: words } }) as Answer;
    const shops = JSON.parse(
      (await answerSuggestions(catalogue, { query: words }, 'retail', 'lt')).toString(),
    ) as Answer;
    expect([words, plain(own)]).toEqual([words, plain(shops)]);
    expect(shapes.suggestions.response.safeParse(own).error).toBeUndefined();
  }
});

test('CAT-14 products, categories and pages of attributes have the shape of the contract; what is not kept is not answered', () => {
  const ofDevice = catalogues.get('lt');
  const { goods, data } = catalogue.state;
  for (const { id, code } of goods.products) {
    const byId = ofDevice?.answer({ name: 'productById', params: { id: String(id) } });
    expect([code, shapes.product.response.safeParse(byId).error]).toEqual([code, undefined]);
    expect(ofDevice?.answer({ name: 'product', params: { code } })).toEqual(byId);
  }
  for (const { code } of data.taxons.values())
    expect(
      shapes.taxon.response.safeParse(ofDevice?.answer({ name: 'taxon', params: { code } })).error,
    ).toBeUndefined();
  expect(
    shapes.taxonsTree.response.safeParse(ofDevice?.answer({ name: 'taxonsTree', query: { depth: 3 } })).error,
  ).toBeUndefined();
  expect(
    shapes.attributeValues.response.safeParse(
      ofDevice?.answer({ name: 'attributeValues', params: { code: 'brand' } }),
    ).error,
  ).toBeUndefined();
  for (const ask of [
    { name: 'productById', params: { id: '999999' } },
    { name: 'taxon', params: { code: 'NONE' } },
    { name: 'products', query: { taxonId: 999_999 } },
    { name: 'products', query: { order: { odd: 'asc' } } },
    { name: 'order', params: {} },
  ])
    expect(ofDevice?.answer(ask)).toBeUndefined();
});
