/** The words that the address of the search page asks for, at most as many characters as the shop reads (CAT-04). */
export const addressWords = (search: string): string =>
  (new URLSearchParams(search).get('query') ?? '').trim().slice(0, 128);
