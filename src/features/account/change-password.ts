/** A new password for who knows the old one (ACC-13). */
import type { ChangePasswordBody } from '#contract/accounts.ts';
import type { Customer } from '#contract/customers.ts';
import { writeTokens } from '#api/session-tokens.ts';
import type { Shop } from '#api/shop.ts';
import { checkField, checkSame } from '#domain/field-rules.ts';
import { ruledField, textField } from '#i18n/field-schema.ts';
import { writeFieldError } from '#i18n/field-sentences.ts';
import { z } from '#lib/zod.ts';

/** The old one was made by the rules of its time: it only has to be there. */
export const passwordSchema: z.ZodMiniType<ChangePasswordBody, ChangePasswordBody> = z
  .object({
    currentPassword: textField((value) => (value === '' ? { kind: 'required', message: 'required' } : null)),
    newPassword: ruledField('password', ''),
    confirmNewPassword: z.string(),
  })
  .check(({ value, issues }) => {
    const error =
      checkField('password', value.confirmNewPassword, { required: true })?.kind === 'required'
        ? ({ kind: 'required', message: 'required' } as const)
        : checkSame(value.newPassword, value.confirmNewPassword);
    if (error !== null)
      issues.push({
        code: 'custom',
        path: ['confirmNewPassword'],
        message: writeFieldError(error),
        input: value.confirmNewPassword,
      });
  });

/**
 * The sign-in of this device goes on with new tokens, all others end.
 * @throws 'Customer is not defined' without one, and nothing is asked then (R5.36, R8.12)
 */
export async function changePassword(
  shop: Shop,
  customer: Pick<Customer, 'id'> | null,
  body: ChangePasswordBody,
): Promise<void> {
  if (customer === null) throw new Error('Customer is not defined');
  const pair = await shop.call('changePassword', {
    params: { id: customer.id },
    body,
    idempotencyKey: crypto.randomUUID(),
  });
  // A repeat is told nothing: its tokens were not stored, and the old ones are asked for anew.
  if (pair !== undefined) writeTokens(pair);
}
