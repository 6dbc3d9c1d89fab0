import { Trans } from '@lingui/react/macro';
import styles from './frame.module.css';

/**
 * Shown by `ui/hydration/retry-script.ts` while a part that somebody pressed in cannot be fetched. It stands in the page from the start, and
 * nothing of React changes it: what it has to say may be that React did not come.
 */
export function NotYet() {
  return (
    <p id="not-yet" hidden role="alert" className={styles['notYet']}>
      <Trans>This part of the page has not come yet. It will, as soon as there is a connection.</Trans>
    </p>
  );
}
