import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#api/api-error.ts';
import { sentenceOf } from '#api/form-errors.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form/form.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Link } from '#ui/link.tsx';
import { readDraft } from './auth-draft.ts';
import { useAuthPaths } from './auth-paths.ts';
import { signInSchema, type SignInForm as Fields } from './auth-schemas.ts';
import { AwayNote } from './away-note.tsx';
import { EmailField, keepEmail } from './email-field.tsx';
import { PasswordField } from './password-field.tsx';
import { ResendVerification } from './resend-verification.tsx';
import type { useSession } from './use-session.ts';
import styles from './auth.module.css';

/** E-mail and password. What went wrong is said in words, and nothing that was typed is lost. */
export function SignInForm({
  session,
  state,
  isShown,
}: ReturnType<typeof useSession> & { isShown: boolean }) {
  const { t } = useLingui();
  const paths = useAuthPaths();
  const { register, handleSubmit, formState, getValues, setValue } = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: { email: readDraft().email, password: '' },
    resolver: standardSchemaResolver(signInSchema),
  });
  const { errors } = formState;
  useEffect(() => {
    if (isShown && getValues('email') === '') setValue('email', readDraft().email);
  }, [isShown, getValues, setValue]);

  const error = state?.context.error ?? null;
  const isBusy = state?.hasTag('busy') === true;
  const isUnverified = error instanceof ApiError && error.status === 423;
  const sentence = useFieldSentence();
  return (
    <Form
      className={styles['form']}
      onSubmit={handleSubmit(({ email, password }) => {
        session?.send({ type: 'LOGIN', credentials: { email: email.trim(), password } });
      })}
    >
      <AwayNote>
        <Trans>Signing in needs a connection. What you type stays here until there is one.</Trans>
      </AwayNote>
      <EmailField
        {...register('email', keepEmail)}
        autoComplete="username"
        error={sentence(errors.email?.message)}
      />
      <div>
        <PasswordField
          {...register('password')}
          autoComplete="current-password"
          label={t`Password`}
          error={sentence(errors.password?.message)}
        />
        <Link className={styles['forgotten']} to={paths.forgotten()}>
          <Trans>Forgot your password?</Trans>
        </Link>
      </div>
      {error !== null && !isBusy && (
        <>
          <FormError
            message={sentenceOf(error, {
              away: t`No connection. You are not signed in yet; what you typed stays here.`,
              other: t({ id: 'login.error', message: 'Log in error' }),
            })}
          />
          {isUnverified && <ResendVerification email={getValues('email').trim()} />}
        </>
      )}
      <Button type="submit" wide busy={isBusy ? t`Signing in…` : undefined}>
        <Trans>Sign in</Trans>
      </Button>
    </Form>
  );
}
