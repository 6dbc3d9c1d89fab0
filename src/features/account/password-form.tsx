import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import { showFormErrors } from '#api/form-errors.ts';
import type { ChangePasswordBody } from '#contract/accounts.ts';
import type { Customer } from '#contract/customers.ts';
import { PasswordField, PasswordRules } from '#features/session/password-field.tsx';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { Notice } from '#ui/notice.tsx';
import { panelClass } from '#ui/panel.ts';
import { AccountForm } from './account-form.tsx';
import { changePassword, passwordSchema } from './change-password.ts';

const empty: ChangePasswordBody = { currentPassword: '', newPassword: '', confirmNewPassword: '' };
const names = ['currentPassword', 'newPassword', 'confirmNewPassword'] as const;

/** The old password and the new one twice (R2.45). */
export function PasswordForm({ customer }: { customer: Customer | null }) {
  const { t } = useLingui();
  const sentence = useFieldSentence();
  const shop = useShop();
  const [failure, setFailure] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const { register, handleSubmit, formState, setError, control, reset, trigger } =
    useForm<ChangePasswordBody>({
      mode: 'onTouched',
      defaultValues: empty,
      resolver: standardSchemaResolver(passwordSchema),
    });
  const wanted = useWatch({ control, name: 'newPassword' });
  const { errors, isSubmitting, touchedFields } = formState;
  const send = async (form: ChangePasswordBody) => {
    setFailure(null);
    setDone(false);
    try {
      await changePassword(shop, customer, form);
      reset(empty);
      setDone(true);
    } catch (error) {
      setFailure(
        error instanceof ApiError
          ? showFormErrors(error, names, setError, {
              other: t`The password could not be changed.`,
              away: t`No connection. The password was not changed.`,
            })
          : t({ id: 'customer.undefined', message: 'Customer is not defined' }),
      );
    }
  };
  const password = (name: (typeof names)[number], label: string, autoComplete: string, hint?: ReactNode) => (
    <PasswordField
      label={label}
      autoComplete={autoComplete}
      hint={hint}
      error={sentence(errors[name]?.message)}
      {...register(name, {
        // Both have to be the same: what is said of the repeat is judged anew when the first is corrected.
        onChange: () =>
          name === 'newPassword' &&
          touchedFields.confirmNewPassword === true &&
          void trigger('confirmNewPassword'),
      })}
    />
  );
  return (
    <AccountForm
      onSubmit={handleSubmit(send)}
      isBusy={isSubmitting}
      failure={failure}
      button={<Trans>Change the password</Trans>}
    >
      {isDone && (
        <Notice kind="ok" alert>
          <Trans>The password is changed. You stay signed in here; other devices have to sign in anew.</Trans>
        </Notice>
      )}
      <div className={panelClass}>
        {/* So that a password manager knows whose password it keeps. */}
        <input type="text" autoComplete="username" value={customer?.email ?? ''} readOnly hidden />
        {password('currentPassword', t`Current password`, 'current-password')}
        {password('newPassword', t`New password`, 'new-password', <PasswordRules password={wanted} />)}
        {password('confirmNewPassword', t`New password once more`, 'new-password')}
      </div>
    </AccountForm>
  );
}
