import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkField, fieldRules, typedValue } from './field-rules.ts';
import { checkPhone, internationalPhone } from './phone.ts';
import { typedText } from './typed-text.ts';
import { checkVatNumber } from './vat-number.ts';

const required = { required: true };
const optional = { required: false };

describe('R5.13 a text of which nothing can be seen is an empty one', () => {
  const ignorable = Array.from({ length: 0x11_0000 }, (_, point) => String.fromCodePoint(point)).filter(
    (sign) => /\p{Default_Ignorable_Code_Point}/u.test(sign),
  );
  /** A blank pattern of Braille and a note without a head have a width and no ink. */
  const blank = [
    '\u2800',
    '\u{1D159}',
    '\u180E',
    '\u3164',
    ' ',
    '\u00A0',
    '\u3000',
    '\u0085',
    '\uFFF9',
    '\u0301',
  ];
  const fields = Object.keys(fieldRules) as (keyof typeof fieldRules)[];
  const isEmpty = (text: string) =>
    fields.every(
      (field) =>
        checkField(field, text, required)?.kind === 'required' &&
        checkField(field, text, optional) === null &&
        typedValue(field, text) === '',
    );
  const isNoCode = (text: string) =>
    typedText(text) === '' &&
    checkPhone(text, 'LT') === null &&
    checkVatNumber(text) === null &&
    internationalPhone(text, 'LT') === null;

  test('whichever sign it is made of', () => {
    expect(ignorable.length).toBeGreaterThan(4000);
    const seen = [...ignorable, ...blank].filter(
      (sign) => !isEmpty(sign.repeat(3)) || !isNoCode(sign.repeat(3)),
    );
    expect(seen).toEqual([]);
  });

  test('and however they are mixed; one letter among them is a text', () => {
    const unseen = fc.array(fc.constantFrom(...ignorable, ...blank), { maxLength: 20 });
    fc.assert(
      fc.property(
        unseen,
        unseen,
        fc.constantFrom('a', 'ž', 'Я', '7', '한', '.', '🌱'),
        (before, after, sign) => {
          const text = before.join('');
          expect(isEmpty(text) && isNoCode(text)).toBe(true);
          const written = text + sign + after.join('');
          expect(typedText(written)).not.toBe('');
          expect(checkField('street', written, required)?.kind).not.toBe('required');
          expect(typedValue('street', written)).toContain(sign);
        },
      ),
    );
  });
});
