import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { useShop } from '#api/shop.ts';
import { formatBytes, formatMoment } from '#i18n/format.ts';
import { isReachable, useConnectivity } from '#offline/connection/connectivity.ts';
import {
  chooseOfflineCatalogue,
  readOfflineCatalogue,
  onOfflineCatalogueChange,
  pauseOfflineCatalogue,
  offlineCatalogueSize,
  offlineCatalogueView,
  updateOfflineCatalogue,
  type OfflineCatalogueView,
} from '#offline/catalogue/offline-catalogue.ts';
import type { OfflineCatalogueSize } from '#offline/catalogue/catalogue-messages.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Section } from '#ui/section.tsx';
import { ThumbnailChoice } from './thumbnail-choice.tsx';
import styles from './device.module.css';

/** How far the catalogue is that is on its way, and the button that stops it. */
function Fetching({ run }: Pick<OfflineCatalogueView, 'run'>) {
  const { t } = useLingui();
  return (
    <>
      <progress
        className={styles['progress']}
        aria-label={t`Fetching the catalogue`}
        {...(run ? { value: run.done, max: run.of } : {})}
      />
      <p className={styles['note']} role="status">
        {run ? (
          <Trans>
            Fetched: {run.done} of {run.of} products
          </Trans>
        ) : (
          <Trans>Fetching what changed…</Trans>
        )}
      </p>
      <Button kind="secondary" onClick={() => void pauseOfflineCatalogue()}>
        <Trans>Pause</Trans>
      </Button>
    </>
  );
}

function WhyStopped({ failure }: Pick<OfflineCatalogueView, 'failure'>) {
  return (
    <Notice kind="warn">
      {failure === 'disk' ? (
        <Trans>There is no room on this device for the catalogue.</Trans>
      ) : failure === 'refused' ? (
        <Trans>The shop could not give the catalogue. Try again later.</Trans>
      ) : (
        <Trans>The connection was lost. What was fetched is kept.</Trans>
      )}
    </Notice>
  );
}

/** The whole catalogue on this device: one switch, what it costs, how far it is and from when. */
export function OfflineCataloguePanel() {
  const { t } = useLingui();
  const { scope, locale } = useShop();
  const { channel } = scope;
  const view = useSyncExternalStore(onOfflineCatalogueChange, offlineCatalogueView, offlineCatalogueView);
  const isAway = !isReachable(useConnectivity());
  const [size, setSize] = useState<OfflineCatalogueSize | undefined>();
  const id = useId();
  useEffect(() => {
    void readOfflineCatalogue({ channel, locale });
  }, [channel, locale]);
  useEffect(() => {
    if (!isAway) void offlineCatalogueSize({ channel, locale }).then(setSize);
  }, [channel, locale, isAway]);
  const { savedAt, products, stored, run, isFetching, failure } = view;
  // What the shop began by itself on a link that costs nothing is on too.
  const isOn = view.wish === 'on' || (view.wish === null && (savedAt !== null || isFetching));
  const whole = run?.size ?? size?.bytes;
  const amount = whole === undefined ? null : formatBytes(whole, locale);
  return (
    <Section title={t`Catalogue on this device`} className={styles['panel']}>
      {view.isPossible ? (
        <div className={styles['switch']}>
          <input
            id={id}
            type="checkbox"
            aria-describedby={`${id}-words`}
            checked={isOn}
            onChange={(event) => void chooseOfflineCatalogue(event.target.checked, scope)}
          />
          <div>
            <label htmlFor={id}>{t`Keep the catalogue on this device`}</label>
            <p id={`${id}-words`}>
              <Trans>
                All products with prices and stock: lists, filters and search work without a connection.
              </Trans>{' '}
              {amount !== null && savedAt === null && <Trans>To fetch: about {amount}.</Trans>}
            </p>
          </div>
        </div>
      ) : (
        <p>
          <Trans>This browser cannot keep the catalogue.</Trans>
        </p>
      )}
      {isFetching && <Fetching run={run} />}
      {isOn && !isFetching && savedAt === null && run !== null && (
        <p className={styles['note']}>
          <Trans>
            Paused. Fetched: {run.done} of {run.of} products
          </Trans>
        </p>
      )}
      {savedAt !== null && (
        <p className={styles['note']} role="status">
          <Trans>
            Kept: {products} products, {formatBytes(stored, locale)}. Prices and stock from{' '}
            {formatMoment(savedAt, locale)}.
          </Trans>
        </p>
      )}
      {isOn && failure !== null && !isFetching && <WhyStopped failure={failure} />}
      {isOn && <ThumbnailChoice savedAt={savedAt} products={Math.max(products, size?.products ?? 0)} />}
      {isOn && !isFetching && (
        <Button kind="secondary" disabled={isAway} onClick={() => void updateOfflineCatalogue(scope)}>
          {savedAt === null ? <Trans>Continue</Trans> : <Trans>Update now</Trans>}
        </Button>
      )}
    </Section>
  );
}
