/**
 * The bytes of an order intent. Its codec is put together from those of its parts (`byte-codec.ts`), so writing and reading
 * cannot drift apart. A new field stands behind all others,
 * where a text from before has its default; one in another place, or left out, is another version of the text (`intent-text.ts`).
 */
import type { AddressInput, CompanyInput, ContactInput } from '#contract/addresses.ts';
import type { CertificateInput } from '#contract/certificates.ts';
import type {
  IntentLine,
  IntentPlan,
  IntentSet,
  IntentShipment,
  ShortRule,
  CartPieces,
} from '#contract/orders/order-intents.ts';
import {
  ReadError,
  bounded,
  decoded,
  key,
  list,
  moment,
  orNull,
  record,
  text,
  token,
  whole,
  yesNo,
  type Codec,
} from './byte-codec.ts';
import type { IntentMessage } from './intent-message.ts';

const rules: readonly ShortRule[] = ['wait', 'reduce', 'drop'];
/**
 * Codes of neighbours often begin alike: only what differs from the one before is written. Quantity and rule share a
 * number.
 */
const lines: Codec<IntentLine[]> = {
  write(out, values) {
    whole.write(out, values.length);
    let before = '';
    for (const { productVariantCode: code, quantity, whenShort } of values) {
      let same = 0;
      while (same < Math.min(before.length, code.length, 15) && before[same] === code[same]) same += 1;
      const bytes = new TextEncoder().encode(code.slice(same));
      const short = Math.min(bytes.length, 15);
      out.push(same * 16 + short);
      if (short === 15) whole.write(out, bytes.length - 15);
      out.push(...bytes);
      whole.write(out, quantity * rules.length + rules.indexOf(whenShort));
      before = code;
    }
  },
  read(input) {
    let before = '';
    return Array.from({ length: bounded(whole.read(input)) }, () => {
      const head = input.byte();
      const same = head >>> 4;
      if (same > before.length) throw new ReadError('There is no such code.');
      const length = (head & 15) === 15 ? 15 + whole.read(input) : head & 15;
      before = before.slice(0, same) + decoded(input.bytes(length));
      const number = whole.read(input);
      return {
        productVariantCode: before,
        quantity: Math.floor(number / rules.length),
        whenShort: rules[number % rules.length] ?? 'wait',
      };
    });
  },
};

const contact = record<ContactInput>(
  { firstName: text, lastName: text, phoneNumber: text },
  'firstName',
  'lastName',
  'phoneNumber',
);
const place = {
  countryCode: text,
  city: text,
  street: text,
  houseNumber: text,
  flatNumber: orNull(text),
  postCode: text,
};
const placeNeeds = ['countryCode', 'city', 'street', 'houseNumber', 'postCode'] as const;
const address = record<AddressInput>(
  { firstName: text, lastName: text, phoneNumber: text, ...place },
  'firstName',
  'lastName',
  'phoneNumber',
  ...placeNeeds,
);
const company = record<CompanyInput>(
  { companyName: text, vatNumber: orNull(text), companyCode: text, ...place },
  'companyName',
  'companyCode',
  ...placeNeeds,
);
const certificate = record<CertificateInput>(
  { number: text, holder: text, validUntil: text },
  'number',
  'holder',
  'validUntil',
);
const shipment = record<IntentShipment>(
  { shippingMethod: text, pickupPoint: orNull(text), warehouse: orNull(text) },
  'shippingMethod',
);
const set = record<IntentSet>(
  { productCode: text, quantity: whole, parts: list(text) },
  'productCode',
  'quantity',
  'parts',
);
const takenOut = record<CartPieces>(
  { productVariantCode: text, quantity: whole },
  'productVariantCode',
  'quantity',
);
const plan = record<IntentPlan>({ code: text, shipments: list(shipment) }, 'code', 'shipments');

export const intentCodec: Codec<IntentMessage> = record<IntentMessage>(
  {
    key,
    channel: text,
    locale: text,
    body: record<IntentMessage['body']>(
      {
        tokenValue: token,
        lines,
        email: text,
        contact,
        shippingAddress: orNull(address),
        billingAddress: orNull(address),
        invoice: orNull(company),
        plan,
        paymentMethod: text,
        couponCode: orNull(text),
        giftCards: list(text),
        points: whole,
        termsAndConditionsAccepted: yesNo,
        privacyPolicyAccepted: yesNo,
        subscribedToNewsletter: yesNo,
        notes: orNull(text),
        agreedAt: moment,
        expectedTotal: whole,
        maximumTotal: whole,
        // After the rest: a text from before reads as it did.
        giftWrap: yesNo,
        addressId: whole,
        saveAddress: yesNo,
        certificate: orNull(certificate),
        gift: text,
        sets: list(set),
        couponRequired: yesNo,
        expectedPaid: whole,
        takenOut: list(takenOut),
      },
      'tokenValue',
      'lines',
      'email',
      'contact',
      'plan',
      'paymentMethod',
      'termsAndConditionsAccepted',
      'privacyPolicyAccepted',
      'agreedAt',
      'expectedTotal',
    ),
  },
  'key',
  'channel',
  'locale',
  'body',
);
