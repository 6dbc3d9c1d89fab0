import { forEachBit, hasBit, type Bitmap } from './bitmap.ts';
import type { ChannelPrices } from './channel-prices.ts';
import type { GoodsIndex } from './goods-index.ts';
import { bestFirst } from './best-first.ts';

export type SortKey = 'position' | 'price' | 'name' | 'createdAt' | 'discount' | 'rating' | 'relevance';
export type Sorting = readonly { key: SortKey; direction: 'asc' | 'desc' }[];

const prepared = ['position', 'price', 'name', 'createdAt', 'discount', 'rating'] as const;

/** What the channel says of the goods, by their places in the index. */
interface ChannelGoods {
  present: Bitmap;
  /** Changes as stock moves. */
  inStock: Bitmap;
  prices: ChannelPrices;
  /** Percent. */
  discounts: Int32Array;
}

/** The orders that lists of one channel are asked in. */
export class ListingOrders {
  readonly #goods: GoodsIndex;
  readonly #channel: ChannelGoods;
  readonly #made = new Map<string, Uint32Array>();

  constructor(goods: GoodsIndex, channel: ChannelGoods) {
    this.#goods = goods;
    this.#channel = channel;
  }

  /**
   * Makes the orders that lists are asked in, one after the other between other work: each takes some 30 ms of a hundred
   * thousand goods.
   */
  async prepare(locale: string, turn: () => Promise<unknown>): Promise<void> {
    await this.#goods.readNames(locale, turn);
    for (const key of prepared) {
      for (const direction of ['asc', 'desc'] as const) {
        this.of(key, direction, locale);
        await turn();
      }
    }
  }

  /** All goods of the channel in one order; made once per order and language. */
  of(key: Exclude<SortKey, 'relevance'>, direction: 'asc' | 'desc', locale: string): Uint32Array {
    const name = `${key}:${direction}${key === 'name' ? `:${locale}` : ''}`;
    let order = this.#made.get(name);
    if (!order) {
      const value = this.#value(key, locale);
      const sign = direction === 'asc' ? 1 : -1;
      const { products } = this.#goods;
      const all: number[] = [];
      forEachBit(this.#channel.present, (member) => all.push(member));
      all.sort(
        (a, b) =>
          sign * (value(a) - value(b)) ||
          Number(this.#isInStock(b)) - Number(this.#isInStock(a)) ||
          (products[a]?.position ?? 0) - (products[b]?.position ?? 0) ||
          a - b,
      );
      order = Uint32Array.from(all);
      this.#made.set(name, order);
    }
    return order;
  }

  /** The members of one page, in the order that is asked for. */
  page(
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
      const order = this.of(first.key, first.direction, locale);
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
    const found = this.#goods.list(members);
    if (sorting.length === 1 && first?.key === 'relevance' && scores)
      return bestFirst(found, scores, (member) => this.#isInStock(member), offset + limit).slice(offset);
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
      return (
        Number(this.#isInStock(b)) - Number(this.#isInStock(a)) || byPosition(a) - byPosition(b) || a - b
      );
    });
    return all.slice(offset, offset + limit);
  }

  #value(key: Exclude<SortKey, 'relevance'>, locale: string): (member: number) => number {
    const { products } = this.#goods;
    const { prices, discounts } = this.#channel;
    switch (key) {
      case 'price':
        return (member) => prices.leastOf(member);
      case 'discount':
        return (member) => discounts[member] ?? 0;
      case 'createdAt':
        return (member) => products[member]?.createdAt ?? 0;
      case 'rating':
        return (member) =>
          (products[member]?.rating ?? 0) * 1000 + Math.min(products[member]?.reviewCount ?? 0, 999);
      case 'name': {
        const ranks = this.#goods.nameRanks(locale);
        return (member) => ranks[member] ?? 0;
      }
      default:
        return (member) => products[member]?.position ?? 0;
    }
  }

  #isInStock(member: number): boolean {
    return hasBit(this.#channel.inStock, member);
  }
}
