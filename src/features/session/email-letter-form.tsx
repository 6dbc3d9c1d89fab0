import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState, type ComponentType, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { showFormErrors } from '#api/form-errors.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form/form.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { readDraft } from './auth-draft.ts';
import { emailSchema, type EmailForm } from './auth-schemas.ts';
import { AwayNote } from './away-note.tsx';
import { EmailField, keepEmail } from './email-field.tsx';
import styles from './auth.module.css';
import { mailShape } from '#ui/icons/icon-shapes-orders.ts';

interface EmailLetterFormProps {
  /** Asks the shop for the letter; the answer is the same for an e-mail without an account (T11). */
  send: (email: string) => Promise<unknown>;
  button: ReactNode;
  /** For a failure about which the shop has no words of its own. */
  failure: string;
  /** What is said once the letter is on its way. */
  Sent: ComponentType<{ email: string }>;
}

/** An e-mail, a letter to it, and what to do until it comes. */
export function EmailLetterForm({ send, button, failure, Sent }: EmailLetterFormProps) {
  const { t } = useLingui();
  const sentence = useFieldSentence();
  const { register, handleSubmit, formState, setError } = useForm<EmailForm>({
    mode: 'onTouched',
    defaultValues: { email: readDraft().email },
    resolver: standardSchemaResolver(emailSchema),
  });
  const [trouble, setTrouble] = useState<string | null>(null);
  const { mutate, isPending, data, reset } = useMutation({
    mutationFn: async (email: string) => {
      await send(email);
      return email;
    },
    onMutate: () => {
      setTrouble(null);
    },
    onError: (thrown) => {
      setTrouble(
        showFormErrors(thrown, ['email'], setError, {
          away: t`No connection. Nothing was sent; what you typed stays here.`,
          other: failure,
        }),
      );
    },
  });
  if (data !== undefined) {
    return (
      <div className={styles['done']} role="status">
        <Icon shape={mailShape} size={40} />
        <Sent email={data} />
        <Button kind="secondary" onClick={reset}>
          {t`Send once more`}
        </Button>
      </div>
    );
  }
  return (
    <Form
      className={styles['form']}
      onSubmit={handleSubmit(({ email }) => {
        mutate(email.trim());
      })}
    >
      <AwayNote>
        <Trans>
          A letter can be sent only with a connection. What you type stays here until there is one.
        </Trans>
      </AwayNote>
      <EmailField {...register('email', keepEmail)} error={sentence(formState.errors.email?.message)} />
      {trouble !== null && <FormError message={trouble} />}
      <Button type="submit" wide busy={isPending ? t`Sending…` : undefined}>
        {button}
      </Button>
    </Form>
  );
}
