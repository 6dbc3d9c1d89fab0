/** Fields of a form's schema whose errors are written as `field-sentences.ts` reads them (R0.39). */
import {
  checkField,
  checkSame,
  typedValue,
  type FieldError,
  type FieldName,
} from '#domain/fields/field-rules.ts';
import { typedText } from '#domain/fields/typed-text.ts';
import { z } from '#lib/zod.ts';
import { writeFieldError } from './field-sentences.ts';

/** A text that `check` judges. */
export const textField = (
  check: (value: string) => FieldError | null,
  asKept: (value: string) => string = (value) => value,
) =>
  z.string().check(z.overwrite(asKept), (context) => {
    const error = check(context.value);
    if (error !== null)
      context.issues.push({
        code: 'custom',
        message: writeFieldError(error),
        input: context.value,
        // What is checked over several fields (a repeated password) is said beside it, not after all else is right.
        continue: true,
      });
  });

/** A text of contract 2.6, required unless said otherwise. */
export const ruledField = (name: FieldName, countryCode?: string, required = true) =>
  // What is sent is what was judged; a password's spaces are its own.
  textField(
    (value) => checkField(name, value, { required, countryCode }),
    name === 'password' ? (value) => value : (value) => typedValue(name, value, countryCode),
  );

/** A text that only has to be there: an old password was made by the rules of its time. */
export const givenField = (check: (value: string) => FieldError | null = () => null) =>
  textField((value) => (typedText(value) === '' ? { kind: 'required', message: 'required' } : check(value)));

/** The field `again` repeats `first` (R5.10); the error belongs to it. */
export const repeats =
  <Name extends string>(first: Name, again: Name) =>
  ({ value, issues }: { value: Readonly<Record<Name, string>>; issues: z.core.$ZodRawIssue[] }): void => {
    const given = value[again];
    const error: FieldError | null =
      given === '' ? { kind: 'required', message: 'required' } : checkSame(value[first], given);
    if (error !== null)
      issues.push({ code: 'custom', path: [again], message: writeFieldError(error), input: given });
  };

/** A box that has to be ticked. */
export const consentField = z
  .boolean()
  .check(z.refine((given) => given, writeFieldError({ kind: 'required', message: 'consent' })));

/** Fields of an account that are asked for, and on the screen, only where one buys for a company. */
export const companyFields: readonly string[] = [
  'companyName',
  'companyCode',
  'vatNumber',
  'countryCode',
  'city',
  'street',
  'houseNumber',
  'flatNumber',
  'postCode',
];

/** Street, house, flat, town and post code of a country. */
export const placeFields = (countryCode: string) => ({
  city: ruledField('city', countryCode),
  street: ruledField('street', countryCode),
  houseNumber: ruledField('houseNumber', countryCode),
  flatNumber: ruledField('flatNumber', countryCode, false),
  postCode: ruledField('postCode', countryCode),
});
