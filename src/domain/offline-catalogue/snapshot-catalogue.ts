/**
 * The catalogue that a device keeps: answers the same questions as the shop, with the same rules over the same forms. What
 * it does not know (goods of later days, long texts) it leaves unanswered.
 */
import type { Product, ProductCard, Taxon } from '#contract/catalogue.ts';
import type { ProductRow, SnapshotDictionaries } from '#contract/snapshot.ts';
import { countBoth } from '#domain/search/bitmap.ts';
import { findAttribute, findValue, type CatalogueTree } from '#domain/catalogue/catalogue-tree.ts';
import {
  categoryNames,
  filterableValues,
  newValues,
  textsOfProduct,
  withAncestors,
} from '#domain/search/goods-texts.ts';
import { presentFacets } from '#domain/search/listing-facets.ts';
import { listGoods, type ListingQuery } from '#domain/search/listing.ts';
import { GoodsIndex, type IndexedProduct } from '#domain/search/goods-index.ts';
import { ListingIndex, type ChannelProduct } from '#domain/search/listing-index.ts';
import { presentCard, presentProduct, presentValue } from '#domain/catalogue/product-presenter.ts';
import { fromDictionaries } from './snapshot-dictionaries.ts';
import { fromRow } from './snapshot-rows.ts';
import type { StoredProduct } from '#domain/catalogue/stored-product.ts';
import { suggest, type SuggestionsAsk } from '#domain/search/suggestions.ts';
import { presentTaxon, presentTaxonWithAncestors } from '#domain/search/taxon-answers.ts';
import { textIn } from '#domain/catalogue/texts.ts';

/** What is asked: the name of a call of the contract and its input, as the page gives it. */
export interface SnapshotQuery {
  name: string;
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
}

/** Calls that a kept catalogue can answer. */
export const snapshotCalls: ReadonlySet<string> = new Set([
  'products',
  'productsByCodes',
  'suggestions',
  'product',
  'productById',
  'taxonsTree',
  'taxons',
  'taxon',
  'attributeValues',
  'attributePage',
]);

const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^\d{1,9}$/.test(value)
      ? Number(value)
      : undefined;
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const asFlag = (value: unknown): boolean | undefined =>
  value === undefined ? undefined : value === true || value === 1 || value === '1' || value === 'true';
const asTexts = (value: unknown): string[] | undefined =>
  value === undefined
    ? undefined
    : (Array.isArray(value) ? value : [value]).flatMap((one) =>
        typeof one === 'string' || typeof one === 'number' ? String(one) : [],
      );
const asGroups = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;

/** The input of CAT-04 as the page gives it, read as the server reads it from an address. */
function readListingQuery(query: Record<string, unknown>): ListingQuery {
  const price = asGroups(query['price']);
  const filter = asGroups(query['filter']);
  const order = asGroups(query['order']);
  return {
    page: asNumber(query['page']),
    itemsPerPage: asNumber(query['itemsPerPage']),
    code: asTexts(query['code']),
    taxon: asText(query['taxon']),
    taxonId: asNumber(query['taxonId']),
    attribute: asText(query['attribute']),
    attributeValue: asText(query['attributeValue']),
    sales: asFlag(query['sales']),
    new: asFlag(query['new']),
    query: asText(query['query']),
    filter:
      filter &&
      Object.fromEntries(Object.entries(filter).map(([name, values]) => [name, asTexts(values) ?? []])),
    price: price && { gte: asNumber(price['gte']), lte: asNumber(price['lte']) },
    inStock: asFlag(query['inStock']),
    order:
      order &&
      Object.fromEntries(Object.entries(order).map(([name, direction]) => [name, String(direction)])),
    facets: asFlag(query['facets']),
  };
}

const listOf = <T>(data: readonly T[]) => ({
  data: [...data],
  meta: { totalItems: data.length, page: 1, itemsPerPage: data.length, pageCount: 1 },
});

type KeptProduct = StoredProduct & { position: number; createdAt: number };

export class SnapshotCatalogue {
  readonly #tree: CatalogueTree;
  readonly #listing: ListingIndex;
  readonly #locale: string;
  readonly #byId = new Map<number, KeptProduct>();
  readonly #byCode = new Map<string, KeptProduct>();
  /** By every code and bar code in capitals; made with the first question. */
  #idsByAnyCode: Map<string, number> | undefined;

  /** @param updatedAt ISO: when the shop gave the rows */
  constructor(
    rows: readonly ProductRow[],
    dictionaries: SnapshotDictionaries,
    locale: string,
    updatedAt: string,
  ) {
    this.#locale = locale;
    this.#tree = fromDictionaries(dictionaries, locale);
    const tree = this.#tree;
    const products = rows
      .map((row) => fromRow(row, dictionaries, locale, updatedAt))
      .sort((one, other) => one.position - other.position || one.id - other.id);
    for (const product of products) {
      this.#byId.set(product.id, product);
      this.#byCode.set(product.code, product);
    }
    const isNew = newValues(tree);
    const indexed = products.map((product): IndexedProduct => ({
      id: product.id,
      code: product.code,
      position: product.position,
      createdAt: product.createdAt,
      rating: product.averageRating,
      reviewCount: product.reviewCount,
      isGift: product.isGift,
      isNew: product.valueIds.some((id) => isNew.has(id)),
      mainTaxonId: product.mainTaxonId,
      taxonIds: withAncestors(tree, product.taxonIds),
      valueIds: product.valueIds,
    }));
    function* textsOf() {
      for (const [member, product] of products.entries())
        yield textsOfProduct(tree, product, indexed[member]?.taxonIds ?? [], product.valueIds, locale);
    }
    const goods = new GoodsIndex(
      indexed,
      filterableValues(tree),
      textsOf,
      () => products.map(({ name }) => textIn(name, locale)),
      () => categoryNames(tree, locale),
    );
    this.#listing = new ListingIndex(
      goods,
      products.map((product, member): ChannelProduct => ({
        member,
        prices: product.variants.map(({ price }) => price),
        discount: Math.max(0, ...product.variants.map(({ percent }) => percent ?? 0)),
        inStock: isInStock(product),
      })),
    );
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Reads the words of all goods, which the first search would otherwise wait for. */
  readWords(): void {
    this.#listing.goods.words(this.#locale);
    this.#listing.goods.nameRanks(this.#locale);
  }

