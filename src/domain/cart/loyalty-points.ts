/** What points of the loyalty programme are worth, and how many a cart takes. */

/** 1 point = 10 cents (specification section 9). */
export const pointValue = 10;

/**
 * So many points can be used on goods that come to `base` cents: never for delivery and wrap, and none that the member lacks
 * (contract 5.3).
 */
export const mostPoints = (base: number, balance: number): number =>
  Math.max(0, Math.min(balance, Math.floor(base / pointValue)));
