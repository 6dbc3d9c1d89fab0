/** The address step's form: the rules of contract 2.6 as one schema (R0.39). */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ContactInput } from '#contract/addresses.ts';
import type { CertificateInput } from '#contract/certificates.ts';
import type { UpdateOrderBody } from '#contract/orders/order-requests.ts';
import { checkLastDay, typedCertificate } from '#domain/fields/certificate.ts';
import { checkPhone, internationalPhone } from '#domain/fields/phone.ts';
import { checkVatNumber } from '#domain/fields/vat-number.ts';
import { givenField, placeFields, ruledField, textField } from '#i18n/field-schema.ts';
import { z } from '#lib/zod.ts';

interface PlaceFields {
  city: string;
  street: string;
  houseNumber: string;
  flatNumber: string;
  postCode: string;
}
export interface AddressForm {
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  address: PlaceFields;
  /** Id of the address of the account that fills the fields. */
  savedAddress?: number | undefined;
  /** The typed address is to be kept in the account. */
  saveAddress?: boolean | undefined;
  wantsInvoice: boolean;
  invoice: PlaceFields & { companyName: string; companyCode: string; vatNumber: string };
  /** Of plant protection, for goods of professional use. */
  certificate: CertificateInput;
}

/** A field that is typed into, one of a group by its path. */
export type AddressField = {
  [N in keyof AddressForm]-?: AddressForm[N] extends string
    ? N
    : AddressForm[N] extends Record<string, string> | PlaceFields | CertificateInput
      ? `${N}.${keyof AddressForm[N] & string}`
      : never;
}[keyof AddressForm];

/** Name of each field, in the order in which they stand. */
export const addressLabels: Readonly<Record<AddressField, MessageDescriptor>> = {
  email: msg`Email`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  phoneNumber: msg`Phone`,
  'address.street': msg`Street`,
  'address.houseNumber': msg`House no.`,
  'address.flatNumber': msg`Flat no.`,
  'address.city': msg`Town or village`,
  'address.postCode': msg`Post code`,
  'certificate.number': msg`Certificate number`,
  'certificate.holder': msg`Holder`,
  'certificate.validUntil': msg`Valid until`,
  'invoice.companyName': msg`Company name`,
  'invoice.companyCode': msg`Company code`,
  'invoice.vatNumber': msg`VAT number`,
  'invoice.street': msg`Street`,
  'invoice.houseNumber': msg`House no.`,
  'invoice.flatNumber': msg`Flat no.`,
  'invoice.city': msg`Town or village`,
  'invoice.postCode': msg`Post code`,
};

/** The day by the calendar of the shop, `YYYY-MM-DD`. */
const dayHere = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vilnius' }).format(new Date());

/** Contacts; an address only when a courier comes; company data only when an invoice is wanted. */
export function createAddressSchema(options: {
  /** False: the order gets the e-mail of an account that the device does not know. */
  withEmail?: boolean;
  withAddress: boolean;
  withInvoice: boolean;
  withCertificate: boolean;
  countryCode: string;
}): z.ZodMiniType<AddressForm, AddressForm> {
  const { withEmail = true, withAddress, withInvoice, withCertificate, countryCode } = options;
  const today = dayHere();
  const anything = {
    city: z.string(),
    street: z.string(),
    houseNumber: z.string(),
    flatNumber: z.string(),
    postCode: z.string(),
  };
  return z.object({
    email: withEmail ? ruledField('email', countryCode) : z.string(),
    firstName: ruledField('firstName', countryCode),
    lastName: ruledField('lastName', countryCode),
    phoneNumber: givenField((value) => checkPhone(value, countryCode)),
    address: z.object(withAddress ? placeFields(countryCode) : anything),
    savedAddress: z.optional(z.number()),
    saveAddress: z.optional(z.boolean()),
    wantsInvoice: z.boolean(),
    invoice: z.object(
      withInvoice
        ? {
            companyName: ruledField('companyName', countryCode),
            companyCode: ruledField('companyCode', countryCode),
            vatNumber: textField(checkVatNumber),
            ...placeFields(countryCode),
          }
        : { companyName: z.string(), companyCode: z.string(), vatNumber: z.string(), ...anything },
    ),
    certificate: z.object(
      withCertificate
        ? {
            number: ruledField('certificateNumber', countryCode),
            holder: ruledField('certificateHolder', countryCode),
            validUntil: givenField((value) => checkLastDay(value, today)),
          }
        : { number: z.string(), holder: z.string(), validUntil: z.string() },
    ),
  });
}

const orNull = (value: string) => (value.trim() === '' ? null : value.trim());

/**
 * The request of CHK-01 and CHK-09 together.
 * @param options `recipient`: whom an address of the account names; else the buyer gets it
 */
export function addressBody(
  form: AddressForm,
  options: {
    withAddress: boolean;
    withCertificate: boolean;
    countryCode: string;
    recipient?: ContactInput | undefined;
  },
): UpdateOrderBody {
  const { countryCode, recipient } = options;
  const contact = {
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    phoneNumber: internationalPhone(form.phoneNumber, countryCode) ?? form.phoneNumber.trim(),
  };
  const place = (given: AddressForm['address']) => ({
    countryCode,
    city: given.city.trim(),
    street: given.street.trim(),
    houseNumber: given.houseNumber.trim(),
    flatNumber: orNull(given.flatNumber),
    postCode: given.postCode.trim(),
  });
  return {
    ...(form.email.trim() === '' ? {} : { email: form.email.trim() }),
    contact,
    ...(options.withAddress
      ? {
          shippingAddress: { ...(recipient ?? contact), ...place(form.address) },
          ...(form.saveAddress === undefined ? {} : { saveAddress: form.saveAddress }),
        }
      : {}),
    invoice: form.wantsInvoice
      ? {
          companyName: form.invoice.companyName.trim(),
          companyCode: form.invoice.companyCode.trim(),
          vatNumber: orNull(form.invoice.vatNumber),
          ...place(form.invoice),
        }
      : null,
    ...(options.withCertificate ? { certificate: typedCertificate(form.certificate) } : {}),
  };
}
