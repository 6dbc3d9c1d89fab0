import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { useShop } from '#api/shop.ts';
import { formatBytes, formatNumber } from '#i18n/format.ts';
import { usualThumbnail } from '#lib/kept-pictures.ts';
import { isReachable, useConnectivity } from '#offline/connection/connectivity.ts';
import {
  chooseThumbnails,
  fetchThumbnailsNow,
  lookAtThumbnails,
  onThumbnailChange,
  pauseThumbnails,
  thumbnailView,
} from '#offline/catalogue/thumbnails.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import styles from './device.module.css';

/**
 * Small pictures beside the kept catalogue: a choice of its own, since they take many times what the catalogue takes.
 * @param products how many goods the catalogue has, 0: not known
 */
export function ThumbnailChoice({ savedAt, products }: { savedAt: number | null; products: number }) {
  const { t } = useLingui();
  const { scope, locale } = useShop();
  const { count, bytes, of, isWanted, isFetching, isPaused, isHeld, failure } = useSyncExternalStore(
    onThumbnailChange,
    thumbnailView,
    thumbnailView,
  );
  const isAway = !isReachable(useConnectivity());
  const id = useId();
  useEffect(() => {
    void lookAtThumbnails();
  }, []);
  const each = count > 0 ? bytes / count : usualThumbnail;
  const left = Math.max(0, (of ?? products) - count) * each;
  const amount = formatBytes(left, locale);
  const kept = formatBytes(bytes, locale);
  const number = formatNumber(count, locale);
  return (
    <div className={styles['group']}>
      <div className={styles['switch']}>
        <input
          id={id}
          type="checkbox"
          aria-describedby={`${id}-words`}
          checked={isWanted}
          onChange={(event) => void chooseThumbnails(event.target.checked, scope, savedAt)}
        />
        <div>
          <label htmlFor={id}>{t`Small pictures too`}</label>
          <p id={`${id}-words`}>
            <Trans>Lists show the products also where you have never been.</Trans>{' '}
            {products > 0 && !isWanted && <Trans>To fetch: about {amount}.</Trans>}
          </p>
        </div>
      </div>
      {isWanted && isFetching && (
        <progress
          className={styles['progress']}
          aria-label={t`Fetching small pictures`}
          {...(of === null ? {} : { value: count, max: Math.max(of, 1) })}
        />
      )}
      {isWanted && count > 0 && (
        <p className={styles['note']} role="status">
          {of !== null && count < of ? (
            <Trans>
              Small pictures: {number} of {formatNumber(of, locale)}, {kept}. Still to fetch: about {amount}.
            </Trans>
          ) : (
            <Trans>
              Small pictures: {number}, {kept}.
            </Trans>
          )}
        </p>
      )}
      {isWanted && !isFetching && isHeld && (
        <p className={styles['note']}>
          <Trans>Small pictures wait for a better connection, or until you stop saving data.</Trans>
        </p>
      )}
      {isWanted && !isFetching && failure !== null && (
        <Notice kind="warn">
          {failure === 'disk' ? (
            <Trans>There is no room on this device for more pictures.</Trans>
          ) : (
            <Trans>Not all small pictures came. Those that came are kept.</Trans>
          )}
        </Notice>
      )}
      {isWanted && isFetching && (
        <Button kind="quiet" onClick={() => void pauseThumbnails()} aria-label={t`Pause: small pictures`}>
          <Trans>Pause</Trans>
        </Button>
      )}
      {isWanted && !isFetching && savedAt !== null && (isPaused || isHeld || failure !== null) && (
        <Button
          kind="quiet"
          disabled={isAway}
          onClick={() => void fetchThumbnailsNow(scope, savedAt)}
          aria-label={t`Continue: small pictures`}
        >
          <Trans>Continue</Trans>
        </Button>
      )}
    </div>
  );
}
