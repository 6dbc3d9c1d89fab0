/** What lists and search are made of, read from a product in a catalogue: the same for the server's tables and a device's rows. */
import {
  pathOf,
  type CatalogueTree,
  type TaxonNode,
  type ValueNode,
} from '#domain/catalogue/catalogue-tree.ts';
import type { SearchText } from './search-index-builder.ts';
import { isSearched, searchTexts } from './search-texts.ts';
import { textIn, type Texts } from '#domain/catalogue/texts.ts';

/** The attribute that marks new goods (contract 2.2). */
const newAttribute = 'new';

/** Names that people use besides, in a language and in Latin. */
export const bynamesIn = (texts: Texts | null, locale: string): string | undefined =>
  texts ? [texts[locale], texts['la']].filter(Boolean).join(' ; ') : undefined;

/** All categories that a product lies in, with those above them. */
export function withAncestors(tree: CatalogueTree, ids: readonly number[]): number[] {
  const all = new Set<number>();
  for (const id of ids) {
    const taxon = tree.taxons.get(id);
    if (taxon) for (const node of pathOf(taxon)) all.add(node.id);
  }
  return [...all];
}

/** Attribute code to the ids of its values, for attributes that are facets. */
export const filterableValues = (tree: CatalogueTree): Map<string, number[]> =>
  new Map(
    tree.attributes
      .filter(({ filterable }) => filterable)
      .map(({ code, values }) => [code, values.map(({ id }) => id)]),
  );

/** Ids of the values that say "new". */
export const newValues = (tree: CatalogueTree): Set<number> =>
  new Set(tree.attributesByCode.get(newAttribute)?.values.map(({ id }) => id));

export interface NamedProduct {
  code: string;
  name: Texts;
  shortDescription: Texts | null;
  variants: readonly { code: string; ean: string | null; name: Texts }[];
}

/** @param taxonIds those above them too @param valueIds in the product's own order */
export function textsOfProduct(
  tree: CatalogueTree,
  product: NamedProduct,
  taxonIds: readonly number[],
  valueIds: readonly number[],
  locale: string,
): SearchText[] {
  const ofTaxon = ({ name, bynames, children }: TaxonNode) => ({
    name: textIn(name, locale),
    bynames: bynamesIn(bynames, locale),
    isLast: children.length === 0,
  });
  const ofValue = ({ attribute, value, bynames }: ValueNode) => ({
    attribute: attribute.code,
    value: textIn(value, locale),
    bynames: bynamesIn(bynames, locale),
  });
  return searchTexts({
    code: product.code,
    name: textIn(product.name, locale),
    shortDescription: textIn(product.shortDescription, locale),
    variants: product.variants.map(({ code, ean, name }) => ({ code, ean, name: textIn(name, locale) })),
    taxons: taxonIds.flatMap((id) => tree.taxons.get(id) ?? []).map(ofTaxon),
    values: valueIds
      .flatMap((id) => tree.values.get(id) ?? [])
      .filter(({ attribute }) => isSearched(attribute))
      .map(ofValue),
  });
}

/** Names of all categories in a language: a query may name one. */
export const categoryNames = (tree: CatalogueTree, locale: string): { id: number; name: string }[] =>
  [...tree.taxons.values()].map(({ id, name }) => ({ id, name: textIn(name, locale) }));
