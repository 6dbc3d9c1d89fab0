/** Phone numbers, checked for the chosen country (R5.08, R5.42). Load with the form that has one. */
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/core';
import type { FieldError } from './field-rules.ts';
import { phoneMetadata } from './phone-metadata.ts';
import { typedText, withoutUnseen } from './typed-text.ts';

/** Countries whose numbers can be typed in national form. */
const phoneCountries = ['LT', 'LV', 'EE', 'PL', 'DE', 'FI', 'SE', 'UA', 'GB'] as const;

const isKnown = (country: string): country is CountryCode =>
  (phoneCountries as readonly string[]).includes(country);

/**
 * The number as E.164 (`+37061234567`), or null when it is none. National forms are read as of `country`; an
 * international number may be of any country in the world. The Lithuanian trunk prefix 8 and the new 0 are understood.
 */
export function internationalPhone(value: string, country: string): string | null {
  const text = typedText(withoutUnseen(value));
  const given = text.startsWith('00') ? `+${text.slice(2)}` : text;
  const parsed = parsePhoneNumberFromString(
    given,
    isKnown(country) ? { defaultCountry: country, extract: false } : { extract: false },
    phoneMetadata,
  );
  return parsed?.isValid() ? parsed.number : null;
}

/** Blank passes: whether a number is needed is another question (R5.17). */
export function checkPhone(value: string | null | undefined, country: string): FieldError | null {
  const text = typedText(withoutUnseen(value ?? ''));
  if (text === '') return null;
  return internationalPhone(text, country) ? null : { kind: 'phone', message: 'phone' };
}
