/** A new password for who knows the old one (ACC-13). */
import type { ChangePasswordBody } from '#contract/accounts.ts';
import type { Customer } from '#contract/customers.ts';
import { writeTokens } from '#api/session-tokens.ts';
import type { Shop } from '#api/shop.ts';
import { givenField, repeats, ruledField } from '#i18n/field-schema.ts';
import { z } from '#lib/zod.ts';

export const passwordSchema: z.ZodMiniType<ChangePasswordBody, ChangePasswordBody> = z
  .object({
    currentPassword: givenField(),
    newPassword: ruledField('password'),
    confirmNewPassword: z.string(),
  })
  .check(repeats('newPassword', 'confirmNewPassword'));

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
