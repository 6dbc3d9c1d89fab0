/** Carts that this page itself is making an order of: that they go is no news from another window. */
const carts = new Set<string>();

/** @param isOrdered false when nothing was saved, and when the steps begin anew */
export function noteOrderedHere(token: string, isOrdered: boolean): void {
  if (isOrdered) carts.add(token);
  else carts.delete(token);
}
export const isOrderedHere = (token: string): boolean => carts.has(token);
