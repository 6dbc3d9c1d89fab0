/** Refusals of rules (422) with the sentence on the field it belongs to. */
import type { Violation } from '#contract/errors.ts';
import type { FieldError, FieldMessage } from '#domain/fields/field-rules.ts';
import { ApiFailure, type ApiFailureOptions } from '#server/errors/api-failure.ts';
import { errorText, type ErrorCode } from '#server/errors/error-texts.ts';

type Values = Record<string, string | number>;

export const violationOf = (
  path: string,
  errorCode: ErrorCode,
  locale: string,
  values: Values = {},
): Violation => ({
  propertyPath: path,
  message: errorText(errorCode, locale, values),
  code: errorCode,
});

/** One rule broken at one field. */
export const refusal = (
  errorCode: ErrorCode,
  path: string,
  locale: string,
  values: Values = {},
  more: ApiFailureOptions = {},
): ApiFailure =>
  new ApiFailure(422, errorCode, {
    values,
    violations: [violationOf(path, errorCode, locale, values)],
    ...more,
  });

/** Every message of a field has its sentence. */
const fieldText = (message: FieldMessage): ErrorCode => `field.${message}`;

/** The sentence of a field rule at `path`; the code is the rule's name. */
export const fieldViolation = (
  path: string,
  { message, n, example }: FieldError,
  locale: string,
): Violation => ({
  propertyPath: path,
  message: errorText(example === undefined ? fieldText(message) : 'field.format-example', locale, {
    ...(n === undefined ? {} : { n }),
    ...(example === undefined ? {} : { example }),
  }),
  code: message,
});

/** 422 with one violation per field; a rule of the shop names it, else the form does. */
export const invalidFields = (violations: Violation[], form: ErrorCode): ApiFailure => {
  // Codes with a dot are those of `refusal`; a field's rule has none.
  const rule = violations.find(({ code }) => code?.includes('.'));
  if (rule === undefined) return new ApiFailure(422, form, { violations });
  // Its sentence has its numbers already.
  return new ApiFailure(422, rule.code as ErrorCode, { violations, detail: rule.message });
};
