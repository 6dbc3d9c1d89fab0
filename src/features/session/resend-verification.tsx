import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { letterPauseMinutes } from '#contract/letter-pause.ts';
import { useShop } from '#api/shop.ts';
import { sentenceOf } from '#api/form-errors.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Notice } from '#ui/notice.tsx';
import styles from './auth.module.css';

/** Has the letter that confirms an e-mail sent once more (ACC-06); nobody learns by it who has an account. */
export function ResendVerification({ email }: { email: string }) {
  const { t } = useLingui();
  const shop = useShop();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => shop.call('requestVerification', { body: { email } }),
  });
  return (
    <div className={styles['resend']}>
      {isSuccess && (
        <Notice kind="ok" alert>
          <p>
            <Trans>
              If {email} is waiting to be confirmed, a letter was sent to it now or less than{' '}
              {letterPauseMinutes} minutes ago; another is not sent sooner. Look into the spam folder too.
            </Trans>
          </p>
        </Notice>
      )}
      {error !== null && (
        <FormError
          message={sentenceOf(error, {
            away: t`No connection. Nothing was sent.`,
            other: t({ id: 'resend.error', message: 'An error occured' }),
          })}
        />
      )}
      <Button
        kind="secondary"
        busy={isPending ? t`Sending…` : undefined}
        onClick={() => {
          mutate();
        }}
      >
        <Trans>Send the letter again</Trans>
      </Button>
    </div>
  );
}
