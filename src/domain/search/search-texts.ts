/** What search reads of a product, whether it comes from the shop's tables or from a card that a device keeps. */
import type { SearchField, SearchText } from './search-index-builder.ts';

export type SearchableProduct = {
  code: string;
  name: string;
  shortDescription?: string | undefined;
  variants: readonly { code: string; ean?: string | null | undefined; name: string }[];
  /** The categories it lies in with those above them; `isLast` has none below it. */
  taxons: readonly { name: string; bynames?: string | undefined; isLast: boolean }[];
  values: readonly { attribute: string; value: string; bynames?: string | undefined }[];
  /** The short fact of a card: sizes and the attribute that matters most. */
  keyFact?: string | undefined;
};

/** Attributes that say what something is for or made of: shoppers look for them as for names. */
const telling = new Set(['crop', 'animal', 'useCrop', 'activeIngredient', 'npk', 'ppCategory']);
/** No facets, but printed on the pack and typed from it. */
const fromPack = new Set(['registrationNumber', 'variety']);

/** Whether search reads the values of an attribute. */
export const isSearched = (attribute: { code: string; filterable: boolean }): boolean =>
  attribute.filterable || fromPack.has(attribute.code);

const fieldOf = (attribute: string): SearchField =>
  attribute === 'brand' ? 'brand' : telling.has(attribute) ? 'crop' : 'attribute';

/** The texts of a product with where each stands. */
export function searchTexts(product: SearchableProduct): SearchText[] {
  const { code, name, shortDescription = '', variants, taxons, values, keyFact = '' } = product;
  const bynames = [...taxons, ...values].flatMap((one) => one.bynames ?? []);
  const texts: SearchText[] = [
    { text: name, field: 'name' },
    {
      text: [code, ...variants.flatMap((variant) => [variant.code, variant.ean ?? ''])].join(' '),
      field: 'code',
    },
    { text: variants.map((variant) => variant.name).join(' ; '), field: 'size' },
    { text: keyFact, field: 'attribute' },
    { text: shortDescription, field: 'text' },
    { text: bynames.join(' ; '), field: 'byname' },
    ...taxons.map((taxon) => ({
      text: taxon.name,
      field: taxon.isLast ? ('taxon' as const) : ('ancestor' as const),
    })),
    ...values.map(({ attribute, value }) => ({ text: value, field: fieldOf(attribute) })),
  ];
  return texts.filter(({ text }) => text !== '');
}
