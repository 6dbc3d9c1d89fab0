/** The form of an address that a customer keeps: the rules of contract 2.6 (R0.39, R3.53). */
import type { CustomerAddress, CustomerAddressBody } from '#contract/addresses.ts';
import { checkPhone } from '#domain/fields/phone.ts';
import { givenField, placeFields, ruledField } from '#i18n/field-schema.ts';
import { z } from '#lib/zod.ts';

export interface AddressFields {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  countryCode: string;
  city: string;
  street: string;
  houseNumber: string;
  flatNumber: string;
  postCode: string;
  isDefault: boolean;
}

export const addressSchema = (countryCode: string): z.ZodMiniType<AddressFields, AddressFields> =>
  z.object({
    firstName: ruledField('firstName', countryCode),
    lastName: ruledField('lastName', countryCode),
    phoneNumber: givenField((value) => checkPhone(value, countryCode)),
    countryCode: ruledField('countryCode', countryCode),
    ...placeFields(countryCode),
    isDefault: z.boolean(),
  });

/** What the form begins with: the address, or nothing but the country (R2.43). */
export const addressFields = (address: CustomerAddress | null, countryCode: string): AddressFields => ({
  firstName: address?.firstName ?? '',
  lastName: address?.lastName ?? '',
  phoneNumber: address?.phoneNumber ?? '',
  countryCode: address?.countryCode ?? countryCode,
  city: address?.city ?? '',
  street: address?.street ?? '',
  houseNumber: address?.houseNumber ?? '',
  flatNumber: address?.flatNumber ?? '',
  postCode: address?.postCode ?? '',
  isDefault: address?.isDefault ?? false,
});

/** The request of ACC-17 and ACC-19. */
export const addressBody = (form: AddressFields): CustomerAddressBody => ({
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  phoneNumber: form.phoneNumber.trim(),
  countryCode: form.countryCode,
  city: form.city.trim(),
  street: form.street.trim(),
  houseNumber: form.houseNumber.trim(),
  flatNumber: form.flatNumber.trim() === '' ? null : form.flatNumber.trim(),
  postCode: form.postCode.trim(),
  isDefault: form.isDefault,
});

const ends = (one: CustomerAddress) =>
  `${one.street} ${one.houseNumber}${one.flatNumber === undefined ? '' : `-${one.flatNumber}`}`;

/** Street and town: `Laukų g. 5-3, Kėdainiai`. */
export const placeLine = (one: CustomerAddress): string => `${ends(one)}, ${one.city}`;
/** An address in one line: `Laukų g. 5-3, Kėdainiai, LT-57123`. */
export const addressLine = (one: CustomerAddress): string => `${placeLine(one)}, ${one.postCode}`;
