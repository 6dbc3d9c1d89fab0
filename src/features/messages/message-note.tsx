import { Trans, useLingui } from '@lingui/react/macro';
import { allOf } from '#api/form-errors.ts';
import { isStopped, isUnsent, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Notice } from '#ui/notice.tsx';
import { showToast } from '#ui/toast-state.ts';
import type { MessageWay } from './use-message.ts';
import styles from './message-note.module.css';

function Ways({ entry, way, canSend }: { entry: WaitingCommand; way: MessageWay; canSend: boolean }) {
  const { t } = useLingui();
  const cancel = async () => {
    if (!(await way.withdraw(entry)))
      showToast(t`It may have reached the shop already: wait for its answer.`, 'error');
  };
  return (
    <div className={styles['ways']}>
      {canSend && (
        <Button type="button" kind="secondary" onClick={way.sendNow}>
          <Trans>Send now</Trans>
        </Button>
      )}
      {(isUnsent(entry) || isStopped(entry)) && (
        <Button type="button" kind="quiet" onClick={() => void cancel()}>
          <Trans>Withdraw</Trans>
        </Button>
      )}
    </div>
  );
}

/** Where a message was made: it waits on this device, with the ways to send it now and to take it back (R0.44). */
export function WaitingNote({ entry, way }: { entry: WaitingCommand; way: MessageWay }) {
  const email = entry.body['email'];
  return (
    <div className={styles['note']}>
      <Notice kind="info" alert>
        <p>
          <b>
            {isUnsent(entry) ? <Trans>Saved on this device, not sent yet</Trans> : <Trans>Being sent</Trans>}
          </b>
          {typeof email === 'string' && <> · {email}</>}
        </p>
        <p>
          {isUnsent(entry) ? (
            <Trans>It is sent by itself when the shop can be reached; you may close this page.</Trans>
          ) : (
            <Trans>The shop has not answered yet. It is asked again by itself; nothing is sent twice.</Trans>
          )}
        </p>
      </Notice>
      <Ways entry={entry} way={way} canSend />
    </div>
  );
}

/** Above the form that holds what was refused: the shop's sentence, and the way to let it be. */
export function RefusedNote({
  entry,
  way,
  fallback,
}: {
  entry: WaitingCommand;
  way: MessageWay;
  fallback: string;
}) {
  const { answer } = entry;
  return (
    <div className={styles['note']}>
      <FormError message={(answer === undefined ? '' : allOf(answer)) || fallback} />
      <Ways entry={entry} way={way} canSend={false} />
    </div>
  );
}
