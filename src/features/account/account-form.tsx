import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form/form.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import styles from './account-form.module.css';

interface AccountFormProps {
  /** What `handleSubmit` of the form gave. */
  onSubmit: () => Promise<void>;
  isBusy: boolean;
  /** What went wrong beside the fields. */
  failure: string | null;
  button: ReactNode;
  /** Beside the button. */
  other?: ReactNode;
  children: ReactNode;
}

/** Frame of a form of the account: its fields, what went wrong, its button. */
export function AccountForm({ onSubmit, isBusy, failure, button, other, children }: AccountFormProps) {
  const { t } = useLingui();
  return (
    <Form className={styles['form']} onSubmit={onSubmit}>
      {children}
      {failure !== null && <FormError message={failure} />}
      <div className={styles['actions']}>
        <Button type="submit" busy={isBusy ? t`Saving…` : undefined}>
          {button}
        </Button>
        {other}
      </div>
    </Form>
  );
}
