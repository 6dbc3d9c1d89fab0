const hour = 60 * 60 * 1000;

/**
 * Letters about a cart that was left (contract 5.9), ms since its last change: each goes from `from` on and not after `until`. The
 * first and the second are never close to each other, also where the shop was away for a while and writes late.
 */
export const cartLetters = [
  { step: 1, from: hour, until: 12 * hour },
  { step: 2, from: 24 * hour, until: 72 * hour },
] as const;

export type CartLetter = (typeof cartLetters)[number];
export type CartLetterStep = CartLetter['step'];

/** Time in which an address gets a letter about one cart only, ms. */
export const oneCartFor = 24 * hour;

/** Last changes of carts that letter `letter` is about at `now`: later than `after`, up to `before`. */
export function leftWithin({ from, until }: CartLetter, now: Date): { after: Date; before: Date } {
  return { after: new Date(now.getTime() - until), before: new Date(now.getTime() - from) };
}
