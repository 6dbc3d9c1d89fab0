import { writeStored, type PersonalKey } from '#lib/stored-value.ts';

/** What log out empties: every value that is personal by its declaration, or this does not compile. */
export const personalCells: Readonly<Record<PersonalKey, true>> = {
  CHECKOUT_DRAFT: true,
  ADDRESS_DRAFT: true,
  KNOWN_ADDRESS: true,
  PLACED_ORDER: true,
  PLACING_ORDER: true,
  USER_KEY: true,
  QUICK_ORDER_LISTS: true,
};

export function forgetPersonalCells(): void {
  for (const key of Object.keys(personalCells) as PersonalKey[]) writeStored(key, null);
}
