import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useShop } from '#api/shop.ts';
import { formatBytes } from '#i18n/format.ts';
import { isWaiting } from '#domain/waiting/waiting-command.ts';
import {
  removeOfflineCatalogue,
  onOfflineCatalogueChange,
  offlineCatalogueView,
} from '#offline/catalogue/offline-catalogue.ts';
import { freeLists, freePictures, measureSpace, type Space } from './storage-space.ts';
import { onThumbnailChange, thumbnailView } from '#offline/catalogue/thumbnails.ts';
import { askToKeep, keeping, type Keeping } from '#offline/storage/persistent-storage.ts';
import { useStorageState } from '#offline/storage/storage-state.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Section } from '#ui/section.tsx';
import { showToast } from '#ui/toast-state.ts';
import { preparedView, onPreparedChange, removePrepared } from './prepared-pack.ts';
import { ShareBars } from './share-bars.tsx';
import styles from './device.module.css';

interface Found {
  space: Space | null;
  kept: Keeping;
  /** Changes in the outbox. */
  waiting: number;
}

async function find(): Promise<Found> {
  const [space, kept, { theOutbox }] = await Promise.all([
    measureSpace(),
    keeping(),
    import('#offline/outbox/page-outbox.ts'),
  ]);
  return { space, kept, waiting: (await theOutbox().list()).entries.filter(isWaiting).length };
}

/** What the space is used for, each with the way to free it where it can be fetched again. */
function SpaceShares({
  space,
  onFree,
}: {
  space: Space;
  onFree: (free: () => Promise<void>) => Promise<void>;
}) {
  const { t } = useLingui();
  const { scope } = useShop();
  const freeButton = (bytes: number, what: string, free: () => Promise<void>) =>
    bytes > 0 ? (
      <Button kind="quiet" onClick={() => void onFree(free)} aria-label={t`Free up: ${what}`}>
        <Trans>Free up</Trans>
      </Button>
    ) : null;
  return (
    <ShareBars
      shares={[
        {
          key: 'pictures',
          name: t`Pictures`,
          bytes: space.pictures,
          action: freeButton(space.pictures, t`Pictures`, freePictures),
        },
        {
          key: 'lists',
          name: t`Products, prices and lists`,
          bytes: space.lists,
          action: freeButton(space.lists, t`Products, prices and lists`, freeLists),
        },
        ...(space.catalogue > 0
          ? [
              {
                key: 'catalogue',
                name: t`Catalogue on this device`,
                bytes: space.catalogue,
                action: freeButton(space.catalogue, t`Catalogue on this device`, () =>
                  removeOfflineCatalogue(scope),
                ),
              },
            ]
          : []),
        ...(space.field > 0
          ? [
              {
                key: 'field',
                name: t`Prepared for the field`,
                bytes: space.field,
                action: freeButton(space.field, t`Prepared for the field`, removePrepared),
              },
            ]
          : []),
        { key: 'shop', name: t`The shop's program`, bytes: space.shop },
      ]}
    />
  );
}

/** Why nothing, or nothing more, is kept on this device. */
function StorageTrouble({ storage }: { storage: Exclude<ReturnType<typeof useStorageState>, 'ok'> }) {
  return (
    <Notice kind="warn">
      {storage === 'none' ? (
        <Trans>This browser keeps nothing for the shop. What you do lasts until the page is closed.</Trans>
      ) : storage === 'newer' ? (
        <Trans>
          A newer version of the shop keeps its things here. This page only reads them: reload it.
        </Trans>
      ) : (
        <Trans>The device is full. Free some space, or new pages will not be saved.</Trans>
      )}
    </Notice>
  );
}

/** What lies on the device, by what it is; what can be fetched again can be freed, what waits cannot. */
export function SpacePanel() {
  const { t } = useLingui();
  const { locale } = useShop();
  const storage = useStorageState();
  const [found, setFound] = useState<Found>({ space: null, kept: 'unknown', waiting: 0 });
  const { space, kept, waiting } = found;
  useEffect(() => {
    let seen = '';
    // What the panel of the catalogue fetches or removes is seen here too, when it is done.
    const look = () => {
      const { isFetching, isWanted } = thumbnailView();
      const now = `${offlineCatalogueView().savedAt} ${isFetching} ${isWanted} ${preparedView().savedAt} ${preparedView().isFetching}`;
      if (now === seen) return;
      seen = now;
      void find().then(setFound, () => {});
    };
    look();
    const ends = [onOfflineCatalogueChange(look), onThumbnailChange(look), onPreparedChange(look)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  const free = async (what: () => Promise<void>) => {
    await what();
    setFound(await find());
    showToast(t`Freed.`);
  };
  const used = space?.used ?? null;
  const quota = space?.quota ?? null;
  return (
    <Section title={t`Space on this device`} className={styles['panel']}>
      <p className={styles['figure']}>
        {space === null
          ? '…'
          : formatBytes(
              used ?? space.pictures + space.lists + space.catalogue + space.field + space.shop,
              locale,
            )}
        {quota !== null && (
          <small>
            <Trans>of {formatBytes(quota, locale)} that the browser allows</Trans>
          </small>
        )}
      </p>
      {storage !== 'ok' && <StorageTrouble storage={storage} />}
      {space !== null && <SpaceShares space={space} onFree={free} />}
      <p className={styles['note']}>
        {waiting > 0 ? (
          <Trans>Changes that wait to be sent: {waiting}. They are never freed.</Trans>
        ) : (
          <Trans>Nothing waits to be sent.</Trans>
        )}
      </p>
      <p className={styles['note']}>
        {kept === 'kept' ? (
          <Trans>The browser promises to keep this, also when the device is short of space.</Trans>
        ) : (
          <Trans>The browser may clear this when the device is short of space.</Trans>
        )}
      </p>
      {kept === 'best-effort' && (
        <Button
          kind="secondary"
          onClick={() => void askToKeep(true).then((now) => setFound({ ...found, kept: now }))}
        >
          <Trans>Ask the browser to keep it</Trans>
        </Button>
      )}
    </Section>
  );
}
