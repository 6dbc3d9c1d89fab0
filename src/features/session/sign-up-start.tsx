import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form/form.tsx';
import { readDraft, writeDraft } from './auth-draft.ts';
import { useAuthPaths } from './auth-paths.ts';
import { emailSchema, type EmailForm } from './auth-schemas.ts';
import { EmailField, keepEmail } from './email-field.tsx';
import styles from './auth.module.css';

/** The first step of an account: the e-mail, which the whole form then has (R2.21). Works without a connection. */
export function SignUpStart({ isShown }: { isShown: boolean }) {
  const { t } = useLingui();
  const sentence = useFieldSentence();
  const paths = useAuthPaths();
  const navigate = useNavigate();
  const { register, handleSubmit, formState, getValues, setValue } = useForm<EmailForm>({
    mode: 'onTouched',
    defaultValues: { email: readDraft().email },
    resolver: standardSchemaResolver(emailSchema),
  });
  useEffect(() => {
    if (isShown && getValues('email') === '') setValue('email', readDraft().email);
  }, [isShown, getValues, setValue]);
  return (
    <Form
      className={styles['form']}
      onSubmit={handleSubmit(({ email }) => {
        writeDraft({ email: email.trim() });
        void navigate(paths.registration());
      })}
    >
      <EmailField
        {...register('email', keepEmail)}
        hint={t`We send a letter to it that confirms the account.`}
        error={sentence(formState.errors.email?.message)}
      />
      <Button type="submit" wide>
        <Trans>Continue to the form</Trans>
      </Button>
    </Form>
  );
}
