/** What a link to a cart names it by (CART-17): the cart's token, or what a letter about it says in its place. */

/**
 * In a letter `ID_SEALED`: the number lets a device see that the cart is the one it has, and opens nothing; the rest names the cart to
 * the shop alone.
 */
export const cartLinkForm = /^([1-9]\d{0,9})_([\w-]+)$/;

/** Whether a link leads to this cart, as far as its device can tell. `cart.id` 0: the shop has not seen it. */
export const leadsTo = (link: string, cart: { id: number; tokenValue: string }): boolean =>
  link === cart.tokenValue || Number(cartLinkForm.exec(link)?.[1]) === cart.id;
