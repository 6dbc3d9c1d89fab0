import { userKeyKey } from './user-key.ts';

/**
 * Names of the values in local storage that say something of a person, or open something of theirs. Their owners take the
 * names from here, and log out empties them all (R0.28): a new value of this kind needs no other place to be forgotten.
 */
export const personalCells = {
  /** What was typed into the checkout: who buys, where to, whose invoice. */
  checkoutDraft: 'CHECKOUT_DRAFT',
  /** Who ordered here last as a guest. */
  knownAddress: 'KNOWN_ADDRESS',
  /** Token of the order placed last: it opens a guest's order. */
  placedOrder: 'PLACED_ORDER',
  /** An order on its way, with its token. */
  placingOrder: 'PLACING_ORDER',
  /** By which suggestions know who is here. */
  userKey: userKeyKey,
} as const;

export function forgetPersonalCells(): void {
  try {
    for (const cell of Object.values(personalCells)) localStorage.removeItem(cell);
  } catch {
    // Where nothing may be stored nothing lies there.
  }
}
