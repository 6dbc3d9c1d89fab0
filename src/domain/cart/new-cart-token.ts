/** A new token of 192 random bits: a cart may begin before the shop was reached (CART-01). */
export function newCartToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
