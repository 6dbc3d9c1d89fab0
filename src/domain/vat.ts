/** VAT numbers by the form and check digits of their country (R5.09, R5.43). Load with the company form only. */
import { checkVAT, denmark, estonia, finland, germany, latvia, lithuania, poland, sweden } from 'jsvat';
import type { FieldError } from './field-rules.ts';

const countries = [lithuania, latvia, estonia, poland, finland, sweden, denmark, germany];
/** National lengths that the library leaves open. */
const lengths: Readonly<Record<string, RegExp>> = { LT: /^LT(?:\d{9}|\d{12})$/ };

/** Without spaces, dots and hyphens, in capitals: `lt 119 511 515` becomes `LT119511515`. */
export const normaliseVatNumber = (value: string): string => value.replace(/[\s.-]/g, '').toUpperCase();

/** Blank passes: whether a VAT number is needed is another question (R5.17). */
export function checkVatNumber(value: string | null | undefined): FieldError | null {
  const number = normaliseVatNumber(value ?? '');
  if (number === '') return null;
  const form = lengths[number.slice(0, 2)];
  const valid =
    /^[A-Z]{2}/.test(number) && (!form || form.test(number)) && checkVAT(number, countries).isValid;
  return valid ? null : { kind: 'vat', message: 'vat' };
}
