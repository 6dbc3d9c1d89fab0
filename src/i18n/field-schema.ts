/** Fields of a form's schema whose errors are written as `field-sentences.ts` reads them (R0.39). */
import { checkField, type FieldError, type FieldName } from '#domain/field-rules.ts';
import { z } from '#lib/zod.ts';
import { writeFieldError } from './field-sentences.ts';

/** A text that `check` judges. */
export const textField = (check: (value: string) => FieldError | null) =>
  z.string().check((context) => {
    const error = check(context.value);
    if (error !== null)
      context.issues.push({
        code: 'custom',
        message: writeFieldError(error),
        input: context.value,
        continue: false,
      });
  });

/** A text of contract 2.6, required unless said otherwise. */
export const ruledField = (name: FieldName, countryCode: string, required = true) =>
  textField((value) => checkField(name, value, { required, countryCode }));

/** Street, house, flat, town and post code of a country. */
export const placeFields = (countryCode: string) => ({
  city: ruledField('city', countryCode),
  street: ruledField('street', countryCode),
  houseNumber: ruledField('houseNumber', countryCode),
  flatNumber: ruledField('flatNumber', countryCode, false),
  postCode: ruledField('postCode', countryCode),
});
