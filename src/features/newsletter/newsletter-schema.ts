/** The newsletter's form: an address and both consents (R5.26-R5.28). */
import { checkField } from '#domain/field-rules.ts';
import { writeFieldError } from '#i18n/field-sentences.ts';
import { z } from '#lib/zod.ts';

export interface NewsletterForm {
  email: string;
  acceptedPrivacyPolicy: boolean;
  acceptedTermsAndConditions: boolean;
}

const consent = z.boolean().check(z.refine((given) => given, 'required'));

export const newsletterSchema: z.ZodMiniType<NewsletterForm, NewsletterForm> = z.object({
  email: z.string().check((context) => {
    const error = checkField('email', context.value, { required: true });
    if (error !== null)
      context.issues.push({ code: 'custom', message: writeFieldError(error), input: context.value });
  }),
  acceptedPrivacyPolicy: consent,
  acceptedTermsAndConditions: consent,
});
