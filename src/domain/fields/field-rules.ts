/**
 * Bounds and patterns of every field, once for forms and server (contract 2.6, specification section 5). A rule says
 * what is wrong as a kind and a message name with its number; the sentences live with the interface and, for the
 * server's own answers, with its error texts. Phone and VAT have modules of their own (`phone.ts`, `vat-number.ts`): they
 * bring libraries that a first visit must not download.
 */

import { typedText, withoutUnseen } from './typed-text.ts';

/** What kind of mistake (R5.19). */
export type FieldErrorKind = 'required' | 'min' | 'max' | 'format' | 'same-as' | 'phone' | 'vat';
/** Which sentence of specification section 5. */
export type FieldMessage =
  | 'required'
  | 'email-required'
  | 'min'
  | 'max'
  | 'format'
  | 'day-over'
  | 'email'
  | 'name'
  | 'phone'
  | 'vat'
  | 'same-as'
  | 'promocode'
  | 'consent';
export interface FieldError {
  readonly kind: FieldErrorKind;
  readonly message: FieldMessage;
  /** The bound, for `min` and `max`. */
  readonly n?: number;
  /** What would fit, for `format`: the same for everybody who reads it. */
  readonly example?: string;
}

export interface FieldRule {
  /** Characters after trimming. */
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** What else it may hold than one line of text: line breaks, or any sign at all. */
  readonly holds?: 'lines' | 'anything';
  /** Sentence when the pattern does not fit; `format` if none is named. */
  readonly patternMessage?: FieldMessage;
  /** Sentence when the field is required and blank; `required` if none is named. */
  readonly requiredMessage?: FieldMessage;
}

