/** The form of what a customer tells about themselves and their company: the rules of contract 2.6 (R0.39). */
import type { UpdateCustomerBody } from '#contract/accounts.ts';
import type { Customer, Gender } from '#contract/customers.ts';
import { checkBirthday } from '#domain/fields/field-rules.ts';
import { checkPhone } from '#domain/fields/phone.ts';
import { checkVatNumber } from '#domain/fields/vat-number.ts';
import { consentField, placeFields, ruledField, textField } from '#i18n/field-schema.ts';
import { z } from '#lib/zod.ts';

export interface DetailsFields {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  birthday: string;
  gender: string;
  isCompany: boolean;
  companyName: string;
  companyCode: string;
  vatNumber: string;
  countryCode: string;
  city: string;
  street: string;
  houseNumber: string;
  flatNumber: string;
  postCode: string;
  subscribedToNewsletter: boolean;
  privacyPolicyAccepted: boolean;
  termsAndConditionsAccepted: boolean;
}

/**
 * Company fields are asked of companies only (R6.05, R6.06).
 * @param today `YYYY-MM-DD`
 */
export function detailsSchema(given: {
  isCompany: boolean;
  countryCode: string;
  today: string;
}): z.ZodMiniType<DetailsFields, DetailsFields> {
  const { isCompany, countryCode, today } = given;
  const anything = z.string();
  return z.object({
    firstName: ruledField('firstName', countryCode, false),
    lastName: ruledField('lastName', countryCode, false),
    phoneNumber: textField((value) => checkPhone(value, countryCode)),
    birthday: textField((value) => checkBirthday(value, today)),
    gender: z.string(),
    isCompany: z.boolean(),
    ...(isCompany
      ? {
          companyName: ruledField('companyName', countryCode),
          companyCode: ruledField('companyCode', countryCode),
          vatNumber: textField(checkVatNumber),
          countryCode: ruledField('countryCode', countryCode),
          ...placeFields(countryCode),
        }
      : {
          companyName: anything,
          companyCode: anything,
          vatNumber: anything,
          countryCode: anything,
          city: anything,
          street: anything,
          houseNumber: anything,
          flatNumber: anything,
          postCode: anything,
        }),
    subscribedToNewsletter: z.boolean(),
    privacyPolicyAccepted: consentField,
    termsAndConditionsAccepted: consentField,
  });
}

/** What the form begins with (R2.41). */
export const detailsFields = (customer: Customer, countryCode: string): DetailsFields => ({
  firstName: customer.firstName ?? '',
  lastName: customer.lastName ?? '',
  phoneNumber: customer.phoneNumber ?? '',
  birthday: customer.birthday ?? '',
  gender: customer.gender,
  isCompany: customer.isCompany,
  companyName: customer.company?.companyName ?? '',
  companyCode: customer.company?.companyCode ?? '',
  vatNumber: customer.company?.vatNumber ?? '',
  countryCode: customer.company?.countryCode ?? countryCode,
  city: customer.company?.city ?? '',
  street: customer.company?.street ?? '',
  houseNumber: customer.company?.houseNumber ?? '',
  flatNumber: customer.company?.flatNumber ?? '',
  postCode: customer.company?.postCode ?? '',
  subscribedToNewsletter: customer.subscribedToNewsletter,
  ...customer.consents,
});

const orNull = (value: string) => (value.trim() === '' ? null : value.trim());

/** The request of ACC-11: all eighteen fields, every time (R3.61); who is no company has none of its fields. */
export function detailsBody(
  form: DetailsFields,
): Required<Omit<UpdateCustomerBody, 'defaultAddress' | 'certificate'>> {
  const ofCompany = (value: string) => (form.isCompany ? orNull(value) : null);
  return {
    firstName: orNull(form.firstName),
    lastName: orNull(form.lastName),
    phoneNumber: orNull(form.phoneNumber),
    birthday: orNull(form.birthday),
    gender: form.gender as Gender,
    isCompany: form.isCompany,
    companyName: ofCompany(form.companyName),
    vatNumber: ofCompany(form.vatNumber),
    companyCode: ofCompany(form.companyCode),
    countryCode: ofCompany(form.countryCode),
    city: ofCompany(form.city),
    street: ofCompany(form.street),
    houseNumber: ofCompany(form.houseNumber),
    flatNumber: ofCompany(form.flatNumber),
    postCode: ofCompany(form.postCode),
    subscribedToNewsletter: form.subscribedToNewsletter,
    privacyPolicyAccepted: form.privacyPolicyAccepted,
    termsAndConditionsAccepted: form.termsAndConditionsAccepted,
  };
}
