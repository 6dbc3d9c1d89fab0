/** The forms about signing in, by the rules of contract 2.6 (R0.39). */
import { givenField, repeats, ruledField } from '#i18n/field-schema.ts';
import { z } from '#lib/zod.ts';

export const emailSchema = z.object({ email: ruledField('email') });
export type EmailForm = z.infer<typeof emailSchema>;

export const signInSchema = z.object({ email: ruledField('email'), password: givenField() });
export type SignInForm = z.infer<typeof signInSchema>;

export interface NewPasswordForm {
  newPassword: string;
  confirmNewPassword: string;
}
export const newPasswordSchema: z.ZodMiniType<NewPasswordForm, NewPasswordForm> = z
  .object({ newPassword: ruledField('password'), confirmNewPassword: z.string() })
  .check(repeats('newPassword', 'confirmNewPassword'));
