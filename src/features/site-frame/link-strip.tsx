import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useShop } from '#api/shop.ts';
import { formatMoment } from '#i18n/format.ts';
import { isReachable, type Connectivity } from '#offline/connection/connectivity.ts';
import { useCopyTime } from '#offline/storage/copy-age.ts';
import type { UpdateOffer } from '#offline/worker/update-offer.ts';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { infoShape, offlineShape, warningShape } from '#ui/icons/icon-shapes.ts';
import { clockShape, cloudOffShape, signInShape } from '#ui/icons/icon-shapes-later.ts';
import { announce } from '#ui/live-region.tsx';
import { currentToast } from '#ui/toast-state.ts';
import styles from './frame.module.css';

const shapes = {
  offline: offlineShape,
  unavailable: cloudOffShape,
  'sign-in': signInShape,
  slow: clockShape,
} as const;

const words = {
  offline: msg`No connection.`,
  unavailable: msg`The shop cannot be reached.`,
  'sign-in': msg`This network asks you to sign in first.`,
  slow: msg`The connection is slow: what is saved shows first.`,
} as const;

/** How the way to the shop is, in a sign and in words, and from when the copy on the screen is. */
export function LinkStrip({ connectivity }: { connectivity: Exclude<Connectivity, 'online'> }) {
  const { t, i18n } = useLingui();
  const { locale } = useShop();
  const copyTime = useCopyTime();
  const time = copyTime === null ? null : formatMoment(copyTime, locale);
  useEffect(
    () => () => {
      if (!isReachable()) return;
      // There is one place for what is spoken: a notice that still stands is not taken out of it half heard.
      announce([currentToast()?.text, t`The connection is back.`].filter(Boolean).join(' '));
    },
    [t],
  );
  return (
    <div className={classNames(styles['strip'], connectivity === 'slow' && styles['slow'])}>
      <div className="width">
        <Icon shape={shapes[connectivity]} size={18} />
        <span>
          {i18n._(words[connectivity])}{' '}
          {time !== null && connectivity !== 'slow' && <Trans>Showing the copy saved at {time}.</Trans>}
          {connectivity === 'sign-in' && (
            // The worker leaves this address to the network, and so the network's own page comes in its place.
            <a className={styles['inside']} href="/healthz" target="_blank" rel="noopener">
              <Trans>Open its sign-in page</Trans>
            </a>
          )}
        </span>
      </div>
    </div>
  );
}

/** A new version is ready; it comes after a yes (R0.23). */
export function UpdateStrip({ update }: { update: UpdateOffer }) {
  return (
    <div className={classNames(styles['strip'], styles['update'])}>
      <div className="width">
        <Icon shape={infoShape} size={18} />
        <span>
          {update.heldElsewhere ? (
            <Trans>Another tab is in the middle of something. Finish there first.</Trans>
          ) : (
            <Trans>A new version is ready.</Trans>
          )}
        </span>
        <button type="button" onClick={update.accept}>
          <Trans>Update</Trans>
        </button>
        <button type="button" onClick={update.later}>
          <Trans>Later</Trans>
        </button>
      </div>
    </div>
  );
}

/** A newer version of the shop has been here and keeps its things its own way: nothing is written over (F12). */
export function NewerStrip() {
  return (
    <div className={classNames(styles['strip'], styles['slow'])}>
      <div className="width">
        <Icon shape={warningShape} size={18} />
        <span>
          <Trans>
            A newer version of the shop is on this device: this page saves nothing here. Reload it.
          </Trans>
        </span>
        <button
          type="button"
          onClick={() => {
            location.reload();
          }}
        >
          <Trans>Reload</Trans>
        </button>
      </div>
    </div>
  );
}
