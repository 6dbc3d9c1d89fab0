/**
 * A product as a row of the snapshot and back, and what rows point to (contract CAT-14). The server writes rows out of its
 * tables; a device reads them into the same forms, in one language, so that everything else is asked of the same functions.
 */
import { contentUnits, rowFlags } from '#contract/catalogue-words.ts';
import type { ProductRow, SnapshotDictionaries, VariantRow } from '#contract/snapshot.ts';
import type { AttributeNode, CatalogueTree, TaxonNode, ValueNode, WarehouseNode } from './catalogue-tree.ts';
import { bynamesIn } from './goods-texts.ts';
import type { StoredProduct, StoredVariant } from './stored-product.ts';
import { textIn, type Texts } from './texts.ts';

/** Option values by their place in the dictionary. */
export type OptionTable = { list: [string, string, string, string][]; places: Map<string, number> };

const optionKey = (optionCode: string, code: string): string => `${optionCode} ${code}`;

/** @param values in an order that stays: rows point to their places */
export function optionTable(
  values: readonly StoredVariant['options'][number][],
  locale: string,
): OptionTable {
  return {
    list: values.map(({ optionCode, optionName, code, value }) => [
      optionCode,
      textIn(optionName, locale),
      code,
      textIn(value, locale),
    ]),
    places: new Map(values.map(({ optionCode, code }, at) => [optionKey(optionCode, code), at])),
  };
}

function variantToRow(
  variant: StoredVariant,
  product: StoredProduct,
  options: OptionTable,
  locale: string,
): VariantRow {
  const { originalPrice, percent, lowest, reducedUntil, netAmount, netUnit } = variant;
  return [
    variant.code === product.code ? 0 : variant.code,
    textIn(variant.name, locale),
    variant.ean ?? 0,
    variant.price,
    originalPrice === null && percent === null && lowest === null
      ? 0
      : [originalPrice, percent, lowest, reducedUntil],
    variant.tracked
      ? Object.entries(variant.stock).flatMap(([place, pieces]) => [Number(place), pieces])
      : null,
    netAmount === null || netUnit === null ? 0 : [netAmount, contentUnits.indexOf(netUnit)],
    variant.weight,
    variant.options.length === 0
      ? 0
      : variant.options.flatMap(
          ({ optionCode, code }) => options.places.get(optionKey(optionCode, code)) ?? [],
        ),
    variant.isDefault ? 1 : 0,
  ];
}

/** In an order of its own: the tables have none, and rows point to places. */
const sortedRates = ({ taxRates }: Pick<CatalogueTree, 'taxRates'>): [string, number][] =>
  [...taxRates].sort(([one], [other]) => (one < other ? -1 : 1));

/** @param position of the product in the shop's order @param createdAt ms since 1970 */
export function toRow(
  product: StoredProduct,
  { position, createdAt }: { position: number; createdAt: number },
  tree: Pick<CatalogueTree, 'taxRates'>,
  options: OptionTable,
  locale: string,
): ProductRow {
  const { id, mainTaxonId, taxonIds, safety } = product;
  const flags =
    (product.isChemical ? rowFlags.isChemical : 0) +
    (product.isGift ? rowFlags.isGift : 0) +
    (product.professionalUse ? rowFlags.professionalUse : 0) +
    (product.type === 'bundle' ? rowFlags.isBundle : 0) +
    (product.returnable ? 0 : rowFlags.notReturnable);
  const extras = {
    ...(product.bundleItems.length > 0
      ? {
          bundle: product.bundleItems.map((item): [string, number, number, string, number | null] => [
            item.code,
            item.quantity,
            item.required ? 1 : 0,
            textIn(item.productName, locale),
            item.stock,
          ]),
        }
      : {}),
    ...(safety
      ? {
          safety: [
            safety.signalWord,
            safety.pictograms,
            safety.statements,
            safety.registrationNumber,
          ] satisfies [string | null, string[], string[], string | null],
        }
      : {}),
  };
  const row: ProductRow = [
    id,
    product.code,
    textIn(product.name, locale),
    textIn(product.slug, locale),
    textIn(product.shortDescription, locale),
    position - id,
    [mainTaxonId ?? 0, ...taxonIds.filter((taxon) => taxon !== mainTaxonId)],
    product.valueIds,
    product.images[0]?.path ?? '',
    flags,
    createdAt,
    product.reviewCount > 0 ? [product.averageRating, product.reviewCount] : 0,
    sortedRates(tree).findIndex(([category]) => category === product.taxCategory),
    product.variants.map((variant) => variantToRow(variant, product, options, locale)),
  ];
  return Object.keys(extras).length > 0 ? ([...row.slice(0, 14), extras] as unknown as ProductRow) : row;
}

const one = (locale: string, text: string): Texts => (text === '' ? {} : { [locale]: text });

