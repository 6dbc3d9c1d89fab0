/**
 * Numbers that the specification of the shop lists without saying what they count. They stand here under names, so that
 * whoever learns their meaning finds them; nothing reads them, and no behaviour is claimed for them.
 */

/** Of the cart (R9.20). */
export const unexplainedOfCart = { first: 8, second: 4 } as const;

/** Of no part that is named (R9.21). */
export const unexplained = { first: 7, second: 237, third: 5 } as const;
