/** Marks the line of a chosen gift (specification section 3). Of its own: the pages that need it need no schemas. */
export const giftMarker = 'gift-selected';
/** Marks a line of gift cards that are bought. */
export const soldCardMarker = 'gift-card';
/** Code of the one variant that gift cards are bought as. */
export const giftCardCode = 'GIFT-CARD';
