/**
 * Words of the buyer in a letter of the shop: one line, and no address that a mail program would make a link of. What a
 * stranger typed is sent to whomever they named. Addresses are broken by spaces that are seen: what has no width is dropped
 * again by whoever reads an address (IDNA). A sign between digits stays, as in times and sums.
 */
export const wordsOfBuyer = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    // All signs that are read as the dot of a name.
    .replace(/(?<!\d)[.。．｡:]+(?=[^\s.。．｡:])|[.。．｡:]+(?=[^\s\d.。．｡:])/gu, '$& ')
    .replace(/\s*[@＠]\s*/gu, ' $& ')
    .replace(/ {2,}/g, ' ');
