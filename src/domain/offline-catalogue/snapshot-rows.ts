/**
 * A product as a row of the snapshot and back, and what rows point to (contract CAT-14). The server writes rows out of its
 * tables; a device reads them into the same forms, in one language, so that everything else is asked of the same functions.
 */
import { contentUnits, rowFlags, tierPacks } from '#contract/catalogue-words.ts';
import type { ProductRow, SnapshotDictionaries, VariantRow } from '#contract/snapshot.ts';
import type { CatalogueTree } from '#domain/catalogue/catalogue-tree.ts';
import type { StoredProduct, StoredVariant } from '#domain/catalogue/stored-product.ts';
import { textIn, type Texts } from '#domain/catalogue/texts.ts';

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
export const sortedRates = ({ taxRates }: Pick<CatalogueTree, 'taxRates'>): [string, number][] =>
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
    (product.tradeOnly ? rowFlags.tradeOnly : 0) +
    (product.type === 'bundle' ? rowFlags.isBundle : 0) +
    (product.returnable ? 0 : rowFlags.notReturnable);
  const tiers = product.variants.flatMap((variant, at) =>
    variant.tiers.map(({ quantity, price, pack }): [number, number, number, number] => [
      at,
      quantity,
      price,
      pack === null ? 0 : tierPacks.indexOf(pack) + 1,
    ]),
  );
  const extras = {
    ...(tiers.length > 0 ? { tiers } : {}),
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

/** A text that is known in one language alone. */
export const onlyIn = (locale: string, text: string): Texts => (text === '' ? {} : { [locale]: text });

function variantFromRow(
  row: VariantRow,
  code: string,
  id: number,
  dictionaries: SnapshotDictionaries,
  locale: string,
): Omit<StoredVariant, 'tiers'> {
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
    name: onlyIn(locale, name),
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
              optionName: onlyIn(locale, option[1]),
              code: option[2],
              value: onlyIn(locale, option[3]),
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
    name: onlyIn(locale, name),
    slug: onlyIn(locale, slug),
    shortDescription: short === '' ? null : onlyIn(locale, short),
    description: null,
    metaTitle: null,
    metaDescription: null,
    taxCategory: dictionaries.rates[tax]?.[0] ?? '',
    isChemical: has(rowFlags.isChemical),
    professionalUse: has(rowFlags.professionalUse),
    tradeOnly: has(rowFlags.tradeOnly),
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
    images: picture === '' ? [] : [{ path: picture, type: 'front', alt: onlyIn(locale, name) }],
    averageRating: rating === 0 ? 0 : rating[0],
    reviewCount: rating === 0 ? 0 : rating[1],
    mainTaxonId: main === 0 ? null : main,
    taxonIds: main === 0 ? others : [main, ...others],
    valueIds,
    updatedAt,
    variants: variants.map((variant, at) => ({
      ...variantFromRow(variant, code, id * 100 + at, dictionaries, locale),
      tiers: (extras?.tiers ?? []).flatMap(([of, quantity, price, pack]) =>
        of === at ? [{ quantity, price, pack: tierPacks[pack - 1] ?? null }] : [],
      ),
    })),
    bundleItems: (extras?.bundle ?? []).map(([part, quantity, required, productName, stock]) => ({
      code: part,
      quantity,
      required: required === 1,
      productName: onlyIn(locale, productName),
      stock,
    })),
    maker: null,
    associations: [],
    position: position + id,
    createdAt,
  };
}
