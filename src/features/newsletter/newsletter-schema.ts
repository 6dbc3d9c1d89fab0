/** The newsletter's form: an address and both consents (R5.26-R5.28). */
import { consentField, ruledField } from '#i18n/field-schema.ts';
import { z } from '#lib/zod.ts';

export interface NewsletterForm {
  email: string;
  acceptedPrivacyPolicy: boolean;
  acceptedTermsAndConditions: boolean;
}

export const newsletterSchema: z.ZodMiniType<NewsletterForm, NewsletterForm> = z.object({
  email: ruledField('email'),
  acceptedPrivacyPolicy: consentField,
  acceptedTermsAndConditions: consentField,
});
