import { Trans } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

const hasWaitingOrder = () =>
  theOutbox()
    .state()
    .entries.some(({ kind, state }) => kind === 'placeIntent' && state !== 'confirmed');
const watch = (listener: () => void) => {
  void theOutbox().list();
  return theOutbox().subscribe(listener);
};

/** Asks whether to tell what became of a waiting order; only while one waits, and only whom the browser has not asked yet. */
export function NoticeOffer() {
  const isWaiting = useSyncExternalStore(watch, hasWaitingOrder, () => false);
  const [permission, setPermission] = useState(() =>
    typeof Notification === 'undefined' ? 'denied' : Notification.permission,
  );
  if (!isWaiting || permission !== 'default') return null;
  return (
    <Notice>
      <p>
        <Trans>Shall this device tell you when your order is placed or needs your answer?</Trans>
      </p>
      <Button kind="secondary" onClick={() => void Notification.requestPermission().then(setPermission)}>
        <Trans>Yes, tell me</Trans>
      </Button>
    </Notice>
  );
}
