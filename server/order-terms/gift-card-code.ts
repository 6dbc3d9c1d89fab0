/** Codes of gift cards: whoever has one has the money. */
import { randomInt } from 'node:crypto';

/** Signs that nobody takes for another: no 0, O, 1, I, L, U. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Four groups of four: 78 bits, as hard to guess as a token. */
export const newGiftCardCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join(''),
  ).join('-');
