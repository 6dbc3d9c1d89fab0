/** How letters greet. */
import { fillText } from '#server/text/fill-text.ts';

/** Longest name that is greeted, in characters and in words: most are shorter, and hardly a sentence is. */
const longestName = { characters: 40, words: 3 };

const isGreeted = (name: string): boolean =>
  name.length <= longestName.characters && name.split(' ').length <= longestName.words;

/**
 * The words at the top of a letter. Who typed the name may have typed the address of somebody else beside it: a sentence for them is
 * no name, and the letter greets nobody by it (T37).
 * @param hello with `{name}` before its last sign
 * @param name in one line, as `wordsOfBuyer` gives it; may be empty
 */
export const greeting = (hello: string, name: string): string =>
  fillText(hello, { name: isGreeted(name) ? name : '' }).replace(/,? (?=[,!]$)/, '');
