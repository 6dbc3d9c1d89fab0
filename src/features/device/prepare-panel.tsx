import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { firstCategoriesQuery } from '#api/category-queries.ts';
import { useShop } from '#api/shop.ts';
import type { Taxon } from '#contract/catalogue.ts';
import { formatBytes, formatMoment, formatNumber } from '#i18n/format.ts';
import { isReachable, useConnectivity } from '#offline/connection/connectivity.ts';
import { isOfflineCataloguePossible } from '#offline/catalogue/catalogue-worker-client.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Section } from '#ui/section.tsx';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';
import {
  preparedView,
  readPrepared,
  onPreparedChange,
  pausePreparing,
  prepareOffline,
  removePrepared,
  usualPack,
} from './prepared-pack.ts';
import styles from './device.module.css';

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((code) => other.includes(code));

type View = ReturnType<typeof preparedView>;
type Run = NonNullable<View['run']>;

/** The first categories, each with its number of products and about what they take on the device. */
function CategoryChoice({
  taxons,
  chosen,
  disabled,
  sizeOf,
  onChoose,
}: {
  taxons: readonly Taxon[];
  /** Codes. */
  chosen: readonly string[];
  disabled: boolean;
  /** Of so many products, in words. */
  sizeOf: (count: number) => string;
  onChoose: (codes: readonly string[]) => void;
}) {
  const { locale } = useShop();
  return (
    <fieldset className={styles['choices']} disabled={disabled}>
      <legend>
        <Trans>Categories</Trans>
      </legend>
      {taxons.map(({ code, name, productCount = 0 }) => (
        <label key={code} className={styles['choice']}>
          <input
            type="checkbox"
            checked={chosen.includes(code)}
            onChange={(event) => {
              onChoose(event.target.checked ? [...chosen, code] : chosen.filter((one) => one !== code));
            }}
          />
          <span>{name}</span>
          <small>
            {formatNumber(productCount, locale)} · {sizeOf(productCount)}
          </small>
        </label>
      ))}
    </fieldset>
  );
}

/** How far it is, and the way to pause it. */
function PreparingProgress({ run }: { run: Run | null }) {
  const { t } = useLingui();
  return (
    <>
      <progress
        className={styles['progress']}
        aria-label={t`Preparing for the field`}
        {...(run ? { value: run.done, max: Math.max(run.of, 1) } : {})}
      />
      <p className={styles['note']} role="status">
        {run ? (
          <Trans>
            Prepared: {run.done} of {run.of} products
          </Trans>
        ) : (
          <Trans>Looking for what to fetch…</Trans>
        )}
      </p>
      <Button kind="secondary" onClick={pausePreparing} aria-label={t`Pause: preparing for the field`}>
        <Trans>Pause</Trans>
      </Button>
    </>
  );
}

/** It rests: paused, or held back where data is dear. */
function Unfinished({ run, isHeld }: { run: Run; isHeld: boolean }) {
  return (
    <p className={styles['note']}>
      {isHeld ? (
        <Trans>
          Waits for a better connection, or until you stop saving data. Prepared: {run.done} of {run.of}{' '}
          products
        </Trans>
      ) : (
        <Trans>
          Not finished. Prepared: {run.done} of {run.of} products
        </Trans>
      )}
    </p>
  );
}

function PreparingFailed({ failure }: { failure: NonNullable<View['failure']> }) {
  return (
    <Notice kind="warn">
      {failure === 'disk' ? (
        <Trans>There is no room on this device for all of it. Choose less, or free some space.</Trans>
      ) : failure === 'refused' ? (
        <Trans>The shop could not give all of it. Try again later.</Trans>
      ) : (
        <Trans>The connection was lost. What was fetched is kept.</Trans>
      )}
    </Notice>
  );
}

/** Whole product pages of chosen categories on this device: what is chosen, what it costs, how far it is and from when. */
export function PreparePanel() {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const { locale, scope } = shop;
  const view = useSyncExternalStore(onPreparedChange, preparedView, preparedView);
  const isAway = !isReachable(useConnectivity());
  const isHere = useHydrated();
  const { data: taxons = [] } = useQuery({ ...firstCategoriesQuery(shop), enabled: isHere });
  // Null: nothing was touched since the pack was looked at.
  const [touched, setTouched] = useState<readonly string[] | null>(null);
  useEffect(() => {
    void readPrepared(scope);
  }, [scope]);
  const { isFetching, run, savedAt, products, bytes, failure } = view;
  const chosen = touched ?? view.taxons;
  const each = products > 0 ? bytes / products : usualPack;
  const sizeOf = (count: number) => formatBytes(Math.max(count, 1) * each, locale);
  const sum = taxons.reduce(
    (count, { code, productCount = 0 }) => count + (chosen.includes(code) ? productCount : 0),
    0,
  );
  const isPrepared = savedAt !== null || run !== null || products > 0;
  const isChanged = !isSame(chosen, view.taxons);
  const amount = sizeOf(sum);
  const number = formatNumber(sum, locale);
  const start = () => {
    setTouched(null);
    void prepareOffline({ shop, queryClient, loadLaterTexts: () => Promise.resolve() }, chosen);
  };
  if (isHere && !isOfflineCataloguePossible()) return null;
  return (
    <Section title={t`Prepare for the field`} className={styles['panel']}>
      <p className={styles['words']}>
        <Trans>
          Choose what you will need where there is no connection. Whole product pages with pictures and labels
          come to this device, with the catalogue and the orders placed here.
        </Trans>
      </p>
      <CategoryChoice
        taxons={taxons}
        chosen={chosen}
        disabled={isFetching}
        sizeOf={sizeOf}
        onChoose={setTouched}
      />
      {isFetching && <PreparingProgress run={run} />}
      {!isFetching && run !== null && !isChanged && <Unfinished run={run} isHeld={view.isHeld} />}
      {!isFetching && savedAt !== null && (
        <p className={styles['note']} role="status">
          <Trans>
            Ready: {products} products, {formatBytes(bytes, locale)}. From {formatMoment(savedAt, locale)}.
          </Trans>
        </p>
      )}
      {!isFetching && sum > 0 && (isChanged || !isPrepared) && (
        <p className={styles['note']}>
          <Trans>
            Chosen: {number} products, about {amount}.
          </Trans>
        </p>
      )}
      {!isFetching && failure !== null && <PreparingFailed failure={failure} />}
      {!isFetching && (
        <p className={styles['actions']}>
          <Button disabled={isAway || chosen.length === 0} onClick={start}>
            {isChanged || !isPrepared ? (
              <Trans>Prepare</Trans>
            ) : run !== null ? (
              <Trans>Continue preparing</Trans>
            ) : (
              <Trans>Bring up to date</Trans>
            )}
          </Button>
          {isPrepared && (
            <Button
              kind="quiet"
              onClick={() => {
                setTouched(null);
                void removePrepared();
              }}
            >
              <Trans>Remove from this device</Trans>
            </Button>
          )}
        </p>
      )}
    </Section>
  );
}
