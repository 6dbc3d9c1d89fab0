/**
 * What a list answers (contract CAT-04): which goods in which order, and everything that is said beside them. One rule
 * for the server and for a device that keeps the catalogue.
 */
import type { productsQuery } from '#contract/catalogue-requests.ts';
import type { SortOption } from '#contract/catalogue.ts';
import { sortFields, type SortField } from '#contract/catalogue-words.ts';
import type { z } from '#lib/zod.ts';
import {
  findAttribute,
  findValue,
  pathOf,
  type CatalogueTree,
  type TaxonNode,
  type ValueNode,
} from '#domain/catalogue/catalogue-tree.ts';
import type { Ask, Found, ListingIndex } from './listing-index.ts';
import type { Sorting } from './listing-orders.ts';
import { shownFacets } from './listing-facets.ts';
import { listingText, type ListingText } from './languages.ts';
import { presentTaxonRef, presentValue } from '#domain/catalogue/product-presenter.ts';
import type { SearchIndex } from './search-index.ts';
import { optionalText, translationsOf } from '#domain/catalogue/texts.ts';

export type ListingQuery = z.output<typeof productsQuery>;

/** A question that has no answer: what it names is not in the catalogue, or no order. */
export type ListingProblem =
  | { problem: 'taxon.not_found' | 'attribute.not_found' }
  | { problem: 'query.invalid_sort'; field: string };

const defaultPageSize = 24;
/** Categories named beside hits of a search or a sale. */
const taxonsNamed = 20;
/** Queries offered in place of one that finds nothing. */
const queriesOffered = 6;

const sorts: Record<string, { text: ListingText; order: Record<string, 'asc' | 'desc'> }> = {
  position: { text: 'position', order: { position: 'asc' } },
  relevance: { text: 'relevance', order: { relevance: 'desc' } },
  'price-asc': { text: 'price-asc', order: { price: 'asc' } },
  'price-desc': { text: 'price-desc', order: { price: 'desc' } },
  newest: { text: 'newest', order: { createdAt: 'desc' } },
  discount: { text: 'discount', order: { discount: 'desc' } },
  rating: { text: 'rating', order: { rating: 'desc' } },
  'name-asc': { text: 'name-asc', order: { name: 'asc' } },
};

type Place = { taxon: TaxonNode | undefined; value: ValueNode | undefined };

function readSorting(
  order: Record<string, string> | undefined,
  fallback: Record<string, 'asc' | 'desc'>,
): Sorting | ListingProblem {
  const sorting: { key: SortField; direction: 'asc' | 'desc' }[] = [];
  for (const [key, direction] of Object.entries(order ?? fallback)) {
    if (!(sortFields as readonly string[]).includes(key) || (direction !== 'asc' && direction !== 'desc'))
      return { problem: 'query.invalid_sort', field: key };
    sorting.push({ key: key as SortField, direction });
  }
  return sorting;
}

function findPlace(tree: CatalogueTree, query: ListingQuery): Place | ListingProblem {
  const taxon =
    query.taxon !== undefined
      ? tree.taxonsByCode.get(query.taxon)
      : query.taxonId !== undefined
        ? tree.taxons.get(query.taxonId)
        : undefined;
  if (!taxon && (query.taxon !== undefined || query.taxonId !== undefined))
    return { problem: 'taxon.not_found' };
  if (query.attribute === undefined) return { taxon, value: undefined };
  const attribute = findAttribute(tree, query.attribute);
  const value =
    attribute && query.attributeValue !== undefined ? findValue(attribute, query.attributeValue) : undefined;
  return value ? { taxon, value } : { problem: 'attribute.not_found' };
}

/** Chosen values by attribute. Unknown attributes are ignored, unknown values find nothing. */
function readFilter(tree: CatalogueTree, filter: ListingQuery['filter']): Map<string, number[]> {
  const chosen = new Map<string, number[]>();
  for (const [name, codes] of Object.entries(filter ?? {})) {
    const attribute = tree.attributesByCode.get(name);
    if (!attribute || codes.length === 0) continue;
    chosen.set(
      attribute.code,
      codes.flatMap((code) => attribute.values.find((value) => value.code === code)?.id ?? []),
    );
  }
  return chosen;
}

