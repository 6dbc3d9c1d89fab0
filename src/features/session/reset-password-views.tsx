import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useParams } from 'react-router';
import { ApiError } from '#api/api-error.ts';
import { isSignedIn } from '#api/session-tokens.ts';
import { useShop } from '#api/shop.ts';
import { showFormErrors } from '#api/form-errors.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Form } from '#ui/form/form.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { okShape } from '#ui/icons/icon-shapes.ts';
import { Link } from '#ui/link.tsx';
import { useAuthPaths } from './auth-paths.ts';
import { newPasswordSchema, type NewPasswordForm } from './auth-schemas.ts';
import { AwayNote } from './away-note.tsx';
import { EmailLetterForm } from './email-letter-form.tsx';
import { PasswordField, PasswordRules } from './password-field.tsx';
import { logOut } from './session-actor.ts';
import styles from './auth.module.css';

function ResetSent({ email }: { email: string }) {
  return (
    <>
      <h2>
        <Trans>Look into your mailbox</Trans>
      </h2>
      <p>
        <Trans>
          If {email} has an account, a letter with a link comes within 5 minutes. Look into the spam folder
          too.
        </Trans>
      </p>
    </>
  );
}

/** Asks for the letter with the link that chooses a new password (ACC-08). */
export function ResetRequestView() {
  const { t } = useLingui();
  const shop = useShop();
  return (
    <EmailLetterForm
      send={(email) => shop.call('requestPasswordReset', { body: { email, locale: shop.locale } })}
      button={<Trans>Send the link</Trans>}
      failure={t({ id: 'reset.error', message: 'Reset password error' })}
      Sent={ResetSent}
    />
  );
}

/** Chooses a new password by the link of the letter (ACC-09); whoever holds the link needs no sign-in (R6.18). */
export function ResetPasswordView() {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const paths = useAuthPaths();
  const { token = '' } = useParams();
  const { register, handleSubmit, formState, control, setError, trigger } = useForm<NewPasswordForm>({
    mode: 'onTouched',
    defaultValues: { newPassword: '', confirmNewPassword: '' },
    resolver: standardSchemaResolver(newPasswordSchema),
  });
  const newPassword = useWatch({ control, name: 'newPassword' });
  const { errors, touchedFields } = formState;
  const [trouble, setTrouble] = useState<string | null>(null);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (body: NewPasswordForm) => {
      await shop.call('resetPassword', { params: { token }, body });
      // All sign-ins have ended with the old password, this device's too.
      if (isSignedIn()) await logOut({ shop, queryClient });
    },
    onMutate: () => {
      setTrouble(null);
    },
    onError: (thrown) => {
      setTrouble(
        showFormErrors(thrown, ['newPassword', 'confirmNewPassword'], setError, {
          away: t`No connection. The password is not changed yet; what you typed stays here.`,
          other: t({ id: 'reset.error', message: 'Reset password error' }),
        }),
      );
    },
  });
  const isDead = error instanceof ApiError && error.errorCode === 'reset.invalid_token';
  const sentence = useFieldSentence();
  if (isSuccess) {
    return (
      <div className={styles['done']} role="status">
        <Icon shape={okShape} size={40} />
        <h2>
          <Trans>Your password is changed</Trans>
        </h2>
        <p>
          <Trans>For safety you were signed out everywhere. Sign in with the new password.</Trans>
        </p>
        <Link className={buttonClass()} to={paths.signIn()}>
          <Trans>Sign in</Trans>
        </Link>
      </div>
    );
  }
  return (
    <Form
      className={styles['form']}
      onSubmit={handleSubmit((body) => {
        mutate(body);
      })}
    >
      <AwayNote>
        <Trans>
          A password can be changed only with a connection. What you type stays here until there is one.
        </Trans>
      </AwayNote>
      <PasswordField
        {...register('newPassword', {
          onChange: () => touchedFields.confirmNewPassword === true && void trigger('confirmNewPassword'),
        })}
        autoComplete="new-password"
        label={t`New password`}
        hint={<PasswordRules password={newPassword} />}
        error={sentence(errors.newPassword?.message)}
      />
      <PasswordField
        {...register('confirmNewPassword')}
        autoComplete="new-password"
        label={t`New password once more`}
        error={sentence(errors.confirmNewPassword?.message)}
      />
      {trouble !== null && <FormError message={trouble} />}
      {isDead && (
        <Link className={styles['forgotten']} to={paths.forgotten()}>
          <Trans>Ask for a new link</Trans>
        </Link>
      )}
      <Button type="submit" wide busy={isPending ? t`Saving…` : undefined}>
        <Trans>Change the password</Trans>
      </Button>
    </Form>
  );
}
