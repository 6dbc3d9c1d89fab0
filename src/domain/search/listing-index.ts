import {
  allOf,
  anyOf,
  bitmapOf,
  clearBit,
  countBoth,
  countOf,
  emptyBitmap,
  hasBit,
  setBit,
  withoutAny,
  type Bitmap,
} from './bitmap.ts';
import { ChannelPrices } from './channel-prices.ts';
import type { GoodsIndex } from './goods-index.ts';
import { ListingOrders, type Sorting } from './listing-orders.ts';
import type { SearchHits } from './search-index.ts';

/** A product in one channel. */
export type ChannelProduct = {
  /** Place of the product in the index. */
  member: number;
  /** Cents with tax, one per enabled variant. */
  prices: readonly number[];
  /** Largest reduction of a variant in percent, 0 when none. */
  discount: number;
  inStock: boolean;
};

/** Conditions of one ask. They combine with AND; values of one attribute with OR. */
export type Ask = {
  codes?: readonly string[] | undefined;
  taxonId?: number | undefined;
  valueId?: number | undefined;
  sales?: boolean | undefined;
  isNew?: boolean | undefined;
  query?: string | undefined;
  /** Attribute code to ids of chosen values. */
  filter?: ReadonlyMap<string, readonly number[]> | undefined;
  price?: { gte?: number | undefined; lte?: number | undefined } | undefined;
  inStock?: boolean | undefined;
  sorting: Sorting;
  /** Place of the first wanted product and how many. */
  offset: number;
  limit: number;
  facets: boolean;
};

export type Found = {
  total: number;
  /** Ids of the products of the page, in order. */
  ids: number[];
  members: Bitmap;
  /** Value id to count, each counted without its own attribute's choice. */
  valueCounts: Map<number, number>;
  price: { min: number; max: number } | null;
  inStockCount: number;
  /** What the query found, before other conditions. */
  hits: SearchHits | null;
};

type Facets = Pick<Found, 'valueCounts' | 'price' | 'inStockCount'>;

/** What conditions without price, words and codes select. Read only: it is answered to everybody who asks for it. */
type Selection = {
  fixed: Bitmap;
  choices: ReadonlyMap<string, Bitmap>;
  members: Bitmap;
  total: number;
  facets: Facets | null;
  /** How many of the members have each value, by its id; undefined: not counted yet. */
  counts: Uint32Array | undefined;
  /** Least and highest price of the members; undefined: not looked for yet. */
  price: Found['price'] | undefined;
};
/** Selections that are remembered: at 100,000 goods each takes some 50 KB. */
const selectionsKept = 300;
/** Values that goods have, about. */
const valuesOfGood = 6;

const selectionKey = (ask: Ask): string =>
  JSON.stringify([
    ask.taxonId,
    ask.valueId,
    ask.sales === true,
    ask.isNew === true,
    ask.inStock === true,
    [...(ask.filter ?? [])],
  ]);

/** Counts and orders the goods of one channel in memory (SQL needs ten to a hundred times as long). */
export class ListingIndex {
  readonly goods: GoodsIndex;
  readonly #listed: Bitmap;
  readonly #present: Bitmap;
  readonly #inStock: Bitmap;
  readonly #sales: Bitmap;
  readonly #new: Bitmap;
  readonly #prices: ChannelPrices;
  readonly #orders: ListingOrders;
  /** The oldest goes first; all of them go when stock moves. */
  readonly #selections = new Map<string, Selection>();