/** Letters of any script, spaces, hyphens, apostrophes, backticks (R5.14). */
const namePattern = /^[\p{L}\p{M}\s'’`-]+$/u;
/** local@domain with labels of up to 63 characters and at least two of them (R5.15). */
export const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
/** One digit, one lower and one upper case letter of any script (R5.16). */
const passwordPattern = /^(?=.*\p{Nd})(?=.*\p{Ll})(?=.*\p{Lu})/su;

/**
 * Signs that are no text: controls, line and paragraph separators, and those that turn the direction of what follows. In a
 * name or a street they put lines and links of a stranger into letters and papers of the shop.
 */
const noText = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const noTextInLines = /[^\P{Cc}\n\r\t]|[\u202A-\u202E\u2066-\u2069]/u;

const name: FieldRule = { min: 2, max: 255, pattern: namePattern, patternMessage: 'name' };

/** Fields by name; the table of contract 2.6. */
export const fieldRules = {
  email: { max: 254, pattern: emailPattern, patternMessage: 'email', requiredMessage: 'email-required' },
  password: { min: 8, max: 254, pattern: passwordPattern, holds: 'anything' },
  firstName: name,
  lastName: name,
  street: { min: 2, max: 255 },
  city: { min: 2, max: 255 },
  houseNumber: { min: 1, max: 16 },
  flatNumber: { max: 16 },
  postCode: { min: 1, max: 16 },
  countryCode: { pattern: /^[A-Z]{2}$/ },
  companyName: { min: 2, max: 255 },
  companyCode: { min: 4, max: 32, pattern: /^[\p{L}\p{Nd}]+$/u },
  certificateNumber: { min: 3, max: 40, pattern: /[\p{L}\p{Nd}]/u },
  certificateHolder: { ...name, max: 120 },
  reviewTitle: { min: 2, max: 255 },
  reviewComment: { min: 2, max: 2000, holds: 'lines' },
  returnComment: { max: 1000, holds: 'lines' },
  notes: { max: 1000, holds: 'lines' },
  giftWrapMessage: { max: 250, holds: 'lines' },
  couponCode: { min: 1, max: 64, requiredMessage: 'promocode' },
} as const satisfies Record<string, FieldRule>;
export type FieldName = keyof typeof fieldRules;

/** Rules by the country that somebody sent: a map, since `constructor` finds something in every object. */
type ByCountry<T> = ReadonlyMap<string, T>;

/** Digits of a post code, and how its country writes them; a country not named takes any of 1 to 16 characters. */
const postCodes: ByCountry<{ digits: number; write: (digits: string) => string }> = new Map([
  ['LT', { digits: 5, write: (digits: string) => `LT-${digits}` }],
  ['LV', { digits: 4, write: (digits: string) => `LV-${digits}` }],
  ['EE', { digits: 5, write: (digits: string) => digits }],
  ['PL', { digits: 5, write: (digits: string) => `${digits.slice(0, 2)}-${digits.slice(2)}` }],
]);

/**
 * A post code as its country writes it, however it was typed: with or without the country's letters, with spaces or dashes between.
 * Null where it is none of that country.
 */
function nationalPostCode(typed: string, country: string): string | null {
  const rule = postCodes.get(country);
  const [, letters = '', code = ''] = /^([a-z]{2})?((?:[\s\p{Pd}]*\d)+)$/iu.exec(typed) ?? [];
  const digits = code.replaceAll(/\D/g, '');
  if (rule === undefined || digits.length !== rule.digits) return null;
  return letters === '' || letters.toUpperCase() === country ? rule.write(digits) : null;
}

const companyCodePatterns: ByCountry<RegExp> = new Map([['LT', /^(?:\d{7}|\d{9})$/]]);

/** Typed or pasted as a whole; what cannot be seen in them is no part of them. */
const codes: ReadonlySet<FieldName> = new Set<FieldName>(['email', 'postCode', 'companyCode', 'couponCode']);

/** What was typed into a field, as it is judged and kept. `countryCode` decides how a post code is written. */
export function typedValue(field: FieldName, value: string, countryCode = ''): string {
  const text = typedText(codes.has(field) ? withoutUnseen(value) : value);
  return field === 'postCode' ? (nationalPostCode(text, countryCode) ?? text.toUpperCase()) : text;
}

const lengthOf = (value: string): number => Array.from(value).length;

/** Whether `value` breaks `rule`; blank optional values pass everything (R5.17). */
export function checkRule(
  rule: FieldRule,
  value: string | null | undefined,
  required: boolean,
): FieldError | null {
  const text = typedText(value ?? '');
  if (text === '') return required ? { kind: 'required', message: rule.requiredMessage ?? 'required' } : null;
  const length = lengthOf(text);
  if (rule.min !== undefined && length < rule.min) return { kind: 'min', message: 'min', n: rule.min };
  if (rule.max !== undefined && length > rule.max) return { kind: 'max', message: 'max', n: rule.max };
  if (rule.holds !== 'anything' && (rule.holds === 'lines' ? noTextInLines : noText).test(text))
    return { kind: 'format', message: rule.patternMessage ?? 'format' };
  if (rule.pattern && !rule.pattern.test(text))
    return { kind: 'format', message: rule.patternMessage ?? 'format' };
  return null;
}

/** Checks one named field. `countryCode` decides the form of post and company codes. */
export function checkField(
  field: FieldName,
  value: string | null | undefined,
  options: { required: boolean; countryCode?: string | undefined },
): FieldError | null {
  const country = options.countryCode ?? '';
  const text = typedValue(field, value ?? '', country);
  const found = checkRule(fieldRules[field], text, options.required);
  if (found || text === '') return found;
  const postCode = field === 'postCode' ? postCodes.get(country) : undefined;
  if (postCode)
    return nationalPostCode(text, country) === null
      ? { kind: 'format', message: 'format', example: postCode.write('12345'.slice(0, postCode.digits)) }
      : null;
  const pattern = field === 'companyCode' ? companyCodePatterns.get(country) : undefined;
  return pattern && !pattern.test(text) ? { kind: 'format', message: 'format' } : null;
}

/** A repeated field (password) must equal the first one; the error belongs to the repeat (R5.10). */
export function checkSame(first: string, repeat: string): FieldError | null {
  return first === repeat ? null : { kind: 'same-as', message: 'same-as' };
}

/** Whether the text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  // The thirtieth of February is read as a day of March.
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Years that a customer may have. */
const ages = { least: 14, most: 120 } as const;

/**
 * A day of birth, `YYYY-MM-DD` (contract 2.6); blank passes.
 * @param today the same form, of the shop's clock
 */
export function checkBirthday(value: string | null | undefined, today: string): FieldError | null {
  const text = typedText(value ?? '');
  if (text === '') return null;
  const yearsAgo = (years: number) =>
    `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`;
  const fits = isDay(text) && text <= yearsAgo(ages.least) && text > yearsAgo(ages.most + 1);
  return fits ? null : { kind: 'format', message: 'format' };
}

/** Promo codes: blank makes no call (R5.11). */
export const checkPromocode = (value: string): FieldError | null =>
  checkField('couponCode', value, { required: true });

/** Stars of a review (contract 2.6). */
export const ratingBounds = { min: 1, max: 5 } as const;
