import { Trans } from '@lingui/react/macro';
import { canBeStopped, isOfClaimedCart, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import type { IntentState } from '#features/checkout/intent-shown.ts';
import { Notice } from '#ui/notice.tsx';
import { RichText } from '#ui/rich-text.tsx';
import styles from './waiting.module.css';

/** The shop has not answered: what can be done about the order meanwhile. */
function Sending({ entry }: { entry: WaitingCommand }) {
  if (entry.isStopping)
    return (
      <p className={styles['meta']}>
        <Trans>
          The shop is told not to take this order any more. Once it answers we show whether it was stopped, or
          had been ordered before.
        </Trans>{' '}
        <Trans>
          It is told by itself as soon as it can be reached; you may close this page. Until it has answered do
          not order these goods anew: it may have this order already.
        </Trans>
      </p>
    );
  return (
    <>
      {entry.isUnstoppable && (
        <Notice kind="warn">
          <p>
            <Trans>
              This order could not be stopped: the shop runs an older version that cannot take an order back
              on its way. It is sent on as it was. If you do not want it, cancel it once it has a number.
            </Trans>
          </p>
        </Notice>
      )}
      <p className={styles['meta']}>
        <Trans>
          The shop has not answered yet. We keep asking about the same order; it cannot be ordered twice.
        </Trans>{' '}
        {canBeStopped(entry) && !entry.isUnstoppable ? (
          <Trans>
            It cannot be changed meanwhile, since the shop may have it already; you can have it stopped.
          </Trans>
        ) : (
          <Trans>It cannot be changed meanwhile, since the shop may have it already.</Trans>
        )}
      </p>
    </>
  );
}

/** What the state means for the buyer, where the order's own lines do not say it. */
export function StateMeaning({
  state,
  entry,
  hasBody,
}: {
  state: IntentState;
  entry: WaitingCommand;
  /** The order can be read: what the shop answered stands beside its lines. */
  hasBody: boolean;
}) {
  const said = entry.answer?.message ?? '';
  return (
    <>
      {state === 'saved' && (
        <p className={styles['meta']}>
          <Trans>
            Nothing is ordered yet. It is sent by itself when the shop can be reached; you may close this
            page.
          </Trans>
        </p>
      )}
      {state === 'sending' && <Sending entry={entry} />}
      {state === 'parked' && (
        <p className={styles['meta']}>
          {entry.reason === 'newer' ? (
            <Trans>It was saved by a newer version of the shop. Reload the page to send it.</Trans>
          ) : isOfClaimedCart(entry) ? (
            <Trans>
              Its cart has gone into an account, so nothing was ordered. The goods are in the cart of that
              account, unless they were ordered there already. What this order held stays here until you take
              it off.
            </Trans>
          ) : (
            <Trans>The shop did not take it as it is. Change it, or hand it on as text.</Trans>
          )}{' '}
          {said !== '' && <RichText as="span" html={said} />}
        </p>
      )}
      {state === 'needs answer' && !hasBody && (
        <p>
          <strong>{said !== '' && <RichText as="span" html={said} />}</strong>
          <br />
          <Trans>Nothing was ordered.</Trans>
        </p>
      )}
    </>
  );
}
