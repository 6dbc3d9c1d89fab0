import type { ProductCard } from '#contract/catalogue.ts';
import { SearchIndex } from '#domain/search/search-index.ts';
import { SearchIndexBuilder } from '#domain/search/search-index-builder.ts';
import { searchTexts } from '#domain/search/search-texts.ts';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import { pathOf } from '#domain/catalogue/catalogue-tree.ts';
import { textIn } from '#domain/catalogue/texts.ts';

/** Search over what a device keeps: the cards of the retail channel and the tree of categories, nothing of the server. */
export async function readSnapshot(
  catalogue: Catalogue,
  locale: string,
): Promise<{ index: SearchIndex; codes: string[] }> {
  const { data, goods } = catalogue.state;
  const ids = goods.products.filter(({ isGift }) => !isGift).map(({ id }) => id);
  const cards = (await catalogue.cards('retail', locale, ids)).map(
    (json) => JSON.parse(json.toString()) as ProductCard,
  );
  const builder = new SearchIndexBuilder(locale);
  for (const card of cards) {
    const main = card.mainTaxon ? data.taxonsByCode.get(card.mainTaxon.code) : undefined;
    const path = main ? pathOf(main) : [];
    const taxons = path.map((node) => ({ name: textIn(node.name, locale), isLast: node === main }));
    const values = card.attributeValues.map(({ attribute, value }) => ({ attribute: attribute.code, value }));
    builder.add(
      searchTexts({ ...card, taxons, values }),
      path.map(({ id }) => id),
    );
  }
  const categories = [...data.taxons.values()].map(({ id, name }) => ({ id, name: textIn(name, locale) }));
  return { index: new SearchIndex(builder, categories), codes: cards.map(({ code }) => code) };
}
