/** What the checkout offers when the shop goes or comes back while somebody orders (checkout-mode-machine.ts). */
import { Trans } from '@lingui/react/macro';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import styles from './checkout-view.module.css';

/** The shop is gone, or does not answer: the order can be made on the device. */
export function GoOnOffer({ isAway, onGo }: { isAway: boolean; onGo: () => void }) {
  return (
    <div className={styles['offer']}>
      <Notice kind="warn" alert>
        <p>
          {isAway ? (
            <Trans>
              The shop cannot be reached. You can order anyway: the order is saved on this device and sent
              later.
            </Trans>
          ) : (
            <Trans>
              The shop does not answer just now. You can order anyway: the order is saved on this device and
              sent when the shop answers.
            </Trans>
          )}{' '}
          <Trans>What you typed is kept.</Trans>
        </p>
        <p>
          <Button onClick={onGo}>
            {isAway ? <Trans>Go on without a connection</Trans> : <Trans>Go on, send later</Trans>}
          </Button>
        </p>
      </Notice>
    </div>
  );
}

/** On the device an order can be paid later only: who wants to pay by bank or card goes over to the shop. */
export function ShopIsBack({ onGo }: { onGo: () => void }) {
  return (
    <div className={styles['offer']}>
      <Notice kind="info">
        <p>
          <Trans>The shop can be reached again. You can order there at once, and pay by bank or card.</Trans>{' '}
          <Trans>What you typed is kept.</Trans>
        </p>
        <p>
          <Button onClick={onGo}>
            <Trans>Go on with the shop</Trans>
          </Button>
        </p>
      </Notice>
    </div>
  );
}
