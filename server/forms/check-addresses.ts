/** Contacts, addresses and invoice data of an order, checked by the field rules (contract CHK-01, CHK-09, 2.6). */
import type { AddressInput, Company, CompanyInput, ContactInput, OrderAddress } from '#contract/addresses.ts';
import type { Violation } from '#contract/errors.ts';
import { typedText } from '#domain/fields/typed-text.ts';
import { checkVatNumber, normaliseVatNumber } from '#domain/fields/vat-number.ts';
import type { ApiFailure } from '#server/errors/api-failure.ts';
import { Form, type Checked } from './checked-fields.ts';
import { invalidFields } from './refusal.ts';

export function checkEmail(email: string | undefined, locale: string): Checked<string> {
  const form = new Form('', locale);
  return { value: form.text('email', email), violations: form.violations };
}

export function checkContact(contact: ContactInput, country: string, locale: string): Checked<ContactInput> {
  const form = new Form('contact.', locale);
  const value = {
    firstName: form.text('firstName', contact.firstName),
    lastName: form.text('lastName', contact.lastName),
    phoneNumber: form.phone(contact.phoneNumber, country),
  };
  return { value, violations: form.violations };
}

function place(
  form: Form,
  given: Pick<AddressInput, 'countryCode' | 'city' | 'street' | 'houseNumber' | 'flatNumber' | 'postCode'>,
  countries: readonly string[],
) {
  const countryCode = typedText(given.countryCode).toUpperCase();
  if (countryCode === '') form.note('countryCode', { kind: 'required', message: 'required' });
  else if (!countries.includes(countryCode)) form.refuse('countryCode', 'address.country_unavailable');
  const flatNumber = form.text('flatNumber', given.flatNumber, { required: false });
  return {
    countryCode,
    city: form.text('city', given.city),
    street: form.text('street', given.street),
    houseNumber: form.text('houseNumber', given.houseNumber),
    ...(flatNumber === '' ? {} : { flatNumber }),
    postCode: form.text('postCode', given.postCode, { required: true, countryCode }),
  };
}

export function checkAddress(
  prefix: string,
  address: AddressInput,
  countries: readonly string[],
  locale: string,
): Checked<OrderAddress> {
  const form = new Form(prefix, locale);
  const value = {
    firstName: form.text('firstName', address.firstName),
    lastName: form.text('lastName', address.lastName),
    phoneNumber: form.phone(address.phoneNumber, typedText(address.countryCode).toUpperCase()),
    ...place(form, address, countries),
  };
  return { value, violations: form.violations };
}

export function checkCompany(
  prefix: string,
  company: CompanyInput,
  countries: readonly string[],
  locale: string,
): Checked<Company> {
  const form = new Form(prefix, locale);
  form.note('vatNumber', checkVatNumber(company.vatNumber));
  const vatNumber = normaliseVatNumber(company.vatNumber ?? '');
  const countryCode = typedText(company.countryCode).toUpperCase();
  const value = {
    companyName: form.text('companyName', company.companyName),
    ...(vatNumber === '' ? {} : { vatNumber }),
    companyCode: form.text('companyCode', company.companyCode, { required: true, countryCode }),
    ...place(form, company, countries),
  };
  return { value, violations: form.violations };
}

export const invalidAddress = (violations: Violation[]): ApiFailure =>
  invalidFields(violations, 'address.invalid');
