/** The payment step's form (R0.39): both consents are needed, the letter with news is not (R5.29). */
import { consentField, ruledField } from '#i18n/field-schema.ts';
import { z } from '#lib/zod.ts';

export function createPaymentSchema(needsMethod: boolean): z.ZodMiniType<PaymentForm, PaymentForm> {
  return z.object({
    paymentMethod: needsMethod ? z.string('required').check(z.minLength(1, 'required')) : z.string(),
    termsAndConditionsAccepted: consentField,
    privacyPolicyAccepted: consentField,
    subscribedToNewsletter: z.boolean(),
    notes: ruledField('notes', undefined, false),
  });
}
/** The form's field of a violation's path (R5.20). */
export const paymentFieldOf = (path: string): keyof PaymentForm | null =>
  /^(?:paymentMethod|termsAndConditionsAccepted|privacyPolicyAccepted|subscribedToNewsletter|notes)$/.test(
    path,
  )
    ? (path as keyof PaymentForm)
    : null;

export interface PaymentForm {
  paymentMethod: string;
  termsAndConditionsAccepted: boolean;
  privacyPolicyAccepted: boolean;
  subscribedToNewsletter: boolean;
  notes: string;
}
