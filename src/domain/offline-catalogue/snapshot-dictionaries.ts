/** What rows of the snapshot point to (contract CAT-14): written by the server, and read into the tables of the catalogue. */
import { contentUnits } from '#contract/catalogue-words.ts';
import type { SnapshotDictionaries } from '#contract/snapshot.ts';
import type {
  AttributeNode,
  CatalogueTree,
  TaxonNode,
  ValueNode,
  WarehouseNode,
} from '#domain/catalogue/catalogue-tree.ts';
import { bynamesIn } from '#domain/search/goods-texts.ts';
import { onlyIn, sortedRates, type OptionTable } from './snapshot-rows.ts';
import { textIn, type Texts } from '#domain/catalogue/texts.ts';

/** Everything that rows of the catalogue point to, in one language. */
export function toDictionaries(
  tree: CatalogueTree,
  options: OptionTable,
  locale: string,
): SnapshotDictionaries {
  const words = (texts: Record<string, Texts>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, textIn(text, locale)]));
  return {
    taxons: [...tree.taxons.values()].map((node) => [
      node.id,
      node.code,
      node.parent?.id ?? 0,
      node.position,
      textIn(node.name, locale),
      textIn(node.slug, locale),
      textIn(node.description, locale),
      node.image ?? '',
      bynamesIn(node.bynames, locale) ?? '',
    ]),
    attributes: tree.attributes.map(({ id, code, type, filterable, name, slug }) => [
      id,
      code,
      type,
      filterable ? 1 : 0,
      textIn(name, locale),
      textIn(slug, locale),
    ]),
    values: tree.attributes.flatMap(({ id: attribute, values }) =>
      values.map((node): SnapshotDictionaries['values'][number] => {
        const { color, iconColor, backgroundColor, imagePath } = node;
        const looks = [color, iconColor, backgroundColor, imagePath].map((look) => look ?? '');
        const [first = '', second = '', third = '', fourth = ''] = looks;
        const row: [number, number, string, string, string, string] = [
          node.id,
          attribute,
          node.code,
          textIn(node.value, locale),
          textIn(node.slug, locale),
          bynamesIn(node.bynames, locale) ?? '',
        ];
        return looks.some(Boolean) ? [...row, first, second, third, fourth] : row;
      }),
    ),
    units: [...contentUnits],
    places: [...tree.warehouses.values()].map(({ id, code, name, city, ships, collection, chemicals }) => [
      id,
      code,
      textIn(name, locale),
      city,
      collection ? 1 : 0,
      (chemicals ? 1 : 0) + (ships ? 0 : 2),
    ]),
    options: options.list,
    rates: sortedRates(tree),
    signalWords: words(tree.signalWords),
    pictograms: words(tree.pictograms),
    statements: words(tree.hazardStatements),
  };
}

/** The tables of the catalogue out of the dictionaries, with their links drawn. */
export function fromDictionaries(dictionaries: SnapshotDictionaries, locale: string): CatalogueTree {
  const taxons = new Map<number, TaxonNode>();
  for (const [
    at,
    [id, code, parentId, position, name, slug, description, image, bynames],
  ] of dictionaries.taxons.entries()) {
    const parent = taxons.get(parentId) ?? null;
    const node: TaxonNode = {
      id,
      code,
      parent,
      children: [],
      level: parent ? parent.level + 1 : 0,
      position,
      lft: at,
      name: onlyIn(locale, name),
      slug: onlyIn(locale, slug),
      description: description === '' ? null : onlyIn(locale, description),
      image: image === '' ? null : image,
      bynames: bynames === '' ? null : onlyIn(locale, bynames),
    };
    parent?.children.push(node);
    taxons.set(id, node);
  }
  const attributes = dictionaries.attributes.map(
    ([id, code, type, filterable, name, slug], position): AttributeNode => ({
      id,
      code,
      type,
      filterable: filterable === 1,
      position,
      name: onlyIn(locale, name),
      slug: onlyIn(locale, slug),
      values: [],
    }),
  );
  const byId = new Map(attributes.map((attribute) => [attribute.id, attribute]));
  const values = new Map<number, ValueNode>();
  for (const [
    position,
    [id, attributeId, code, value, slug, bynames, color, iconColor, backgroundColor, imagePath],
  ] of dictionaries.values.entries()) {
    const attribute = byId.get(attributeId);
    if (!attribute) continue;
    const node: ValueNode = {
      id,
      attribute,
      code,
      position,
      value: onlyIn(locale, value),
      slug: onlyIn(locale, slug),
      color: color || null,
      iconColor: iconColor || null,
      backgroundColor: backgroundColor || null,
      imagePath: imagePath || null,
      content: null,
      bynames: bynames === '' ? null : onlyIn(locale, bynames),
    };
    attribute.values.push(node);
    values.set(id, node);
  }
  const texts = (words: Record<string, string>): Record<string, Texts> =>
    Object.fromEntries(Object.entries(words).map(([code, text]) => [code, onlyIn(locale, text)]));
  return {
    taxons,
    taxonsByCode: new Map([...taxons.values()].map((node) => [node.code, node])),
    attributes,
    attributesByCode: new Map(attributes.map((attribute) => [attribute.code, attribute])),
    values,
    warehouses: new Map(
      dictionaries.places.map(
        ([id, code, name, city, collection, flags], priority): [number, WarehouseNode] => [
          id,
          {
            id,
            code,
            name: onlyIn(locale, name),
            city,
            ships: (flags & 2) === 0,
            collection: collection === 1,
            chemicals: (flags & 1) === 1,
            channels: [],
            priority,
          },
        ],
      ),
    ),
    taxRates: new Map(dictionaries.rates),
    hazardStatements: texts(dictionaries.statements),
    signalWords: texts(dictionaries.signalWords),
    pictograms: texts(dictionaries.pictograms),
  };
}
