import { describe, expect, test } from 'vitest';
import {
  checkBirthday,
  checkField,
  checkPromocode,
  checkRule,
  checkSame,
  fieldRules,
  typedValue,
} from './field-rules.ts';
import { isQuantity } from '#contract/orders/item-bounds.ts';
import { checkPhone, internationalPhone } from './phone.ts';
import { checkVatNumber, normaliseVatNumber } from './vat-number.ts';

const required = { required: true };
const optional = { required: false };

describe('field rules', () => {
  test.each([
    ['firstName', 2, 255],
    ['lastName', 2, 255],
    ['city', 2, 255],
    ['street', 2, 255],
    ['companyName', 2, 255],
    ['houseNumber', 1, 16],
    ['reviewComment', 2, 2000],
  ] as const)('R5.13 %s takes %i to %i characters', (field, min, max) => {
    if (min > 1) {
      expect(checkField(field, 'ą'.repeat(min - 1), required)).toEqual({
        kind: 'min',
        message: 'min',
        n: min,
      });
    }
    for (const length of [min, min + 1, max - 1, max])
      expect(checkField(field, 'ą'.repeat(length), required)).toBeNull();
    expect(checkField(field, 'ą'.repeat(max + 1), required)).toEqual({ kind: 'max', message: 'max', n: max });
  });

  test('a line is one line of text: no breaks, controls or turned directions; comments have lines, passwords anything', () => {
    const oneLine = (Object.keys(fieldRules) as (keyof typeof fieldRules)[]).filter(
      (field) => !('holds' in fieldRules[field]),
    );
    expect(oneLine).toEqual(
      expect.arrayContaining([
        'email',
        'firstName',
        'lastName',
        'street',
        'city',
        'houseNumber',
        'companyName',
      ]),
    );
    /** Of these a turned direction is taken out, and never kept. */
    const codes = oneLine.filter((field) => typedValue(field, 'A\u202E') === 'A');
    expect(codes).toEqual(['email', 'postCode', 'companyCode', 'couponCode']);
    const signs = ['\n', '\r\n', '\t', '\u0007', '\u0085', '\u2028'];
    for (const field of oneLine)
      for (const sign of codes.includes(field) ? signs : [...signs, '\u202E', '\u2066'])
        expect([field, checkField(field, `Ab${sign}cd`, required)?.kind]).toEqual([field, 'format']);
    for (const field of ['reviewComment', 'returnComment', 'notes'] as const) {
      expect(checkField(field, 'Ab\n\tcd\r\nef', required)).toBeNull();
      expect(checkField(field, 'Ab\u0007cd', required)?.kind).toBe('format');
      expect(checkField(field, 'Ab\u202Ecd', required)?.kind).toBe('format');
    }
    expect(checkField('password', 'Abc\t12345', required)).toBeNull();
    // Around a line they are no part of it.
    expect(checkField('city', ' Kėdainiai\n', required)).toBeNull();
  });

  test('R5.13 optional bounds: apartment to 16, return comment to 1000, company code 4 to 32', () => {
    expect(checkField('flatNumber', '1'.repeat(16), optional)).toBeNull();
    expect(checkField('flatNumber', '1'.repeat(17), optional)).toMatchObject({ n: 16 });
    expect(checkField('returnComment', 'a'.repeat(1000), optional)).toBeNull();
    expect(checkField('returnComment', 'a'.repeat(1001), optional)).toMatchObject({ kind: 'max', n: 1000 });
    expect(checkField('companyCode', 'A12', { required: true, countryCode: 'DE' })).toMatchObject({ n: 4 });
    expect(checkField('companyCode', 'A123', { required: true, countryCode: 'DE' })).toBeNull();
    expect(checkField('companyCode', '1'.repeat(32), { required: true, countryCode: 'DE' })).toBeNull();
    expect(checkField('companyCode', '1'.repeat(33), { required: true, countryCode: 'DE' })).toMatchObject({
      n: 32,
    });
  });

  test.each([
    ['2027-03-01', '2013-03-01', true],
    ['2027-03-01', '2013-03-02', false],
    ['2027-02-28', '2013-03-01', false],
    ['2026-02-28', '2012-02-29', false],
    ['2026-03-01', '2012-02-29', true],
    ['2027-03-01', '1906-03-02', true],
    ['2027-03-01', '1906-03-01', false],
    ['2027-03-01', '2027-03-02', false],
    ['2027-03-01', '2000-02-29', true],
    ['2027-03-01', '2001-02-29', false],
    ['2027-03-01', '2001-00-10', false],
    ['2027-03-01', '2001-1-10', false],
    ['2027-03-01', '-2001-01-10', false],
    ['2027-03-01', '10 May 2001', false],
    ['2027-03-01', ' 2001-05-10 ', true],
    ['2027-03-01', '', true],
    ['2027-03-01', null, true],
  ])('on %s somebody born on %j is 14 to 120 years old: %s', (today, value, fits) => {
    expect(checkBirthday(value, today)).toEqual(fits ? null : { kind: 'format', message: 'format' });
  });

  test('a Lithuanian company code has 7 or 9 digits', () => {
    const lt = { required: true, countryCode: 'LT' };
    expect(checkField('companyCode', '1234567', lt)).toBeNull();
    expect(checkField('companyCode', '123456789', lt)).toBeNull();
    expect(checkField('companyCode', '12345678', lt)).toMatchObject({ kind: 'format' });
  });

  test.each(['Žygimantė', 'Анна-Мария', "O'Neil", 'Jean Luc', 'D`Arc'])(
    'R5.14 the name %s passes',
    (name) => {
      expect(checkField('firstName', name, required)).toBeNull();
    },
  );
  test.each(['J0nas', 'A_b', 'A.', '😀😀'])('R5.14 the name %s fails', (name) => {
    expect(checkField('firstName', name, required)).toEqual({ kind: 'format', message: 'name' });
  });

  test('R5.15 email labels have up to 63 characters', () => {
    expect(checkField('email', `a@${'b'.repeat(63)}.lt`, required)).toBeNull();
    expect(checkField('email', `a@${'b'.repeat(64)}.lt`, required)).toEqual({
      kind: 'format',
      message: 'email',
    });
    expect(checkField('email', 'a@b.lt', required)).toBeNull();
    for (const bad of ['a@', '@b.lt', 'a b@c.lt', 'a@b@c', 'a@b..lt', 'a@-b.lt'])
      expect(checkField('email', bad, required)).toEqual({ kind: 'format', message: 'email' });
  });

  test('R5.16 a password has 8 characters, a digit, a lower and an upper case letter of any script', () => {
    for (const good of ['Abcdefg1', 'Žąčęėįš7', 'Пароль12'])
      expect(checkField('password', good, required)).toBeNull();
    expect(checkField('password', 'Abcdef1', required)).toMatchObject({ kind: 'min', n: 8 });
    for (const bad of ['abcdefg1', 'ABCDEFG1', 'Abcdefgh'])
      expect(checkField('password', bad, required)).toMatchObject({ kind: 'format' });
  });

  test('R5.17 blank optional values pass every pattern', () => {
    for (const blank of ['', '   ', null, undefined]) {
      expect(checkField('firstName', blank, optional)).toBeNull();
      expect(checkField('email', blank, optional)).toBeNull();
      expect(checkPhone(blank, 'LT')).toBeNull();
      expect(checkVatNumber(blank)).toBeNull();
    }
  });

  test('R5.19 the seven kinds of error come out of the rules', () => {
    const kinds = [
      checkField('city', '', required),
      checkField('city', 'A', required),
      checkField('city', 'A'.repeat(256), required),
      checkField('postCode', 'x', { required: true, countryCode: 'LT' }),
      checkSame('Abcdefg1', 'Abcdefg2'),
      checkPhone('123', 'LT'),
      checkVatNumber('LT119511516'),
    ].map((error) => error?.kind);
    expect(kinds).toEqual(['required', 'min', 'max', 'format', 'same-as', 'phone', 'vat']);
  });

  test('each mistake names its sentence', () => {
    expect(checkField('email', '', required)?.message).toBe('email-required');
    expect(checkField('city', '', required)?.message).toBe('required');
    expect(checkPromocode('  ')?.message).toBe('promocode');
    expect(checkSame('a', 'a')).toBeNull();
  });

  test('post codes follow their country', () => {
    for (const bad of ['1234', '123456', 'LV-12345', 'LT-1234', 'LT-', '12345-', '12345 Vilnius', '12.345'])
      expect([bad, checkField('postCode', bad, { required: true, countryCode: 'LT' })]).toEqual([
        bad,
        { kind: 'format', message: 'format', example: 'LT-12345' },
      ]);
    expect(checkField('postCode', 'LT-12345', { required: true, countryCode: 'LV' })?.example).toBe(
      'LV-1234',
    );
    expect(checkField('postCode', 'SW1A 1AA', { required: true, countryCode: 'GB' })).toBeNull();
    expect(typedValue('postCode', ' sw1a 1aa', 'GB')).toBe('SW1A 1AA');
  });

  test.each([
    ['LT', 'LT-75123', ['75123', 'lt-75123', 'LT 75123', 'LT75123', 'lt – 75 123', '75 123', '75-123']],
    ['LV', 'LV-1050', ['1050', 'LV 1050', 'lv1050', 'LV - 1050', '10 50']],
    ['EE', '10111', ['10111', 'EE-10111', 'EE 10111', '10 111']],
    ['PL', '00-950', ['00-950', '00950', '00 950', '00–950', 'PL 00-950', 'pl-00950']],
  ])(
    'a post code of %s is understood with spaces, dashes and letters, and kept as %s',
    (country, kept, typed) => {
      for (const one of [kept, ...typed]) {
        expect([one, checkField('postCode', one, { required: true, countryCode: country })]).toEqual([
          one,
          null,
        ]);
        expect([one, typedValue('postCode', one, country)]).toEqual([one, kept]);
      }
    },
  );

  test('length counts characters, not code units', () => {
    expect(checkRule(fieldRules.street, '😀', true)).toMatchObject({ kind: 'min' });
  });

  test('R5.42 a phone number is checked for its country and sent international', () => {
    expect(internationalPhone('+37061234567', 'LT')).toBe('+37061234567');
    expect(internationalPhone('61234567', 'LT')).toBe('+37061234567');
    expect(internationalPhone('8 612 34567', 'LT')).toBe('+37061234567');
    // A Lithuanian national number behind the Estonian code is a number of neither.
    expect(internationalPhone('+37261234567', 'LT')).toBeNull();
    expect(internationalPhone('123', 'LT')).toBeNull();
    expect(internationalPhone('51234567', 'EE')).toBe('+37251234567');
  });

  test('R5.42 a number of any country can be typed after its code, and marks that were pasted along are no part of it', () => {
    for (const [typed, right] of [
      ['+47 412 34 567', '+4741234567'],
      ['+353 85 012 3456', '+353850123456'],
      ['+31 6 12345678', '+31612345678'],
      ['+45 32 12 34 56', '+4532123456'],
      ['+1 201 555 0123', '+12015550123'],
      ['+7 912 345 67 89', '+79123456789'],
      ['+375 29 491 19 11', '+375294911911'],
      ['0033 6 12 34 56 78', '+33612345678'],
      ['\u202A+37061234567\u202C', '+37061234567'],
      ['\u200E8 612 34567', '+37061234567'],
    ] as const) {
      expect([typed, internationalPhone(typed, 'LT')]).toEqual([typed, right]);
      expect([typed, checkPhone(typed, 'LT')]).toEqual([typed, null]);
    }
    for (const none of ['+47 1', '+999 123 456', '+1 201 555', '+37061234567x', '\u202A\u202Cabc'])
      expect([none, internationalPhone(none, 'LT')]).toEqual([none, null]);
  });

  test('R5.43 a VAT number of every country of the Union, and of the neighbours that have one, is known', () => {
    const valid =
      'ATU13585627 BE0776091951 BE1000000021 BG7523169263 HR33392005961 CY10259033P CZ25123891 DK13585628 EE100594102 FI20774740 ' +
      'FR40303265045 FR83404833048 DE136695976 GR094259216 EL094259216 HU12892312 IE6433435F IE6433435OA IE8D79739I ' +
      'IT00743110157 LV40003009497 LT119511515 LU15027442 MT11679112 NL004495445B01 NL123456789B13 PL8567346215 PT501964843 ' +
      'RO18547290 SK2022749619 SI50223054 ESA13585625 SE123456789701 GB980780684 XI980780684 NO995525828MVA CHE107787577MWST';
    const refused = (number: string) => checkVatNumber(number) !== null;
    expect(valid.split(' ').filter(refused)).toEqual([]);
    // With one digit more, or another one at the end, none of them is one; a prefix alone says nothing.
    expect(valid.split(' ').filter((number) => !refused(`${number}00000`))).toEqual([]);
    expect(
      ['FR', 'NL', 'XX123', 'EU372022452', 'FR41303265045', 'NL004495446B01'].filter(refused),
    ).toHaveLength(6);
    expect(checkVatNumber('\u202AFR 40 303 265 045\u202C')).toBeNull();
    expect(normaliseVatNumber('\u202Afr 40.303.265-045')).toBe('FR40303265045');
  });

  test('R5.43 VAT numbers are checked by form and check digits', () => {
    for (const good of ['LT119511515', 'EE100594102', 'lt 119 511 515', 'ee100594102'])
      expect(checkVatNumber(good)).toBeNull();
    for (const bad of ['LT119511516', 'EE100594103', '119511515', 'LT1195115150', 'XX123'])
      expect(checkVatNumber(bad)).toEqual({ kind: 'vat', message: 'vat' });
  });

  test.each([
    ['email', '\u202Ajonas@example.lt\u202C', 'jonas@example.lt'],
    ['companyCode', '\u200E300000000\u200F', '300000000'],
    ['postCode', '\u2066LT-57123\u2069', 'LT-57123'],
    ['couponCode', '\uFEFFPAVASARIS', 'PAVASARIS'],
  ] as const)('R5.15 marks that were pasted along are no part of a field: %s', (field, pasted, meant) => {
    expect(checkField(field, pasted, { required: true, countryCode: 'LT' })).toBeNull();
    expect(typedValue(field, pasted)).toBe(meant);
  });

  test('marks alone are no value, and a turned line in a street is still refused', () => {
    expect(checkField('email', '\u202A\u202C', { required: true })?.kind).toBe('required');
    expect(checkField('street', '\u202Egatvė', { required: true })?.kind).toBe('format');
  });

  test('quantities are whole numbers from 1 to 9999', () => {
    expect([1, 2, 9999].every(isQuantity)).toBe(true);
    expect([0, -1, 1.5, 10_000, 1e9, Number.NaN].some(isQuantity)).toBe(false);
  });
});

test.each(['constructor', '__proto__', 'toString', 'XX'])(
  'a country called %s has no rules of its own',
  (country) => {
    const there = { required: true, countryCode: country };
    expect(checkField('postCode', '12 345', there)).toBeNull();
    expect(checkField('companyCode', 'AB12', there)).toBeNull();
    expect(typedValue('postCode', 'ab 1', country)).toBe('AB 1');
  },
);
