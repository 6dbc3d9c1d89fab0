import { setupI18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { checkField, checkPromocode, checkSame, type FieldError } from '#domain/fields/field-rules.ts';
import { checkPhone } from '#domain/fields/phone.ts';
import { checkVatNumber } from '#domain/fields/vat-number.ts';
import { fieldSentence, writeFieldError } from './field-sentences.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
/** What a form shows under a field for this mistake. */
const shown = (error: FieldError | null) =>
  error === null ? null : fieldSentence(i18n, writeFieldError(error));
const required = { required: true };

describe('sentences of field errors', () => {
  test('R5.01 a blank required field', () => {
    expect(shown(checkField('city', ' ', required))).toBe('This value should not be blank.');
  });
  test('R5.02 a blank email', () => {
    expect(shown(checkField('email', '', required))).toBe('Please enter your email.');
  });
  test('R5.03 too short, with the number of the field', () => {
    expect(shown(checkField('city', 'A', required))).toBe(
      'This value is too short. It should have 2 characters or more.',
    );
    expect(shown(checkField('password', 'Abc1', required))).toBe(
      'This value is too short. It should have 8 characters or more.',
    );
  });
  test('R5.04 too long, with the number of the field', () => {
    expect(shown(checkField('houseNumber', '1'.repeat(17), required))).toBe(
      'This value is too long. It should have 16 characters or less.',
    );
    expect(shown(checkField('city', 'A'.repeat(256), required))).toBe(
      'This value is too long. It should have 255 characters or less.',
    );
  });
  test('R5.05 a field with a pattern and no sentence of its own', () => {
    expect(shown(checkField('companyCode', '12-34', required))).toBe('Invalid format');
  });
  test.each([
    ['LT', 'LT-12345'],
    ['LV', 'LV-1234'],
    ['EE', '12345'],
    ['PL', '12-345'],
  ])('R5.05 a post code that is none of %s names an example', (countryCode, example) => {
    expect(shown(checkField('postCode', '12', { required: true, countryCode }))).toBe(
      `Invalid format. Write it like this: ${example}`,
    );
  });
  test('R5.06 an email that is none', () => {
    expect(shown(checkField('email', 'a@b@c', required))).toBe('This email is invalid.');
  });
  test('R5.07 a name with a digit', () => {
    expect(shown(checkField('firstName', 'J0nas', required))).toBe(
      "Name can contain all letters and symbols ' -",
    );
  });
  test('R5.08 a phone number that is none in its country', () => {
    expect(shown(checkPhone('123', 'LT'))).toBe('This value is not a valid phone number.');
  });
  test('R5.09 a VAT number with a wrong check digit', () => {
    expect(shown(checkVatNumber('LT119511516'))).toBe('Not a VAT number.');
  });
  test('R5.10 two passwords that differ', () => {
    expect(shown(checkSame('Abcdefg1', 'Abcdefg2'))).toBe('Passwords do not match');
  });
  test('a blank promo code', () => {
    expect(shown(checkPromocode('  '))).toBe('You forgot to add promocode');
  });
  test("a sentence of the server's stays as it is", () => {
    expect(fieldSentence(i18n, 'Prekės nebėra.')).toBe('Prekės nebėra.');
  });
});
