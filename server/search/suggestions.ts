import type { NamedCategory } from '#domain/search-index.ts';
import { countBoth } from '#server/catalogue/bitmap.ts';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import { pathOf } from '#server/catalogue/catalogue-data.ts';
import { presentTaxonRef } from '#server/catalogue/product-presenter.ts';
import { textIn } from '#server/catalogue/texts.ts';

const taxonsSuggested = 3;
const defaultCount = 4;

/** How well a category's name answers the query: first its share of the query, then the query's share of it. */
const fitOf = (named: NamedCategory | undefined): number => (named ? named.ofQuery + named.ofName / 2 : 0);

/** The answer of SEA-01 as JSON text: the best goods and the categories that most of the hits lie in. */
export async function answerSuggestions(
  catalogue: Catalogue,
  input: { query: string; page?: number | undefined; itemsPerPage?: number | undefined },
  channelCode: string,
  locale: string,
): Promise<string> {
  const { data } = catalogue.state;
  const listing = catalogue.listing(channelCode);
  const page = input.page ?? 1;
  const itemsPerPage = input.itemsPerPage ?? defaultCount;
  await listing.goods.readWords(locale);
  const found = listing.find(
    {
      query: input.query,
      sorting: [{ key: 'relevance', direction: 'desc' }],
      offset: (page - 1) * itemsPerPage,
      limit: itemsPerPage,
      facets: false,
    },
    locale,
  );
  const taxons = [...data.taxons.values()]
    .map((taxon) => ({
      taxon,
      count: countBoth(found.members, listing.goods.taxon(taxon.id)),
      fit: fitOf(found.hits?.categories.get(taxon.id)),
    }))
    .filter(({ taxon, count, fit }) => count > 0 && (fit > 0 || taxon.children.length === 0))
    .sort((a, b) => b.fit - a.fit || b.count - a.count || a.taxon.lft - b.taxon.lft)
    .slice(0, taxonsSuggested);
  const cards = await catalogue.cards(channelCode, locale, found.ids);
  const meta = {
    totalItems: found.total,
    page,
    itemsPerPage,
    pageCount: itemsPerPage === 0 ? 0 : Math.ceil(found.total / itemsPerPage),
    taxonsSuggestions: taxons.map(({ taxon, count }) => ({
      ...presentTaxonRef(taxon, locale),
      path: pathOf(taxon).map((node) => textIn(node.name, locale)),
      count,
    })),
  };
  return `{"data":[${cards.join(',')}],"meta":${JSON.stringify(meta)}}`;
}