  #cards(ids: readonly number[]): ProductCard[] {
    return ids.flatMap((id) => {
      const product = this.#byId.get(id);
      return product ? [presentCard(product, this.#tree, this.#locale)] : [];
    });
  }

  #product(product: KeptProduct | undefined): Product | undefined {
    return product && presentProduct(product, this.#tree, this.#locale);
  }

  /** Ids of the goods that have one of these codes or bar codes. */
  #byAnyCode(codes: readonly string[]): number[] {
    this.#idsByAnyCode ??= new Map(
      [...this.#byId.values()].flatMap(({ id, code, variants }) =>
        [code, ...variants.flatMap((one) => [one.code, one.ean ?? ''])].map(
          (name) => [name.toUpperCase(), id] as const,
        ),
      ),
    );
    const ids = this.#idsByAnyCode;
    return [...new Set(codes.flatMap((code) => ids.get(code.toUpperCase()) ?? []))];
  }

  #taxon(code: string): Taxon | undefined {
    const taxon = this.#tree.taxonsByCode.get(code);
    return taxon && presentTaxonWithAncestors(this.#listing, taxon, this.#locale);
  }

  /** The answer in the contract's form; undefined: not known here. */
  answer({ name, params = {}, query = {} }: SnapshotQuery): unknown {
    const tree = this.#tree;
    const listing = this.#listing;
    const locale = this.#locale;
    const code = asText(params['code']) ?? '';
    switch (name) {
      case 'products': {
        const found = listGoods(tree, listing, readListingQuery(query), locale);
        if ('problem' in found) return undefined;
        const facets = found.facets && { facets: presentFacets(found.facets, locale) };
        return { data: this.#cards(found.ids), meta: { ...found.meta, ...facets } };
      }
      case 'productsByCodes':
        return listOf(this.#cards(this.#byAnyCode(asTexts(query['code']) ?? [])));
      case 'suggestions': {
        const { ids, meta } = suggest(tree, listing, { query: '', ...query } as SuggestionsAsk, locale);
        return { data: this.#cards(ids), meta };
      }
      case 'product':
        return this.#product(this.#byCode.get(code));
      case 'productById':
        return this.#product(this.#byId.get(asNumber(params['id']) ?? 0));
      case 'taxonsTree': {
        const root = asText(query['root']);
        const roots =
          root === undefined
            ? [...tree.taxons.values()].filter(({ parent }) => parent === null)
            : [tree.taxonsByCode.get(root)];
        return listOf(
          roots.flatMap((taxon) =>
            taxon ? [presentTaxon(listing, taxon, locale, (asNumber(query['depth']) ?? 5) - 1)] : [],
          ),
        );
      }
      case 'taxons': {
        const codes = asTexts(query['code']);
        const ids = asTexts(query['id']);
        const taxons = codes
          ? codes.map((one) => tree.taxonsByCode.get(one))
          : ids
            ? ids.map((one) => tree.taxons.get(Number(one)))
            : [...tree.taxons.values()];
        return listOf(taxons.flatMap((taxon) => (taxon ? [presentTaxon(listing, taxon, locale, 0)] : [])));
      }
      case 'taxon':
        return this.#taxon(code);
      case 'attributePage': {
        const attribute = findAttribute(tree, asText(params['attributeSlug']) ?? '');
        const value = attribute && findValue(attribute, asText(params['valueSlug']) ?? '');
        return value && presentValue(value, locale);
      }
      case 'attributeValues': {
        const attribute = tree.attributesByCode.get(code);
        const codes = asTexts(query['code']);
        if (!attribute || query['order'] !== undefined) return undefined;
        const values = codes
          ? codes.flatMap((one) => attribute.values.find((value) => value.code === one) ?? [])
          : attribute.values;
        return listOf(
          values.map((value) => ({
            ...presentValue(value, locale),
            productCount: countBoth(listing.listed, listing.goods.value(value.id)),
          })),
        );
      }
      default:
        return undefined;
    }
  }
}

/** As the shop counts it: a bundle that can be put together once, or any variant that is there or not counted. */
function isInStock(product: StoredProduct): boolean {
  if (product.type === 'bundle')
    return product.bundleItems.every(
      ({ required, quantity, stock }) => !required || (stock ?? 0) >= quantity,
    );
  return product.variants.some(
    ({ tracked, stock }) => !tracked || Object.values(stock).some((pieces) => pieces > 0),
  );
}
