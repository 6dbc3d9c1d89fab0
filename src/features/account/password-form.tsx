import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import type { ChangePasswordBody } from '#contract/accounts.ts';
import type { Customer } from '#contract/customers.ts';
import { fieldSentence } from '#i18n/field-sentences.ts';
import { Button } from '#ui/button.tsx';
import { CheckField, TextField } from '#ui/field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { Icon } from '#ui/icon.tsx';
import { dotShape, okShape } from '#ui/icon-shapes.ts';
import { Notice } from '#ui/notice.tsx';
import { changePassword, passwordSchema } from './change-password.ts';
import { tellTrouble } from './form-trouble.ts';
import styles from './account-form.module.css';

const empty: ChangePasswordBody = { currentPassword: '', newPassword: '', confirmNewPassword: '' };
const names = ['currentPassword', 'newPassword', 'confirmNewPassword'] as const;

/** The rules stand there before anything is typed, and tick themselves off. */
function Rules({ password, id }: { password: string; id: string }) {
  const { t } = useLingui();
  const rules = [
    { words: t`At least 8 characters`, isMet: Array.from(password).length >= 8 },
    { words: t`A digit`, isMet: /\p{Nd}/u.test(password) },
    { words: t`A small and a capital letter`, isMet: /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password) },
  ];
  return (
    <ul id={id} className={styles['rules']}>
      {rules.map(({ words, isMet }) => (
        <li key={words} data-met={isMet || undefined}>
          <Icon shape={isMet ? okShape : dotShape} size={18} />
          {words}
          {isMet && (
            <span className="visually-hidden">
              {' '}
              <Trans>(fulfilled)</Trans>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The old password and the new one twice (R2.45). */
export function PasswordForm({ customer }: { customer: Customer | null }) {
  const { t, i18n } = useLingui();
  const shop = useShop();
  const rulesId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const [isShown, setShown] = useState(false);
  const { register, handleSubmit, formState, setError, control, reset } = useForm<ChangePasswordBody>({
    mode: 'onTouched',
    defaultValues: empty,
    resolver: standardSchemaResolver(passwordSchema),
  });
  const wanted = useWatch({ control, name: 'newPassword' });
  const { errors, isSubmitting } = formState;
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
          ? tellTrouble(error, names, setError, {
              fallback: t`The password could not be changed.`,
              offline: t`No connection. The password was not changed.`,
            })
          : t({ id: 'customer.undefined', message: 'Customer is not defined' }),
      );
    }
  };
  const password = (
    name: (typeof names)[number],
    label: string,
    autoComplete: string,
    describedBy?: string,
  ) => {
    const message = errors[name]?.message;
    return (
      <>
        <TextField
          label={label}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          error={message === undefined ? undefined : fieldSentence(i18n, message)}
          {...register(name)}
        />
        {describedBy !== undefined && <Rules password={wanted} id={describedBy} />}
      </>
    );
  };
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        void handleSubmit(send)(event);
      }}
    >
      {isDone && (
        <Notice kind="ok" alert>
          <Trans>The password is changed. You stay signed in here; other devices have to sign in anew.</Trans>
        </Notice>
      )}
      <div className={styles['panel']}>
        {/* So that a password manager knows whose password it keeps. */}
        <input type="text" autoComplete="username" value={customer?.email ?? ''} readOnly hidden />
        {password('currentPassword', t`Current password`, 'current-password')}
        {password('newPassword', t`New password`, 'new-password', rulesId)}
        {password('confirmNewPassword', t`New password once more`, 'new-password')}
        <CheckField
          label={t`Show the passwords`}
          checked={isShown}
          onChange={({ target }) => {
            setShown(target.checked);
          }}
        />
      </div>
      {failure !== null && <FormError message={failure} />}
      <div className={styles['actions']}>
        <Button type="submit" busy={isSubmitting ? t`Saving…` : undefined}>
          <Trans>Change the password</Trans>
        </Button>
      </div>
    </form>
  );
}
