import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { heartShape } from '#ui/icons/heart-shape.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { pinShape } from '#ui/icons/icon-shapes.ts';
import { packageShape } from '#ui/icons/icon-shapes-later.ts';
import styles from './auth.module.css';
import { fileShape } from '#ui/icons/icon-shapes-orders.ts';

/** Why one might want an account, beside the forms that ask for one. */
export function Reasons() {
  const reason = (shape: string, words: ReactNode) => (
    <li>
      <Icon shape={shape} size={22} />
      <span>{words}</span>
    </li>
  );
  return (
    <section className={styles['reasons']} aria-labelledby="reasons-title">
      <h2 id="reasons-title">
        <Trans>What an account gives you</Trans>
      </h2>
      <ul className={styles['reasonList']}>
        {reason(
          packageShape,
          <Trans>All your orders in one place, and buying the same again with one press</Trans>,
        )}
        {reason(pinShape, <Trans>Delivery addresses that need not be typed again</Trans>)}
        {reason(heartShape, <Trans>One wishlist on all your devices</Trans>)}
        {reason(fileShape, <Trans>Invoices and papers of your purchases</Trans>)}
      </ul>
    </section>
  );
}
