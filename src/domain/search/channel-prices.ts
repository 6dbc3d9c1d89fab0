import { clearBit, hasBit, setBit, type Bitmap } from './bitmap.ts';

/** Prices of the goods of one channel, in cents with tax: a product has one per variant. */
export class ChannelPrices {
  readonly #least: Int32Array;
  readonly #most: Int32Array;
  /** Of goods with more than two prices: the least and the most are tables of their own. */
  readonly #all = new Map<number, readonly number[]>();

  constructor(size: number) {
    this.#least = new Int32Array(size);
    this.#most = new Int32Array(size);
  }

  add(member: number, prices: readonly number[]): void {
    if (prices.length > 2) this.#all.set(member, prices);
    this.#least[member] = Math.min(...prices);
    this.#most[member] = Math.max(...prices);
  }

  leastOf(member: number): number {
    return this.#least[member] ?? 0;
  }

  /** Least and highest price of these goods. */
  rangeOf(found: Uint32Array): { min: number; max: number } | null {
    let min = Number.MAX_SAFE_INTEGER;
    let max = -1;
    for (let at = 0; at < found.length; at += 1) {
      const lowest = this.#least[found[at] ?? 0] ?? 0;
      const highest = this.#most[found[at] ?? 0] ?? 0;
      if (lowest < min) min = lowest;
      if (highest > max) max = highest;
    }
    return max >= 0 ? { min, max } : null;
  }

  /** Which of these goods have a price between the two. @param present goods of the channel */
  between(found: Uint32Array, present: Bitmap, least: number, most: number): Bitmap {
    const bits = new Uint32Array(present.length);
    for (let at = 0; at < found.length; at += 1) {
      const member = found[at] ?? 0;
      const lowest = this.#least[member] ?? 0;
      const highest = this.#most[member] ?? 0;
      const isIn =
        (lowest >= least && lowest <= most) ||
        (highest >= least && highest <= most) ||
        (lowest < least &&
          highest > most &&
          (this.#all.get(member)?.some((price) => price >= least && price <= most) ?? false));
      if (isIn && hasBit(present, member)) setBit(bits, member);
    }
    return bits;
  }

  /** All goods with a price up to that. @param order by price: they stand first in it, and its shorter end is gone through */
  upTo(most: number, present: Bitmap, order: Uint32Array): Bitmap {
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.leastOf(order[middle] ?? 0) <= most) low = middle + 1;
      else high = middle;
    }
    const isFirstHalf = low < order.length / 2;
    const bits = isFirstHalf ? new Uint32Array(present.length) : new Uint32Array(present);
    const change = isFirstHalf ? setBit : clearBit;
    for (let at = isFirstHalf ? 0 : low, end = isFirstHalf ? low : order.length; at < end; at += 1)
      change(bits, order[at] ?? 0);
    return bits;
  }
}
