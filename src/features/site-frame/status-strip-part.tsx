import { Trans } from '@lingui/react/macro';
import { formatTime } from '#i18n/format.ts';
import { useConnectivity } from '#offline/connectivity.ts';
import { useCopyTime } from '#offline/copy-age.ts';
import { useUpdateOffer } from '#offline/worker-link.ts';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { infoShape, offlineShape } from '#ui/icon-shapes.ts';
import styles from './frame.module.css';

/** Tells quietly that the shop cannot be reached and how old the copy on screen is, or that a new version waits (R0.15, R0.23). */
export function StatusStrip() {
  const connectivity = useConnectivity();
  const copyTime = useCopyTime();
  const update = useUpdateOffer();
  const away = connectivity !== 'online';
  const time = copyTime === null ? null : formatTime(copyTime);
  return (
    <>
      <div role="status" className={away ? styles['strip'] : undefined}>
        {away && (
          <div className="width">
            <Icon shape={offlineShape} size={18} />
            <span>
              {connectivity === 'offline' ? <Trans>No connection.</Trans> : <Trans>The shop cannot be reached.</Trans>}{' '}
              {time !== null && <Trans>Showing the copy saved at {time}.</Trans>}
            </span>
          </div>
        )}
      </div>
      {update.offered && (
        <div className={classNames(styles['strip'], styles['update'])} role="status">
          <div className="width">
            <Icon shape={infoShape} size={18} />
            <span>
              <Trans>A new version is ready.</Trans>
            </span>
            <button type="button" onClick={update.accept}>
              <Trans>Update</Trans>
            </button>
            <button type="button" onClick={update.later}>
              <Trans>Later</Trans>
            </button>
          </div>
        </div>
      )}
    </>
  );
}
