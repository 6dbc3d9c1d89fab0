import { Trans, useLingui } from '@lingui/react/macro';
import { isReachable } from '#offline/connection/connectivity.ts';
import { isWithoutNetwork, theOutbox } from '#offline/outbox/page-outbox.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast-state.ts';

/** Sends what waits. A press that cannot send anything is answered too: why, and that nothing more needs to be done. */
export function SendNow() {
  const { t } = useLingui();
  const send = async () => {
    const isOffline = isWithoutNetwork();
    if (isOffline) showToast(t`There is no connection. It is sent by itself as soon as there is one.`);
    await theOutbox().wake(true);
    if (!isOffline && !isReachable())
      showToast(t`The shop does not answer just now. It is sent by itself as soon as it does.`);
  };
  return (
    <Button onClick={() => void send()}>
      <Trans>Send now</Trans>
    </Button>
  );
}
