import fc from 'fast-check';
import { encode as drawQr } from 'uqr';
import { expect, test } from 'vitest';
import { orderIntentBody, shortRules, type OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { IntentMessage } from './intent-message.ts';
import { decodeIntent, encodeIntent } from './intent-text.ts';

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const orNull = <T>(value: fc.Arbitrary<T>) => optional(fc.option(value, { nil: null }));
const words = fc.string({ unit: 'grapheme', maxLength: 30 });
const code = fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/);
const address = fc.record({
  firstName: words,
  lastName: words,
  phoneNumber: words,
  countryCode: words,
  city: words,
  street: words,
  houseNumber: words,
  flatNumber: orNull(words),
  postCode: words,
});
const company = fc.record({
  companyName: words,
  vatNumber: orNull(words),
  companyCode: words,
  countryCode: words,
  city: words,
  street: words,
  houseNumber: words,
  flatNumber: orNull(words),
  postCode: words,
});
const agreedAt = fc.oneof(
  fc
    .date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  fc.constantFrom('2026-11-20T06:30:00+02:00', '2026-11-20T06:30:00Z', '2026-11-20T06:30:00.1234Z'),
);
const intent = fc.record({
  tokenValue: fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{32}$/), fc.stringMatching(/^[A-Za-z0-9_-]{22,64}$/)),
  lines: fc.array(
    fc.record({
      productVariantCode: code,
      quantity: fc.integer({ min: 1, max: 9999 }),
      whenShort: fc.constantFrom(...shortRules),
    }),
    { maxLength: 25 },
  ),
  email: words,
  contact: fc.record({ firstName: words, lastName: words, phoneNumber: words }),
  shippingAddress: orNull(address),
  billingAddress: orNull(address),
  invoice: orNull(company),
  plan: fc.record({
    code,
    shipments: fc.array(
      fc.record({ shippingMethod: code, pickupPoint: orNull(code), warehouse: orNull(code) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  }),
  paymentMethod: code,
  couponCode: orNull(words),
  giftCards: optional(fc.array(words, { maxLength: 3 })),
  points: optional(fc.nat({ max: 1_000_000_000 })),
  termsAndConditionsAccepted: fc.boolean(),
  privacyPolicyAccepted: fc.boolean(),
  subscribedToNewsletter: optional(fc.boolean()),
  notes: orNull(words),
  agreedAt,
  expectedTotal: fc.nat(),
  maximumTotal: optional(fc.nat()),
  addressId: optional(fc.integer({ min: 1, max: 2_147_483_647 })),
  saveAddress: optional(fc.boolean()),
  gift: optional(code),
  couponRequired: optional(fc.boolean()),
  expectedPaid: optional(fc.nat({ max: 2_147_483_647 })),
  takenOut: optional(
    fc.array(fc.record({ productVariantCode: code, quantity: fc.integer({ min: 1, max: 2_147_483_647 }) }), {
      maxLength: 5,
    }),
  ),
  sets: optional(
    fc.array(
      fc.record({
        productCode: code,
        quantity: fc.integer({ min: 1, max: 99 }),
        parts: fc.array(code, { minLength: 1, maxLength: 8 }),
      }),
      { maxLength: 3 },
    ),
  ),
});
const message: fc.Arbitrary<IntentMessage> = fc.record({
  key: fc.oneof(fc.uuid(), fc.stringMatching(/^[A-Za-z0-9_-]{22,64}$/)),
  channel: fc.constantFrom('retail', 'business'),
  locale: fc.constantFrom('lt', 'en', 'et', 'ru'),
  // A field that is absent and one that is undefined are the same on the wire.
  body: intent.map((one) => JSON.parse(JSON.stringify(one)) as OrderIntentBody),
});

test('what is read back is what was written', () => {
  fc.assert(
    fc.property(message, (given) => {
      const text = encodeIntent(given);
      expect(text).toMatch(/^ARIMAS1:[0-9A-HJKMNP-TV-Z]+\*$/);
      expect(decodeIntent(text)).toEqual({ ok: true, message: given });
      expect(orderIntentBody.safeParse(given.body).error?.issues ?? []).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('how people and phones set a text makes no difference: case, blanks, line breaks, look-alike letters, words around it', () => {
  fc.assert(
    fc.property(message, fc.integer({ min: 1, max: 60 }), (given, width) => {
      const text = encodeIntent(given);
      const [head = '', letters = ''] = text.split(':');
      const broken = (letters.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join('\r\n ');
      for (const way of [
        `Laba diena, mano užsakymas:\n${text}\nAčiū!`,
        text.toLowerCase(),
        `${head}: ${broken}`,
        `${head}:${letters
          .replace(/0/g, 'O')
          .replace(/1/g, 'l')
          .replace(/(.{4})/g, '$1-')}`,
      ])
        expect(decodeIntent(way)).toEqual({ ok: true, message: given });
    }),
    { numRuns: 100 },
  );
});

test('one wrong, lost, doubled or swapped letter is noticed, and so is a text cut off', () => {
  fc.assert(
    fc.property(
      message,
      fc.nat(),
      fc.nat(),
      fc.constantFrom('change', 'lose', 'double', 'swap', 'cut'),
      (given, at, other, how) => {
        const text = encodeIntent(given);
        const start = text.indexOf(':') + 1;
        const place = start + (at % (text.length - start - 2));
        const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
        const letter = letters[other % 32] ?? '';
        const damaged = {
          change: text.slice(0, place) + letter + text.slice(place + 1),
          lose: text.slice(0, place) + text.slice(place + 1),
          double: text.slice(0, place) + text.slice(place, place + 1) + text.slice(place),
          swap: text.slice(0, place) + text[place + 1] + text[place] + text.slice(place + 2),
          cut: text.slice(0, place),
        }[how];
        fc.pre(damaged !== text);
        expect(decodeIntent(damaged)).toEqual({ ok: false, fault: 'damaged' });
      },
    ),
    { numRuns: 1000 },
  );
});

test('a text without an order, of a later version, or of pure noise is told apart and never throws', () => {
  expect(decodeIntent('')).toEqual({ ok: false, fault: 'none' });
  expect(decodeIntent('Laba diena!')).toEqual({ ok: false, fault: 'none' });
  expect(decodeIntent('ARIMAS2:ABC*')).toEqual({ ok: false, fault: 'newer' });
  expect(decodeIntent('ARIMAS1:*')).toEqual({ ok: false, fault: 'damaged' });
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (noise) => {
      expect(decodeIntent(`ARIMAS1:${noise.replace(/\*/g, '')}*`)).toEqual({ ok: false, fault: 'damaged' });
      expect(decodeIntent(noise).ok).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('an order that was handed on before cards were named in it reads as it was', () => {
  const text =
    'ARIMAS1:000H17RV1T63MMJC1TEGY71B796NWVRCE9JQ8RB9DG26RX4RGG10264KE9YZQYRXFJH4FPVY4J71P7BWM93XPY93GV3NY087AH932C1G610GC83ADXQ62WT0CNW62VBGDHJJWV3M0054MVVEC5SH0JKFDSGPJX39ECC2PCSQ60V32CHK6GTKCDR049HPYV3CCNHQ8TBFDRQ44JAJB90MJ0821S1MYK2C8N1N808C894N4PJ194446GAK900GWKJ5A90K2CHK04646GAJ8GPK2081060DB44PVRSYG1R106C26EHD*';
  const body = {
    tokenValue: 'k3J9-_sdfKJH234kjhsdfKJH23kjhsdf',
    lines: [{ productVariantCode: 'TR1000A', quantity: 2, whenShort: 'wait' }],
    email: 'jonas@example.lt',
    contact: { firstName: 'Jonas', lastName: 'Jonaitis', phoneNumber: '+37061234567' },
    plan: { code: 'collection.BIRZAI', shipments: [{ shippingMethod: 'COLLECT', warehouse: 'BIRZAI' }] },
    paymentMethod: 'CASH',
    couponCode: 'NERA123',
    giftCards: ['CARD-1'],
    termsAndConditionsAccepted: true,
    privacyPolicyAccepted: true,
    agreedAt: '2026-05-01T09:00:00.000Z',
    expectedTotal: 1000,
    giftWrap: true,
    couponRequired: true,
  };
  const key = '9f1b0e8c-3a52-4c0e-9d0f-1c2b3a4d5e6f';
  expect(decodeIntent(text)).toEqual({ ok: true, message: { key, channel: 'retail', locale: 'lt', body } });
});

test('an order of 20 lines fits a QR code that one phone reads from another', () => {
  const place = {
    countryCode: 'LT',
    city: 'Kėdainiai',
    street: 'Basanavičiaus gatvė',
    houseNumber: '12A',
    postCode: 'LT-57289',
  };
  const contact = { firstName: 'Konstantinas', lastName: 'Žukauskas-Petraitis', phoneNumber: '+37061234567' };
  const text = encodeIntent({
    key: '9f1b0e8c-3a52-4c0e-9d0f-1c2b3a4d5e6f',
    channel: 'retail',
    locale: 'lt',
    body: {
      tokenValue: 'k3J9-_sdfKJH234kjhsdfKJH23kjhsdf',
      // As codes of the demo goods look: two letters of the group, a number, the size.
      lines: Array.from({ length: 20 }, (_, index) => ({
        productVariantCode: `${['TR', 'SM', 'PA', 'IR'][index % 4]}${1000 + index * 37}${'ABC'[index % 3]}`,
        quantity: index + 1,
        whenShort: 'reduce',
      })),
      email: 'konstantinas.petraitis@ukininkas.example',
      contact,
      shippingAddress: { ...contact, ...place },
      plan: { code: 'courier', shipments: [{ shippingMethod: 'COURIER_HOME' }] },
      paymentMethod: 'TRANSFER',
      couponCode: 'PAVASARIS10',
      termsAndConditionsAccepted: true,
      privacyPolicyAccepted: true,
      agreedAt: '2026-11-20T06:30:12.345Z',
      expectedTotal: 123_456,
      maximumTotal: 130_000,
      takenOut: [],
    },
  });
  expect(text.length).toBeLessThan(1000);
  const { version, size } = drawQr(text, { ecc: 'L' });
  // 20 is 97 modules a side: 40 mm on a screen, as dense as an airline's boarding pass.
  expect(version).toBeLessThanOrEqual(20);
  expect(size).toBeLessThan(110);
});
