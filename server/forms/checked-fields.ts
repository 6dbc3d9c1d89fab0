/** Fields that somebody filled in, judged one by one by the rules of contract 2.6. */
import type { Violation } from '#contract/errors.ts';
import { checkField, typedValue, type FieldError, type FieldName } from '#domain/fields/field-rules.ts';
import { checkPhone, internationalPhone } from '#domain/fields/phone.ts';
import { typedText } from '#domain/fields/typed-text.ts';
import type { ErrorCode } from '#server/errors/error-texts.ts';
import { fieldViolation, violationOf } from './refusal.ts';

export interface Checked<T> {
  value: T;
  violations: Violation[];
}

/** Collects what is wrong under one prefix (`shippingAddress.`, or none). */
export class Form {
  readonly violations: Violation[] = [];
  readonly #prefix: string;
  readonly #locale: string;

  constructor(prefix: string, locale: string) {
    this.#prefix = prefix;
    this.#locale = locale;
  }

  note(name: string, error: FieldError | null): void {
    if (error) this.violations.push(fieldViolation(`${this.#prefix}${name}`, error, this.#locale));
  }

  refuse(name: string, errorCode: ErrorCode): void {
    this.violations.push(violationOf(`${this.#prefix}${name}`, errorCode, this.#locale));
  }

  /** @returns the text as it is kept: trimmed, '' where nothing was typed */
  text(
    name: FieldName,
    value: string | null | undefined,
    options: { required: boolean; countryCode?: string } = { required: true },
  ): string {
    this.note(name, checkField(name, value, options));
    return typedValue(name, value ?? '', options.countryCode);
  }

  /** @returns the number as E.164, '' where there is none */
  phone(value: string | null | undefined, country: string, options = { required: true }): string {
    if (typedText(value ?? '') === '' && options.required)
      this.note('phoneNumber', { kind: 'required', message: 'required' });
    else this.note('phoneNumber', checkPhone(value, country));
    return internationalPhone(value ?? '', country) ?? '';
  }
}
