/** The facets of a list (contract 4.2.2): which are shown with what counts, and how they are said. */
import type { Facet } from '#contract/catalogue.ts';
import type { AttributeNode, CatalogueTree, ValueNode } from '#domain/catalogue/catalogue-tree.ts';
import type { Ask, Found } from './listing-index.ts';
import { listingText } from './languages.ts';
import { textIn } from '#domain/catalogue/texts.ts';

/** A value that can be chosen, and how many goods it leaves. */
type ShownValue = { node: ValueNode; count: number; selected: boolean };
export type ShownFacets = {
  attributes: { attribute: AttributeNode; values: ShownValue[] }[];
  /** Price and stock, which are of no attribute. */
  others: Facet[];
};

/** Values without goods are left out unless they are chosen, attributes without values too. */
export function shownFacets(tree: CatalogueTree, found: Found, ask: Ask, locale: string): ShownFacets {
  const attributes: ShownFacets['attributes'] = [];
  for (const attribute of tree.attributes) {
    if (!attribute.filterable) continue;
    const chosen = ask.filter?.get(attribute.code);
    const values: ShownValue[] = [];
    for (const node of attribute.values) {
      const count = found.valueCounts.get(node.id) ?? 0;
      const selected = chosen?.includes(node.id) ?? false;
      if (count > 0 || selected) values.push({ node, count, selected });
    }
    if (values.length > 0) attributes.push({ attribute, values });
  }
  const others: Facet[] = [];
  if (found.price && (found.price.min < found.price.max || ask.price))
    others.push({ code: 'price', name: listingText('price', locale), type: 'range', ...found.price });
  others.push({
    code: 'inStock',
    name: listingText('inStock', locale),
    type: 'boolean',
    values: [
      {
        code: '1',
        value: listingText('inStock', locale),
        slug: '1',
        count: found.inStockCount,
        selected: ask.inStock ?? false,
      },
    ],
  });
  return { attributes, others };
}

/** What is said of a value whatever is counted. */
export const presentFacetValue = ({ code, value, slug, backgroundColor }: ValueNode, locale: string) => ({
  code,
  value: textIn(value, locale),
  slug: textIn(slug, locale),
  ...(backgroundColor ? { color: backgroundColor } : {}),
});

export const presentFacets = ({ attributes, others }: ShownFacets, locale: string): Facet[] => [
  ...attributes.map(({ attribute, values }) => ({
    code: attribute.code,
    name: textIn(attribute.name, locale),
    type: 'list' as const,
    values: values.map(({ node, count, selected }) => ({
      ...presentFacetValue(node, locale),
      count,
      selected,
    })),
  })),
  ...others,
];
