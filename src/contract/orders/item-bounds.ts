/** Most lines that one command puts into a cart (CART-21): apart from the schemas, which a page loads with its first call. */
export const mostItemsAtOnce = 250;

/** Most lines that a cart may come to have, its gift apart; as many that were taken out can be brought back. */
export const mostLines = 250;

/** Pieces of one line (contract 2.6). */
export const quantityBounds = { min: 1, max: 9999 } as const;
export const isQuantity = (value: number): boolean =>
  Number.isInteger(value) && value >= quantityBounds.min && value <= quantityBounds.max;
