/** What people paste along without seeing it. */

/** Marks of direction and width: calculators, address books and messengers wrap numbers in them. They are no part of any code. */
const unseen = /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u00AD]/gu;

/** For numbers, codes and addresses of mail; texts of people keep what their rules allow. */
export const withoutUnseen = (value: string): string => value.replace(unseen, '');
