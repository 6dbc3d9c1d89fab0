/** Marks the line of a chosen gift (specification section 3). Of its own: the pages that need it need no schemas. */
export const giftMarker = 'gift-selected';
