import { Trans } from '@lingui/react/macro';
import type { Subscription } from '#contract/newsletter.ts';
import { Notice } from '#ui/notice.tsx';

/** What the link of a letter has done, or had done before. */
export function LetterOutcome({ email, status, used }: Subscription) {
  return (
    <Notice kind="ok" alert>
      <p>
        {status === 'subscribed' ? (
          used ? (
            <Trans>This link has been used: you are subscribed as {email}.</Trans>
          ) : (
            <Trans>Thank you: you are subscribed as {email}.</Trans>
          )
        ) : used ? (
          <Trans>You were already unsubscribed: no letters are sent to {email}.</Trans>
        ) : (
          <Trans>No more letters will be sent to {email}.</Trans>
        )}
      </p>
    </Notice>
  );
}
