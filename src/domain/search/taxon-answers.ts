import type { Taxon } from '#contract/catalogue.ts';
import { countBoth } from './bitmap.ts';
import type { ListingIndex } from './listing-index.ts';
import { pathOf, type TaxonNode } from '#domain/catalogue/catalogue-tree.ts';
import { presentTaxonRef } from '#domain/catalogue/product-presenter.ts';
import { optionalText, textIn, translationsOf } from '#domain/catalogue/texts.ts';

/** A category with `depth` levels below it; 0 leaves the children out. */
export function presentTaxon(listing: ListingIndex, taxon: TaxonNode, locale: string, depth: number): Taxon {
  return {
    id: taxon.id,
    code: taxon.code,
    slug: textIn(taxon.slug, locale),
    name: textIn(taxon.name, locale),
    children: depth > 0 ? taxon.children.map((child) => presentTaxon(listing, child, locale, depth - 1)) : [],
    translations: translationsOf({ slug: taxon.slug, name: taxon.name }),
    ...optionalText('description', taxon.description, locale),
    ...(taxon.image ? { image: taxon.image } : {}),
    position: taxon.position,
    level: taxon.level,
    productCount: countBoth(listing.listed, listing.goods.taxon(taxon.id)),
  };
}

/** One category with its children of one level and what is above it. */
export function presentTaxonWithAncestors(listing: ListingIndex, taxon: TaxonNode, locale: string): Taxon {
  return {
    ...presentTaxon(listing, taxon, locale, 1),
    ancestors: pathOf(taxon)
      .slice(0, -1)
      .map((node) => presentTaxonRef(node, locale)),
  };
}