function sortOptionsOf(sorting: Sorting, place: Place, hasQuery: boolean, locale: string): SortOption[] {
  const [first] = sorting;
  return Object.entries(sorts)
    .filter(([code]) => (code === 'position' ? place.taxon !== undefined : code !== 'relevance' || hasQuery))
    .map(([code, { text, order }]) => ({
      code,
      name: listingText(text, locale),
      order,
      selected: sorting.length === 1 && first !== undefined && order[first.key] === first.direction,
    }));
}

/** Child categories with hits; without a category those that the hits lie in, fullest first. */
function taxonsOfHits(
  tree: CatalogueTree,
  listing: ListingIndex,
  found: Found,
  taxon: TaxonNode | undefined,
): { taxon: TaxonNode; count: number }[] {
  const count = (node: TaxonNode): number => listing.goods.countInTaxon(node.id, found.members);
  if (taxon) {
    return taxon.children.map((node) => ({ taxon: node, count: count(node) })).filter((one) => one.count > 0);
  }
  const leaves = [...tree.taxons.values()].filter(({ children }) => children.length === 0);
  return leaves
    .map((node) => ({ taxon: node, count: count(node) }))
    .filter((one) => one.count > 0)
    .sort((a, b) => b.count - a.count || a.taxon.lft - b.taxon.lft)
    .slice(0, taxonsNamed);
}

/** What to say about a query beside its goods. */
function searchNotes(
  words: SearchIndex,
  { hits }: Found,
  query: string,
): { leftOut: string[]; instead: string[] } {
  const isFound = hits !== null && hits.members.length > 0;
  return {
    leftOut: isFound ? hits.leftOut : [],
    instead: isFound ? [] : words.instead(query, queriesOffered),
  };
}

/** What the query asks for, read against the catalogue: needed before the words of a language are read. */
export const textOf = (query: Pick<ListingQuery, 'query'>): string => query.query?.trim() ?? '';

/** The goods of the page by id, `meta` of the answer, and what becomes its facets. */
export function listGoods(tree: CatalogueTree, listing: ListingIndex, query: ListingQuery, locale: string) {
  const place = findPlace(tree, query);
  if ('problem' in place) return place;
  const text = textOf(query);
  const hasQuery = text !== '';
  const fallback: Record<string, 'asc' | 'desc'> = hasQuery
    ? { relevance: 'desc' }
    : place.taxon
      ? { position: 'asc' }
      : { createdAt: 'desc' };
  const sorting = readSorting(query.order, query.code ? {} : fallback);
  if ('problem' in sorting) return sorting;
  const page = query.page ?? 1;
  const itemsPerPage = query.itemsPerPage ?? (query.code ? query.code.length : defaultPageSize);
  const wantsFacets = query.facets ?? !query.code;
  const ask: Ask = {
    codes: query.code,
    taxonId: place.taxon?.id,
    valueId: place.value?.id,
    sales: query.sales,
    isNew: query.new,
    query: hasQuery ? text : undefined,
    filter: readFilter(tree, query.filter),
    price: query.price,
    inStock: query.inStock,
    sorting,
    offset: (page - 1) * itemsPerPage,
    limit: itemsPerPage,
    facets: wantsFacets,
  };
  const found = listing.find(ask, locale);
  const meta = {
    totalItems: found.total,
    page,
    itemsPerPage,
    pageCount: itemsPerPage === 0 ? 0 : Math.ceil(found.total / itemsPerPage),
    ...(query.code ? {} : { sortOptions: sortOptionsOf(sorting, place, hasQuery, locale) }),
    ...(place.taxon ? { taxon: presentTaxonPlace(place.taxon, locale) } : {}),
    ...(place.value ? { attributeValue: presentValue(place.value, locale) } : {}),
    ...(hasQuery ? { query: text, search: searchNotes(listing.goods.words(locale), found, text) } : {}),
    ...(query.code
      ? {}
      : {
          taxons: taxonsOfHits(tree, listing, found, place.taxon).map(({ taxon, count }) => ({
            ...presentTaxonRef(taxon, locale),
            count,
          })),
        }),
  };
  return { ids: found.ids, meta, facets: wantsFacets ? shownFacets(tree, found, ask, locale) : null };
}

function presentTaxonPlace(taxon: TaxonNode, locale: string) {
  return {
    ...presentTaxonRef(taxon, locale),
    translations: translationsOf({ slug: taxon.slug, name: taxon.name }),
    ...optionalText('description', taxon.description, locale),
    ancestors: pathOf(taxon)
      .slice(0, -1)
      .map((node) => presentTaxonRef(node, locale)),
  };
}
