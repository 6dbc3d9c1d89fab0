/** What is suggested for words that are still being typed (contract SEA-01): one rule for the server and for a device. */
import { pathOf, type CatalogueTree } from '#domain/catalogue/catalogue-tree.ts';
import type { ListingIndex } from './listing-index.ts';
import { presentTaxonRef } from '#domain/catalogue/product-presenter.ts';
import type { NamedCategory } from './category-names.ts';
import { textIn } from '#domain/catalogue/texts.ts';

const taxonsSuggested = 3;
const defaultCount = 4;

/** How well a category's name answers the query: first its share of the query, then the query's share of it. */
const fitOf = (named: NamedCategory | undefined): number => (named ? named.ofQuery + named.ofName / 2 : 0);

export type SuggestionsAsk = { query: string; page?: number | undefined; itemsPerPage?: number | undefined };

/** The best goods by id, and the categories that most of the hits lie in. */
export function suggest(tree: CatalogueTree, listing: ListingIndex, input: SuggestionsAsk, locale: string) {
  const page = input.page ?? 1;
  const itemsPerPage = input.itemsPerPage ?? defaultCount;
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
  const taxons = [...tree.taxons.values()]
    .map((taxon) => ({ taxon, fit: fitOf(found.hits?.categories.get(taxon.id)) }))
    .filter(({ taxon, fit }) => fit > 0 || taxon.children.length === 0)
    .map((one) => ({ ...one, count: listing.goods.countInTaxon(one.taxon.id, found.members) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.fit - a.fit || b.count - a.count || a.taxon.lft - b.taxon.lft)
    .slice(0, taxonsSuggested);
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
  return { ids: found.ids, meta };
}
