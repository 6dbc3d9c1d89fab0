import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { Icon } from '#ui/icons/icon.tsx';
import { shareShape } from '#ui/icons/icon-shapes-later.ts';
import styles from './device.module.css';

/** iPhones and iPads install by their share menu and tell no page about it; only they have this property. */
const isApple = () => (navigator as { standalone?: boolean }).standalone === false;
const never = () => () => {};

export const useIsApple = (): boolean => useSyncExternalStore(never, isApple, () => false);

/** The way to the home screen on an iPhone or iPad. */
export function AppleSteps() {
  return (
    <ol className={styles['steps']}>
      <li>
        <Trans>
          Tap <Icon shape={shareShape} size={18} /> Share at the bottom of Safari.
        </Trans>
      </li>
      <li>
        <Trans>Choose “Add to Home Screen”.</Trans>
      </li>
      <li>
        <Trans>Tap “Add”. The shop stands beside your other apps.</Trans>
      </li>
    </ol>
  );
}
