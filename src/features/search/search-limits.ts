/** Characters after trimming from which suggestions are asked for (R5.40, R9.09). */
export const minimumQueryLength = 5;
/** Searches that the device remembers; the oldest goes first (R9.12). */
export const recentSearchesCap = 5;
/** Categories that are suggested at most (R9.13). */
export const taxonSuggestionsCap = 3;
/** Products that are suggested at most: the page size of the call (R9.14). */
export const productSuggestionsCap = 4;
/** ms without a change of the words before they are asked about (R5.41, R9.08). */
export const searchDebounce = 300;
