import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogueLocales } from '#contract/locale.ts';
import { bestFirst } from '#domain/search/best-first.ts';
import { SearchIndex } from '#domain/search/search-index.ts';
import { Catalogue } from '#server/catalogue/catalogue.ts';
import { answerListing } from '#server/catalogue/answer-listing.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { relevanceQueries, type RelevanceQuery } from './queries.ts';
import { readSnapshot } from './snapshot.ts';

let database: TestDatabase;
let catalogue: Catalogue;
/** Codes of the goods of a category, those below it too. */
const inTaxon = (code: string): Set<string> => {
  const { data, goods } = catalogue.state;
  const id = data.taxonsByCode.get(code)?.id ?? 0;
  return new Set(
    goods.products.filter(({ taxonIds }) => taxonIds.includes(id)).map((product) => product.code),
  );
};

beforeAll(async () => {
  database = await createTestDatabase();
  catalogue = await Catalogue.open(database.db, (error) => {
    throw error;
  });
}, 60_000);
afterAll(async () => {
  catalogue.close();
  await database.drop();
});

function isHit({ goods, taxon }: RelevanceQuery, first: readonly string[]): boolean {
  if (goods) return first.some((code) => goods.includes(code));
  const members = inTaxon(taxon ?? '');
  return first.length === 3 && first.every((code) => members.has(code));
}

/** Share of the queries that bring what they should, and those that do not with what came. */
async function measure(firstThree: (query: string, locale: string) => Promise<string[]> | string[]) {
  const missed: string[] = [];
  for (const one of relevanceQueries) {
    const first = await firstThree(one.query, one.locale);
    if (!isHit(one, first)) missed.push(`${one.locale} „${one.query}“: ${first.join(' ') || 'nothing'}`);
  }
  return { rate: 1 - missed.length / relevanceQueries.length, missed };
}

describe('relevance', () => {
  test('the set is large enough and names goods and categories of the shop', () => {
    expect(relevanceQueries.length).toBeGreaterThanOrEqual(120);
    const { data, goods } = catalogue.state;
    for (const { query, goods: codes = [], taxon } of relevanceQueries) {
      for (const code of codes) expect([query, code, goods.memberOfCode(code)]).not.toContain(undefined);
      if (taxon !== undefined) expect([query, data.taxonsByCode.has(taxon)]).toEqual([query, true]);
    }
  });

  test('of the first three goods one is wanted for at least 95 of 100 queries', async () => {
    const { rate, missed } = await measure(async (query, locale) => {
      const answer = JSON.parse(
        (
          await answerListing(catalogue, { query, itemsPerPage: 3, facets: false }, 'retail', locale)
        ).toString(),
      ) as {
        data: { code: string }[];
      };
      return answer.data.map(({ code }) => code);
    });
    console.log(
      `online: ${(rate * 100).toFixed(1)} % of ${relevanceQueries.length}; missed:\n${missed.join('\n')}`,
    );
    expect(rate).toBeGreaterThanOrEqual(0.95);
  });

  test('over cards alone, as a device has them, for at least 92 of 100', async () => {
    const indexes = new Map<string, { index: SearchIndex; codes: string[] }>();
    for (const locale of catalogueLocales) indexes.set(locale, await readSnapshot(catalogue, locale));
    const { rate, missed } = await measure((query, locale) => {
      const known = indexes.get(locale);
      if (!known) return [];
      const { members, scores } = known.index.search(query);
      return bestFirst(members, scores, () => true, 3).map((member) => known.codes[member] ?? '');
    });
    console.log(
      `offline: ${(rate * 100).toFixed(1)} % of ${relevanceQueries.length}; missed:\n${missed.join('\n')}`,
    );
    expect(rate).toBeGreaterThanOrEqual(0.92);
  });
});
