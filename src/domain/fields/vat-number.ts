/** VAT numbers by the form and check digits of their country (R5.09, R5.43). Load with the company form only. */
import {
  austria,
  belgium,
  bulgaria,
  checkVAT,
  croatia,
  cyprus,
  czechRepublic,
  denmark,
  estonia,
  finland,
  france,
  germany,
  greece,
  hungary,
  ireland,
  italy,
  latvia,
  lithuania,
  luxembourg,
  malta,
  netherlands,
  norway,
  poland,
  portugal,
  romania,
  slovakiaRepublic,
  slovenia,
  spain,
  sweden,
  switzerland,
  unitedKingdom,
} from 'jsvat';
import type { FieldError } from './field-rules.ts';
import { typedText, withoutUnseen } from './typed-text.ts';

/** The whole Union, whose companies buy here without our tax, and the neighbours that have such numbers. */
const countries = [
  austria,
  belgium,
  bulgaria,
  croatia,
  cyprus,
  czechRepublic,
  denmark,
  estonia,
  finland,
  france,
  germany,
  greece,
  hungary,
  ireland,
  italy,
  latvia,
  lithuania,
  luxembourg,
  malta,
  netherlands,
  norway,
  poland,
  portugal,
  romania,
  slovakiaRepublic,
  slovenia,
  spain,
  sweden,
  switzerland,
  unitedKingdom,
];
/** National lengths that the library leaves open. */
const lengths: Readonly<Record<string, RegExp>> = { LT: /^LT(?:\d{9}|\d{12})$/ };

/**
 * Without spaces, dots and hyphens, in capitals: `lt 119 511 515` becomes `LT119511515`. Greece writes its country GR, and
 * its VAT numbers EL.
 */
export const normaliseVatNumber = (value: string): string =>
  typedText(withoutUnseen(value))
    .replace(/[\s.-]/g, '')
    .toUpperCase()
    .replace(/^GR/, 'EL');

/** Northern Ireland has the numbers of the United Kingdom under a prefix of its own. */
const asIssued = (number: string): string => number.replace(/^XI/, 'GB');

/** Belgium gives numbers that begin with 1 since 2023, which the library does not know: the last two digits check the others. */
const isNewBelgian = (number: string): boolean =>
  /^BE1\d{9}$/.test(number) && 97 - (Number(number.slice(2, 10)) % 97) === Number(number.slice(10));

/** Blank passes: whether a VAT number is needed is another question (R5.17). */
export function checkVatNumber(value: string | null | undefined): FieldError | null {
  const number = normaliseVatNumber(value ?? '');
  if (number === '') return null;
  const form = lengths[number.slice(0, 2)];
  const valid =
    isNewBelgian(number) ||
    (/^[A-Z]{2}/.test(number) &&
      (!form || form.test(number)) &&
      checkVAT(asIssued(number), countries).isValid);
  return valid ? null : { kind: 'vat', message: 'vat' };
}
