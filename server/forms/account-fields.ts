/** What people type about themselves, checked by the field rules (contract 2.6, ACC-05, ACC-11). */
import type { CompanyFields } from '#contract/accounts.ts';
import type { Company } from '#contract/addresses.ts';
import type { Violation } from '#contract/errors.ts';
import { checkField, checkSame } from '#domain/fields/field-rules.ts';
import type { ApiFailure } from '#server/errors/api-failure.ts';
import { checkCompany } from './check-addresses.ts';
import { Form, type Checked } from './checked-fields.ts';
import { invalidFields } from './refusal.ts';

export const invalidForm = (violations: Violation[]): ApiFailure => invalidFields(violations, 'form.invalid');

/** A new password and its repetition, named as the call names them. Neither is trimmed: it is kept as it was typed. */
export function notePassword(form: Form, names: [string, string], values: [string, string]): void {
  form.note(names[0], checkField('password', values[0], { required: true }));
  form.note(names[1], checkSame(values[0], values[1]));
}

/** A new password with its repetition, as ACC-09 and ACC-13 are given them, judged. */
export function checkNewPassword(
  { newPassword, confirmNewPassword }: { newPassword: string; confirmNewPassword: string },
  locale: string,
): Violation[] {
  const form = new Form('', locale);
  notePassword(form, ['newPassword', 'confirmNewPassword'], [newPassword, confirmNewPassword]);
  return form.violations;
}

/** Consents that must be true, by their names (contract 2.6). */
export function noteConsents(form: Form, given: Record<string, boolean | undefined>): void {
  for (const [name, value] of Object.entries(given))
    if (value === false) form.refuse(name, 'consent.required');
}

/** The flat fields of a company as one; what is missing is blank. */
export const checkCompanyFields = (
  given: CompanyFields,
  countries: readonly string[],
  locale: string,
): Checked<Company> =>
  checkCompany(
    '',
    {
      companyName: given.companyName ?? '',
      vatNumber: given.vatNumber ?? null,
      companyCode: given.companyCode ?? '',
      countryCode: given.countryCode ?? '',
      city: given.city ?? '',
      street: given.street ?? '',
      houseNumber: given.houseNumber ?? '',
      flatNumber: given.flatNumber ?? null,
      postCode: given.postCode ?? '',
    },
    countries,
    locale,
  );
