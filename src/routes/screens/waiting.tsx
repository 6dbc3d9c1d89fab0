import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';
import { NoticeOffer } from '#features/device/notice-offer.tsx';
import { WaitingView } from '#features/waiting/waiting-view.tsx';
import styles from '#features/waiting/waiting.module.css';

export const handle: RouteHandle = { pageKind: 'other' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: '', titleMessage: msg`Waiting to be sent`, noIndex: true } });
}

/** What waits on this device (R0.44, CHK-19). Personal: nothing of it is on the server's page. */
export function Component() {
  return (
    <div className="width">
      <div className={styles['page']}>
        <h1>
          <Trans>Waiting to be sent</Trans>
        </h1>
        <WaitingView />
        <NoticeOffer />
      </div>
    </div>
  );
}
