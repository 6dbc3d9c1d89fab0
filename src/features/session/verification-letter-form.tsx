import { Trans, useLingui } from '@lingui/react/macro';
import { letterPauseMinutes } from '#contract/letter-pause.ts';
import { useShop } from '#api/shop.ts';
import { EmailLetterForm } from './email-letter-form.tsx';

function Sent({ email }: { email: string }) {
  return (
    <p>
      <Trans>
        If {email} is waiting to be confirmed, a letter was sent to it now or less than {letterPauseMinutes}{' '}
        minutes ago; another is not sent sooner. Look into the spam folder too.
      </Trans>
    </p>
  );
}

/** Asks for the letter that confirms an e-mail (ACC-06). */
export function VerificationLetterForm() {
  const { t } = useLingui();
  const shop = useShop();
  return (
    <EmailLetterForm
      send={(email) => shop.call('requestVerification', { body: { email } })}
      button={<Trans>Send the letter again</Trans>}
      failure={t({ id: 'email-verification.error', message: 'Email verification error' })}
      Sent={Sent}
    />
  );
}
