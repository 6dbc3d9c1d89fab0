/**
 * Prices by quantity (contract 5.4): a piece costs less from so many pieces on. One rule for the shop's cart, the product page
 * and the cart of a device without a connection. Amounts are integer cents.
 */
import type { TierPrice } from '#contract/catalogue.ts';
import type { TierPack } from '#contract/catalogue-words.ts';
import { priceWithoutTax } from './price.ts';

export interface Tier {
  /** Pieces that it begins with. */
  readonly quantity: number;
  /** Of each piece, of all of them. */
  readonly price: number;
}

/**
 * The tiers that lower a price, by quantity, each quantity once: one that is dearer than a smaller quantity is left out, so that more
 * pieces never cost more each, whatever reduction a single piece is sold with.
 * @param price of one piece alone
 */
export function loweringTiers<T extends Tier>(price: number, tiers: readonly T[]): T[] {
  let lowest = price;
  return tiers
    .toSorted((one, other) => one.quantity - other.quantity || one.price - other.price)
    .filter((tier) => {
      const lowers = tier.price < lowest;
      if (lowers) lowest = tier.price;
      return lowers;
    });
}

/** The tier that so many pieces reach, the cheapest of them. */
export const tierAt = <T extends Tier>(price: number, tiers: readonly T[], pieces: number): T | undefined =>
  loweringTiers(price, tiers).findLast(({ quantity }) => quantity <= pieces);

/** What each of so many pieces costs. */
export const priceOfEach = (price: number, tiers: readonly Tier[], pieces: number): number =>
  tierAt(price, tiers, pieces)?.price ?? price;

/** The next tier of a line with so many pieces, and how many more it takes. */
export function nextTier<T extends Tier>(
  price: number,
  tiers: readonly T[],
  pieces: number,
): { tier: T; more: number } | undefined {
  const tier = loweringTiers(price, tiers).find(({ quantity }) => quantity > pieces);
  return tier && { tier, more: tier.quantity - pieces };
}

/** As the catalogue shows them: those that lower the price now. @param rate of the tax inside them */
export function presentTiers(
  price: number,
  tiers: readonly (Tier & { pack: TierPack | null })[],
  rate: number,
): { tierPrices?: TierPrice[] } {
  const lowering = loweringTiers(price, tiers);
  if (lowering.length === 0) return {};
  return {
    tierPrices: lowering.map(({ quantity, price: each, pack }) => ({
      quantity,
      price: each,
      priceWithoutTax: priceWithoutTax(each, rate),
      ...(pack === null ? {} : { pack }),
    })),
  };
}
