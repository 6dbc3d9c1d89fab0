/** The payment step's form (R0.39): both consents are needed, the letter with news is not (R5.29). */
import { checkField } from '#domain/field-rules.ts';
import { writeFieldError } from '#i18n/field-sentences.ts';
import { z } from '#lib/zod.ts';

const consent = z.boolean().check(z.refine((given) => given, 'required'));

export function createPaymentSchema(needsMethod: boolean): z.ZodMiniType<PaymentForm, PaymentForm> {
  return z.object({
    paymentMethod: needsMethod ? z.string('required').check(z.minLength(1, 'required')) : z.string(),
    termsAndConditionsAccepted: consent,
    privacyPolicyAccepted: consent,
    subscribedToNewsletter: z.boolean(),
    notes: z.string().check((context) => {
      const error = checkField('notes', context.value, { required: false });
      if (error !== null)
        context.issues.push({ code: 'custom', message: writeFieldError(error), input: context.value });
    }),
  });
}
export interface PaymentForm {
  paymentMethod: string;
  termsAndConditionsAccepted: boolean;
  privacyPolicyAccepted: boolean;
  subscribedToNewsletter: boolean;
  notes: string;
}
