/** What people type, and what they paste along without seeing it. */

/**
 * Signs that are not shown: marks of direction and width, in which calculators, address books and messengers wrap numbers,
 * fillers, variation selectors and tags. They are no part of any code.
 */
const unseen = /\p{DI}/gu;

/** For numbers, codes and addresses of mail; texts of people keep what their rules allow. */
export const withoutUnseen = (value: string): string => value.replace(unseen, '');

/** A sign with ink: no control, space, mark without a letter, sign that is not shown, blank of Braille or note without a head. */
const seen = /[^\p{C}\p{M}\p{Z}\p{DI}\u2800\u{1D159}]/u;

/** A text of people as it is judged and kept: trimmed, '' where nothing of it can be seen. */
export const typedText = (value: string): string => (seen.test(value) ? value.trim() : '');
