/** Codes of goods that mean the same everywhere (GS1 General Specifications, sections 1.4.2 and 2.1.11). */

import { withoutUnseen } from './typed-text.ts';

/** First digits of GTIN-13 that a shop or a region gives out for itself (02, 04, 20 to 29), and those of coupons (05, 981 to 984, 99). */
const ownOf13 = /^(?:0[245]|2\d|98[1-4]|99)/;
/** The same for the short form, GTIN-8. */
const ownOf8 = /^[02]/;

/** @param code 14 digits: every second of them weighs three times as much, from the first one on */
const weight = (code: string): number =>
  Array.from(code, Number).reduce((all, digit, at) => all + digit * (at % 2 === 0 ? 3 : 1), 0);

/** True for 8, 12, 13 or 14 digits whose last one fits (GS1 General Specifications, section 7.9). */
export const isGtin = (text: string): boolean =>
  /^(?:\d{8}|\d{12,14})$/.test(text) && weight(text.padStart(14, '0')) % 10 === 0;

/**
 * The digits of what may be a barcode between which spaces or hyphens stand, as printed on a pack; null for any other text.
 * Its last one is not looked at: who has misread one is told the whole number that is not there.
 */
export function joinedBarcode(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  return digits !== text && /^(?:\d{8}|\d{12,14})$/.test(digits) ? digits : null;
}

/** The last digit of a code, from those before it. */
export const checkDigit = (digits: string): string =>
  String((10 - (weight(`${digits}0`.padStart(14, '0')) % 10)) % 10);

/**
 * What a barcode that was typed, read by a scanner or copied from a pack may be written as in the shop: without the spaces
 * that are printed between its digits, and with more or fewer zeros before them (one number, filled up to 12, 13 or 14
 * digits). Null for a text that is no barcode.
 */
export function barcodesOf(text: string): string[] | null {
  const digits = withoutUnseen(text).replace(/[\s-]/g, '');
  if (!isGtin(digits)) return null;
  const number = digits.replace(/^0+/, '');
  return [digits, ...[8, 12, 13, 14].map((length) => number.padStart(length, '0')), number];
}

/**
 * The code as it may be published as a GTIN; undefined for numbers that mean something only inside a shop, which another
 * shop has on other goods.
 */
export function publicGtin(ean: string | undefined): string | undefined {
  if (ean === undefined || !isGtin(ean)) return undefined;
  if (ean.length === 8) return ownOf8.test(ean) ? undefined : ean;
  // A pack of packs stands for the same item behind its first digit.
  const item = ean.length === 14 ? ean.slice(1) : ean.padStart(13, '0');
  return ownOf13.test(item) ? undefined : ean;
}
