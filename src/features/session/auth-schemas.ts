/** The forms about signing in, by the rules of contract 2.6 (R0.39). */
import { checkField, checkSame, type FieldError, type FieldName } from '#domain/field-rules.ts';
import { writeFieldError } from '#i18n/field-sentences.ts';
import { z } from '#lib/zod.ts';

/** A text field whose error is written as `#i18n/field-sentences.ts` reads it. */
export const text = (check: (value: string) => FieldError | null) =>
  z.string().check((context) => {
    const error = check(context.value);
    if (error !== null)
      context.issues.push({
        code: 'custom',
        message: writeFieldError(error),
        input: context.value,
        continue: false,
      });
  });
export const field = (name: FieldName, options: { required?: boolean; countryCode?: string } = {}) =>
  text((value) => checkField(name, value, { required: true, ...options }));

export const emailSchema = z.object({ email: field('email') });
export type EmailForm = z.infer<typeof emailSchema>;

/** What an old password must be nobody asks: it only has to be there. */
export const signInSchema = z.object({
  email: field('email'),
  password: text((value) => (value === '' ? { kind: 'required', message: 'required' } : null)),
});
export type SignInForm = z.infer<typeof signInSchema>;

interface NewPassword {
  newPassword: string;
  confirmNewPassword: string;
}
export const newPasswordSchema: z.ZodMiniType<NewPassword, NewPassword> = z
  .object({ newPassword: field('password'), confirmNewPassword: z.string() })
  .check(({ value, issues }) => {
    const error = checkSame(value.newPassword, value.confirmNewPassword);
    if (error !== null)
      issues.push({
        code: 'custom',
        path: ['confirmNewPassword'],
        message: writeFieldError(error),
        input: value.confirmNewPassword,
      });
  });
export type NewPasswordForm = NewPassword;
