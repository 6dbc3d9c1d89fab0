/** The whole form of an account: the rules of contract 2.6 and ACC-05 (R0.39). */
import type { SignUpBody } from '#contract/accounts.ts';
import { checkPhone, internationalPhone } from '#domain/fields/phone.ts';
import { checkVatNumber } from '#domain/fields/vat-number.ts';
import { consentField, placeFields, repeats, ruledField, textField } from '#i18n/field-schema.ts';
import { z } from '#lib/zod.ts';
import { emptyDraft, type SignUpDraft } from './auth-draft.ts';

export interface RegistrationForm extends SignUpDraft {
  password: string;
  repeatPassword: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  isCompany: boolean;
  companyName: string;
  companyCode: string;
  vatNumber: string;
  street: string;
  houseNumber: string;
  flatNumber: string;
  city: string;
  postCode: string;
  subscribedToNewsletter: boolean;
}
/** Fields of the form in the order of the screen, so that the first wrong one is found. */
export const registrationFields = [
  'email',
  'password',
  'repeatPassword',
  'firstName',
  'lastName',
  'phoneNumber',
  'companyName',
  'companyCode',
  'vatNumber',
  'street',
  'houseNumber',
  'flatNumber',
  'city',
  'postCode',
  'acceptedPrivacyPolicy',
  'acceptedTermsAndConditions',
  'subscribedToNewsletter',
] as const satisfies readonly (keyof RegistrationForm)[];
export type RegistrationField = (typeof registrationFields)[number];

/** The form as it begins: nothing is agreed to beforehand, the e-mail is that of the draft (R3.63). */
export const startOf = (draft: Readonly<SignUpDraft> = emptyDraft): RegistrationForm => ({
  ...draft,
  password: '',
  repeatPassword: '',
  firstName: '',
  lastName: '',
  phoneNumber: '',
  isCompany: false,
  companyName: '',
  companyCode: '',
  vatNumber: '',
  street: '',
  houseNumber: '',
  flatNumber: '',
  city: '',
  postCode: '',
  subscribedToNewsletter: false,
});

export function createRegistrationSchema({
  withCompany,
  countryCode,
}: {
  withCompany: boolean;
  countryCode: string;
}): z.ZodMiniType<RegistrationForm, RegistrationForm> {
  const ofCompany = (schema: z.ZodMiniType<string, string>): z.ZodMiniType<string, string> =>
    withCompany ? schema : z.string();
  const place = placeFields(countryCode);
  return z
    .object({
      email: ruledField('email'),
      password: ruledField('password'),
      repeatPassword: z.string(),
      firstName: ruledField('firstName', countryCode, false),
      lastName: ruledField('lastName', countryCode, false),
      phoneNumber: textField((value) => checkPhone(value, countryCode)),
      isCompany: z.boolean(),
      companyName: ofCompany(ruledField('companyName')),
      companyCode: ofCompany(ruledField('companyCode', countryCode)),
      vatNumber: ofCompany(textField(checkVatNumber)),
      street: ofCompany(place.street),
      houseNumber: ofCompany(place.houseNumber),
      flatNumber: ofCompany(place.flatNumber),
      city: ofCompany(place.city),
      postCode: ofCompany(place.postCode),
      subscribedToNewsletter: z.boolean(),
      acceptedPrivacyPolicy: consentField,
      acceptedTermsAndConditions: consentField,
    })
    .check(repeats('password', 'repeatPassword'));
}

const orNull = (value: string) => (value.trim() === '' ? null : value.trim());

/** The request of ACC-05. */
export function registrationBody(form: RegistrationForm, countryCode: string): SignUpBody {
  const { isCompany, phoneNumber } = form;
  return {
    email: form.email.trim(),
    password: form.password,
    repeatPassword: form.repeatPassword,
    firstName: orNull(form.firstName),
    lastName: orNull(form.lastName),
    phoneNumber: internationalPhone(phoneNumber, countryCode) ?? orNull(phoneNumber),
    isCompany,
    ...(isCompany
      ? {
          companyName: form.companyName.trim(),
          companyCode: form.companyCode.trim(),
          vatNumber: orNull(form.vatNumber),
          countryCode,
          city: form.city.trim(),
          street: form.street.trim(),
          houseNumber: form.houseNumber.trim(),
          flatNumber: orNull(form.flatNumber),
          postCode: form.postCode.trim(),
        }
      : {}),
    subscribedToNewsletter: form.subscribedToNewsletter,
    acceptedPrivacyPolicy: form.acceptedPrivacyPolicy,
    acceptedTermsAndConditions: form.acceptedTermsAndConditions,
  };
}