function variantFromRow(
  row: VariantRow,
  code: string,
  id: number,
  dictionaries: SnapshotDictionaries,
  locale: string,
): StoredVariant {
  const [own, name, ean, price, reduction, stock, net, weight, options, isDefault] = row;
  const free: Record<string, number> = {};
  const pieces = stock ?? [];
  for (let at = 0; at < pieces.length; at += 2) free[String(pieces[at])] = pieces[at + 1] ?? 0;
  const [originalPrice, percent, lowest, reducedUntil] =
    reduction === 0 ? [null, null, null, null] : reduction;
  return {
    id,
    code: own === 0 ? code : own,
    isDefault: isDefault === 1,
    name: one(locale, name),
    ean: ean === 0 ? null : ean,
    netAmount: net === 0 ? null : net[0],
    netUnit: net === 0 ? null : (contentUnits[net[1]] ?? null),
    weight,
    tracked: stock !== null,
    price,
    originalPrice,
    percent,
    lowest,
    reducedUntil,
    options: (options === 0 ? [] : options).flatMap((place) => {
      const option = dictionaries.options[place];
      return option
        ? [
            {
              optionCode: option[0],
              optionName: one(locale, option[1]),
              code: option[2],
              value: one(locale, option[3]),
            },
          ]
        : [];
    }),
    stock: free,
    changedAt: new Date(0).toISOString(),
  };
}

/** The product of a row. What rows do not hold (long texts, makers, further pictures) is absent. @param updatedAt ISO */
export function fromRow(
  row: ProductRow,
  dictionaries: SnapshotDictionaries,
  locale: string,
  updatedAt: string,
): StoredProduct & { position: number; createdAt: number } {
  const [
    id,
    code,
    name,
    slug,
    short,
    position,
    [main = 0, ...others],
    valueIds,
    picture,
    flags,
    createdAt,
    rating,
    tax,
    variants,
    extras,
  ] = row;
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const safety = extras?.safety;
  return {
    id,
    code,
    type: has(rowFlags.isBundle) ? 'bundle' : 'simple',
    name: one(locale, name),
    slug: one(locale, slug),
    shortDescription: short === '' ? null : one(locale, short),
    description: null,
    metaTitle: null,
    metaDescription: null,
    taxCategory: dictionaries.rates[tax]?.[0] ?? '',
    isChemical: has(rowFlags.isChemical),
    professionalUse: has(rowFlags.professionalUse),
    isGift: has(rowFlags.isGift),
    returnable: !has(rowFlags.notReturnable),
    safety: safety
      ? {
          signalWord: safety[0],
          pictograms: safety[1],
          statements: safety[2],
          registrationNumber: safety[3],
          documents: {},
        }
      : null,
    images: picture === '' ? [] : [{ path: picture, type: 'front', alt: one(locale, name) }],
    averageRating: rating === 0 ? 0 : rating[0],
    reviewCount: rating === 0 ? 0 : rating[1],
    mainTaxonId: main === 0 ? null : main,
    taxonIds: main === 0 ? others : [main, ...others],
    valueIds,
    updatedAt,
    variants: variants.map((variant, at) =>
      variantFromRow(variant, code, id * 100 + at, dictionaries, locale),
    ),
    bundleItems: (extras?.bundle ?? []).map(([part, quantity, required, productName, stock]) => ({
      code: part,
      quantity,
      required: required === 1,
      productName: one(locale, productName),
      stock,
    })),
    maker: null,
    associations: [],
    position: position + id,
    createdAt,
  };
}

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
    places: [...tree.warehouses.values()].map(({ id, code, name, city, collection, chemicals }) => [
      id,
      code,
      textIn(name, locale),
      city,
      collection ? 1 : 0,
      chemicals ? 1 : 0,
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
      name: one(locale, name),
      slug: one(locale, slug),
      description: description === '' ? null : one(locale, description),
      image: image === '' ? null : image,
      bynames: bynames === '' ? null : one(locale, bynames),
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
      name: one(locale, name),
      slug: one(locale, slug),
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
      value: one(locale, value),
      slug: one(locale, slug),
      color: color || null,
      iconColor: iconColor || null,
      backgroundColor: backgroundColor || null,
      imagePath: imagePath || null,
      content: null,
      bynames: bynames === '' ? null : one(locale, bynames),
    };
    attribute.values.push(node);
    values.set(id, node);
  }
  const texts = (words: Record<string, string>): Record<string, Texts> =>
    Object.fromEntries(Object.entries(words).map(([code, text]) => [code, one(locale, text)]));
  return {
    taxons,
    taxonsByCode: new Map([...taxons.values()].map((node) => [node.code, node])),
    attributes,
    attributesByCode: new Map(attributes.map((attribute) => [attribute.code, attribute])),
    values,
    warehouses: new Map(
      dictionaries.places.map(
        ([id, code, name, city, collection, chemicals], priority): [number, WarehouseNode] => [
          id,
          {
            id,
            code,
            name: one(locale, name),
            city,
            collection: collection === 1,
            chemicals: chemicals === 1,
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
