/** Most lines that one command puts into a cart (CART-21): apart from the schemas, which a page loads with its first call. */
export const mostItemsAtOnce = 250;
