/** The payment step's form (R0.39): both consents are needed, the letter with news is not (R5.29). */
import { consentField, ruledField } from '#i18n/field-schema.ts';
import { z } from '#lib/zod.ts';

/** What is given with the press alone: a draft that is found on the device agrees to nothing. */
export const consents = [
  'termsAndConditionsAccepted',
  'privacyPolicyAccepted',
  'subscribedToNewsletter',
] as const;
export type Consents = Record<(typeof consents)[number], boolean>;

export interface PaymentForm extends Consents {
  paymentMethod: string;
  notes: string;
}
/** What of the form is kept on the device until the order is placed. */
export type PaymentDraft = Omit<PaymentForm, keyof Consents>;

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

/** What the device keeps of the form, or of an order that was taken back. */
export const paymentDraft = ({
  paymentMethod,
  notes,
}: {
  /** A list of choices of which none is taken has none. */
  paymentMethod: string | null | undefined;
  notes?: string | null | undefined;
}): PaymentDraft => ({ paymentMethod: paymentMethod ?? '', notes: notes ?? '' });
