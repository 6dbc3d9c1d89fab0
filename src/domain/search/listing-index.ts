import {
  allOf,
  anyOf,
  bitmapOf,
  clearBit,
  countBoth,
  countOf,
  emptyBitmap,
  forEachBit,
  hasBit,
  setBit,
  withoutAny,
  type Bitmap,
} from './bitmap.ts';
import type { GoodsIndex } from './goods-index.ts';
import { bestFirst, type SearchHits } from './search-index.ts';

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

export type SortKey = 'position' | 'price' | 'name' | 'createdAt' | 'discount' | 'rating' | 'relevance';
export type Sorting = readonly { key: SortKey; direction: 'asc' | 'desc' }[];

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
const ordersPrepared = ['position', 'price', 'name', 'createdAt', 'discount', 'rating'] as const;
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
  /** Of goods with more than two prices: the least and the most are tables of their own. */
  readonly #prices = new Map<number, readonly number[]>();
  readonly #minPrice: Int32Array;
  readonly #maxPrice: Int32Array;
  readonly #discount: Int32Array;
  readonly #orders = new Map<string, Uint32Array>();
  /** The oldest goes first; all of them go when stock moves. */
  readonly #selections = new Map<string, Selection>();

  constructor(goods: GoodsIndex, products: Iterable<ChannelProduct>) {
    this.goods = goods;
    const { size } = goods;
    this.#listed = emptyBitmap(size);
    this.#present = emptyBitmap(size);
    this.#inStock = emptyBitmap(size);
    this.#sales = emptyBitmap(size);
    this.#minPrice = new Int32Array(size);
    this.#maxPrice = new Int32Array(size);
    this.#discount = new Int32Array(size);
    for (const { member, prices, discount, inStock } of products) {
      setBit(this.#present, member);
      // Gifts come with an order; nobody finds and buys them.
      if (!goods.products[member]?.isGift) setBit(this.#listed, member);
      if (inStock) setBit(this.#inStock, member);
      if (discount > 0) setBit(this.#sales, member);
      if (prices.length > 2) this.#prices.set(member, prices);
      this.#minPrice[member] = Math.min(...prices);
      this.#maxPrice[member] = Math.max(...prices);
      this.#discount[member] = discount;
    }
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
        : this.#page(members, total, sorting, hits?.scores ?? null, locale, ask.offset, ask.limit);
    const ids = page.map((member) => goods.products[member]?.id ?? 0);
    const nothing = { valueCounts: new Map<number, number>(), price: null, inStockCount: 0 };
    if (!ask.facets) return { total, ids, members, hits, ...nothing };
    unpriced.price = unpriced.price === undefined ? this.#priceRange(unpriced.members) : unpriced.price;
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
    if (least <= 0 && countOf(among) > this.goods.size / 8) return this.#upToPrice(most);
    const bits = emptyBitmap(this.goods.size);
    const found = this.goods.list(among);
    for (let at = 0; at < found.length; at += 1) {
      const member = found[at] ?? 0;
      const lowest = this.#minPrice[member] ?? 0;
      const highest = this.#maxPrice[member] ?? 0;
      const isIn =
        (lowest >= least && lowest <= most) ||
        (highest >= least && highest <= most) ||
        (lowest < least &&
          highest > most &&
          (this.#prices.get(member)?.some((price) => price >= least && price <= most) ?? false));
      if (isIn && hasBit(this.#present, member)) setBit(bits, member);
    }
    return bits;
  }

  /** All goods with a price up to that: they stand first in the order of prices. The shorter end of it is gone through. */
  #upToPrice(most: number): Bitmap {
    const order = this.#order('price', 'asc', '');
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#minPrice[order[middle] ?? 0] ?? 0) <= most) low = middle + 1;
      else high = middle;
    }
    const isFirstHalf = low < order.length / 2;
    const bits = isFirstHalf ? emptyBitmap(this.goods.size) : new Uint32Array(this.#present);
    const change = isFirstHalf ? setBit : clearBit;
    for (let at = isFirstHalf ? 0 : low, end = isFirstHalf ? low : order.length; at < end; at += 1)
      change(bits, order[at] ?? 0);
    return bits;
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

  #priceRange(members: Bitmap): Found['price'] {
    let min = Number.MAX_SAFE_INTEGER;
    let max = -1;
    const found = this.goods.list(members);
    for (let at = 0; at < found.length; at += 1) {
      const lowest = this.#minPrice[found[at] ?? 0] ?? 0;
      const highest = this.#maxPrice[found[at] ?? 0] ?? 0;
      if (lowest < min) min = lowest;
      if (highest > max) max = highest;
    }
    return max >= 0 ? { min, max } : null;
  }

  #page(
    members: Bitmap,
    total: number,
    sorting: Sorting,
    scores: Float32Array | null,
    locale: string,
    offset: number,
    limit: number,
  ): number[] {
    if (limit === 0 || offset >= total) return [];
    const [first] = sorting;
    if (sorting.length === 1 && first && first.key !== 'relevance') {
      const order = this.#order(first.key, first.direction, locale);
      const page: number[] = [];
      let skipped = 0;
      for (let at = 0; at < order.length && page.length < limit; at += 1) {
        const member = order[at] ?? 0;
        if (!hasBit(members, member)) continue;
        if (skipped < offset) skipped += 1;
        else page.push(member);
      }
      return page;
    }
    const found = this.goods.list(members);
    if (sorting.length === 1 && first?.key === 'relevance' && scores)
      return bestFirst(found, scores, (member) => this.isInStock(member), offset + limit).slice(offset);
    const all = Array.from(found);
    const compares = sorting.map(({ key, direction }) => {
      const value =
        key === 'relevance' ? (member: number) => scores?.[member] ?? 0 : this.#value(key, locale);
      // The best fit comes first whichever direction is written for relevance.
      const sign = direction === 'asc' && key !== 'relevance' ? 1 : -1;
      return (a: number, b: number) => sign * (value(a) - value(b));
    });
    const byPosition = this.#value('position', locale);
    all.sort((a, b) => {
      for (const compare of compares) {
        const difference = compare(a, b);
        if (difference !== 0) return difference;
      }
      return Number(this.isInStock(b)) - Number(this.isInStock(a)) || byPosition(a) - byPosition(b) || a - b;
    });
    return all.slice(offset, offset + limit);
  }

  #value(key: Exclude<SortKey, 'relevance'>, locale: string): (member: number) => number {
    const { products } = this.goods;
    switch (key) {
      case 'price':
        return (member) => this.#minPrice[member] ?? 0;
      case 'discount':
        return (member) => this.#discount[member] ?? 0;
      case 'createdAt':
        return (member) => products[member]?.createdAt ?? 0;
      case 'rating':
        return (member) =>
          (products[member]?.rating ?? 0) * 1000 + Math.min(products[member]?.reviewCount ?? 0, 999);
      case 'name': {
        const ranks = this.goods.nameRanks(locale);
        return (member) => ranks[member] ?? 0;
      }
      default:
        return (member) => products[member]?.position ?? 0;
    }
  }

  /**
   * Makes the orders that lists are asked in, one after the other between other work: each takes some 30 ms of a hundred
   * thousand goods.
   */
  async prepareOrders(locale: string, turn: () => Promise<unknown>): Promise<void> {
    await this.goods.readNames(locale, turn);
    for (const key of ordersPrepared) {
      for (const direction of ['asc', 'desc'] as const) {
        this.#order(key, direction, locale);
        await turn();
      }
    }
  }

  /** All goods of the channel in one order; made once per order and language. */
  #order(key: Exclude<SortKey, 'relevance'>, direction: 'asc' | 'desc', locale: string): Uint32Array {
    const name = `${key}:${direction}${key === 'name' ? `:${locale}` : ''}`;
    let order = this.#orders.get(name);
    if (!order) {
      const value = this.#value(key, locale);
      const sign = direction === 'asc' ? 1 : -1;
      const { products } = this.goods;
      const all: number[] = [];
      forEachBit(this.#present, (member) => all.push(member));
      all.sort(
        (a, b) =>
          sign * (value(a) - value(b)) ||
          Number(this.isInStock(b)) - Number(this.isInStock(a)) ||
          (products[a]?.position ?? 0) - (products[b]?.position ?? 0) ||
          a - b,
      );
      order = Uint32Array.from(all);
      this.#orders.set(name, order);
    }
    return order;
  }
}
