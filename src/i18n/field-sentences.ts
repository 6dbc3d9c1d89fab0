/** The sentences of field errors (specification section 5) for the messages of `#domain/fields/field-rules.ts`. */
import { msg } from '@lingui/core/macro';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { wordsOf } from '#lib/plain-words.ts';
import type { FieldError, FieldMessage } from '#domain/fields/field-rules.ts';

const sentences: Record<Exclude<FieldMessage, 'min' | 'max'>, MessageDescriptor> = {
  required: msg`This value should not be blank.`,
  'email-required': msg`Please enter your email.`,
  format: msg`Invalid format`,
  'day-over': msg`This day is over: write one that is today or later.`,
  email: msg`This email is invalid.`,
  name: msg`Name can contain all letters and symbols ' -`,
  phone: msg`This value is not a valid phone number.`,
  vat: msg`Not a VAT number.`,
  'same-as': msg`Passwords do not match`,
  promocode: msg`You forgot to add promocode`,
  consent: msg`Tick this box: without it we cannot go on.`,
};

/** An error as text between schema and form: `min:2`, `required`, `format:LT-12345`. */
export function writeFieldError({ message, n, example }: FieldError): string {
  const more = n ?? example;
  return more === undefined ? message : `${message}:${String(more)}`;
}

/** The sentence of what `writeFieldError` wrote; a sentence of the server stays, without its marks. */
export function fieldSentence(i18n: I18n, written: string): string {
  const [message = '', n = ''] = written.split(':');
  if (message === 'format' && n !== '')
    return i18n._(msg`Invalid format. Write it like this: ${{ example: n }}`);
  if (message === 'min' && /^\d+$/.test(n))
    return i18n._(msg`This value is too short. It should have ${{ n }} characters or more.`);
  if (message === 'max' && /^\d+$/.test(n))
    return i18n._(msg`This value is too long. It should have ${{ n }} characters or less.`);
  return Object.hasOwn(sentences, written)
    ? i18n._(sentences[written as keyof typeof sentences])
    : wordsOf(written);
}

/** The sentence for a field of whatever its form found wrong; undefined = nothing. */
export function useFieldSentence(): (written: string | undefined) => string | undefined {
  const { i18n } = useLingui();
  return (written) => (written === undefined ? undefined : fieldSentence(i18n, written));
}