  constructor(goods: GoodsIndex, products: Iterable<ChannelProduct>) {
    this.goods = goods;
    const { size } = goods;
    this.#listed = emptyBitmap(size);
    this.#present = emptyBitmap(size);
    this.#inStock = emptyBitmap(size);
    this.#sales = emptyBitmap(size);
    this.#prices = new ChannelPrices(size);
    const discounts = new Int32Array(size);
    for (const { member, prices, discount, inStock } of products) {
      setBit(this.#present, member);
      // Gifts come with an order; nobody finds and buys them.
      if (!goods.products[member]?.isGift) setBit(this.#listed, member);
      if (inStock) setBit(this.#inStock, member);
      if (discount > 0) setBit(this.#sales, member);
      this.#prices.add(member, prices);
      discounts[member] = discount;
    }
    this.#orders = new ListingOrders(goods, {
      present: this.#present,
      inStock: this.#inStock,
      prices: this.#prices,
      discounts,
    });
    this.#new = bitmapOf(
      size,
      goods.products.flatMap((product, member) => (product.isNew ? [member] : [])),
    );
  }

  has(member: number): boolean {
    return hasBit(this.#present, member);
  }

  /** Stock moved: no rebuild, one bit. */
  setInStock(member: number, inStock: boolean): void {
    if (inStock) setBit(this.#inStock, member);
    else clearBit(this.#inStock, member);
    this.#selections.clear();
  }

  isInStock(member: number): boolean {
    return hasBit(this.#inStock, member);
  }

  /** All that customers can find: listed goods, as a set. */
  get listed(): Bitmap {
    return this.#listed;
  }

  prepareOrders(locale: string, turn: () => Promise<unknown>): Promise<void> {
    return this.#orders.prepare(locale, turn);
  }

  find(ask: Ask, locale: string): Found {
    const { goods } = this;
    const base: Bitmap[] = [ask.codes ? this.#present : this.#listed];
    let hits: SearchHits | null = null;
    let codeOrder: number[] | null = null;
    if (ask.codes) {
      codeOrder = [...new Set(ask.codes)].flatMap((code) => goods.memberOfCode(code) ?? []);
      base.push(bitmapOf(goods.size, codeOrder));
    }
    if (ask.taxonId !== undefined) base.push(goods.taxon(ask.taxonId));
    if (ask.valueId !== undefined) base.push(goods.value(ask.valueId));
    if (ask.sales) base.push(this.#sales);
    if (ask.isNew) base.push(this.#new);
    if (ask.query !== undefined) {
      hits = goods.words(locale).search(ask.query);
      base.push(bitmapOf(goods.size, hits.members));
    }
    const isOwn = ask.codes !== undefined || ask.query !== undefined;
    const key = isOwn ? null : selectionKey(ask);
    const unpriced = (key === null ? undefined : this.#selections.get(key)) ?? this.#select(key, base, ask);
    const { fixed } = unpriced;
    const isPriced = ask.price?.gte !== undefined || ask.price?.lte !== undefined;
    const inRange = isPriced
      ? this.#inPriceRange(fixed, ask.price?.gte ?? 0, ask.price?.lte ?? Number.MAX_SAFE_INTEGER)
      : null;
    const members = inRange === null ? unpriced.members : allOf([unpriced.members, inRange]);
    const total = inRange === null ? unpriced.total : countOf(members);
    const sorting = codeOrder && ask.sorting.length === 0 ? null : ask.sorting;
    const page =
      sorting === null
        ? (codeOrder ?? [])
            .filter((member) => hasBit(members, member))
            .slice(ask.offset, ask.offset + ask.limit)
        : this.#orders.page(members, total, sorting, hits?.scores ?? null, locale, ask.offset, ask.limit);
    const ids = page.map((member) => goods.products[member]?.id ?? 0);
    const nothing = { valueCounts: new Map<number, number>(), price: null, inStockCount: 0 };
    if (!ask.facets) return { total, ids, members, hits, ...nothing };
    unpriced.price =
      unpriced.price === undefined ? this.#prices.rangeOf(goods.list(unpriced.members)) : unpriced.price;
    if (inRange === null)
      return {
        total,
        ids,
        members,
        hits,
        ...(unpriced.facets ??= this.#facets(unpriced, unpriced.choices, members, total)),
      };
    return {
      total,
      ids,
      members,
      hits,
      ...this.#facets(unpriced, new Map([...unpriced.choices, ['price', inRange]]), members, total),
    };
  }

  /** The goods that fit all conditions but the price; remembered where others may ask for the same. */
  #select(key: string | null, base: readonly Bitmap[], ask: Ask): Selection {
    const fixed = allOf(base);
    const choices = new Map<string, Bitmap>();
    for (const [attribute, values] of ask.filter ?? []) {
      const ofValues = values.map((id) => this.goods.value(id));
      choices.set(attribute, anyOf(this.goods.size, ofValues));
    }
    if (ask.inStock) choices.set('inStock', this.#inStock);
    const members = allOf([fixed, ...choices.values()]);
    const selection: Selection = {
      fixed,
      choices,
      members,
      total: countOf(members),
      facets: null,
      counts: undefined,
      price: undefined,
    };
    if (key !== null) {
      const [oldest] = this.#selections.size < selectionsKept ? [] : this.#selections.keys();
      if (oldest !== undefined) this.#selections.delete(oldest);
      this.#selections.set(key, selection);
    }
    return selection;
  }

  #inPriceRange(among: Bitmap, least: number, most: number): Bitmap {
    return least <= 0 && countOf(among) > this.goods.size / 8
      ? this.#prices.upTo(most, this.#present, this.#orders.of('price', 'asc', ''))
      : this.#prices.between(this.goods.list(among), this.#present, least, most);
  }

  /** Every facet is counted with all conditions but its own (contract 4.2.2). */
  #facets(unpriced: Selection, choices: ReadonlyMap<string, Bitmap>, members: Bitmap, total: number): Facets {
    const { fixed, price = null } = unpriced;
    const without = (own: string): Bitmap =>
      choices.has(own)
        ? allOf([fixed, ...[...choices].filter(([name]) => name !== own).map(([, bits]) => bits)])
        : members;
    const valueCounts = new Map<number, number>();
    const put = (values: readonly number[], countOfValue: (id: number) => number) => {
      for (const id of values) {
        const count = countOfValue(id);
        if (count > 0) valueCounts.set(id, count);
      }
    };
    for (const [attribute, values] of this.goods.filterable) {
      if (!choices.has(attribute)) continue;
      const own = without(attribute);
      // Few values are counted as sets, of 32 goods at a time; for many, the goods are gone through with all their values.
      const isFew = (values.length * this.goods.size) / 32 < countOf(own) * valuesOfGood;
      const counts = isFew ? null : this.goods.countValues(own);
      put(values, counts ? (id) => counts[id] ?? 0 : (id) => countBoth(own, this.goods.value(id)));
    }
    const counts = this.#countValues(unpriced, members, total);
    for (const [attribute, values] of this.goods.filterable)
      if (!choices.has(attribute)) put(values, (id) => counts[id] ?? 0);
    return {
      valueCounts,
      price,
      inStockCount: countBoth(without('inStock'), this.#inStock),
    };
  }

  /** Most prices leave most goods in: then those that are out are counted, and taken off what is known of all. */
  #countValues(unpriced: Selection, members: Bitmap, total: number): Uint32Array {
    if (total < unpriced.total / 2) return this.goods.countValues(members);
    unpriced.counts ??= this.goods.countValues(unpriced.members).slice();
    if (total === unpriced.total) return unpriced.counts;
    const counts = this.goods.countValues(withoutAny(unpriced.members, members));
    for (let id = 0; id < counts.length; id += 1) counts[id] = (unpriced.counts[id] ?? 0) - (counts[id] ?? 0);
    return counts;
  }
}
