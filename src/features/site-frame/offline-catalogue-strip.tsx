import { Trans } from '@lingui/react/macro';
import { useEffect, useSyncExternalStore } from 'react';
import { useShop } from '#api/shop.ts';
import { formatBytes } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { classNames } from '#lib/class-names.ts';
import {
  dismissOfflineCatalogueNotice,
  removeOfflineCatalogue,
  noteOfflineCatalogueTold,
  onOfflineCatalogueChange,
  offlineCatalogueView,
} from '#offline/catalogue/offline-catalogue.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { downloadShape } from '#ui/icons/icon-shapes-later.ts';
import { Link } from '#ui/link.tsx';
import styles from './frame.module.css';

/** Told once, in the visit in which it came: the shop has put the catalogue on the device by itself (decision 27). */
export function OfflineCatalogueStrip() {
  const { scope, locale } = useShop();
  const paths = usePaths();
  const { broughtBytes } = useSyncExternalStore(
    onOfflineCatalogueChange,
    offlineCatalogueView,
    offlineCatalogueView,
  );
  useEffect(noteOfflineCatalogueTold, []);
  if (broughtBytes === null) return null;
  const amount = formatBytes(broughtBytes, locale);
  return (
    <div className={classNames(styles['strip'], styles['update'], styles['long'])} role="status">
      <div className="width">
        <Icon shape={downloadShape} size={18} />
        <span>
          <Trans>
            The catalogue is on this device now ({amount}): search and products open without a connection too.
          </Trans>
        </span>
        <Link to={paths.device()} onClick={dismissOfflineCatalogueNotice}>
          <Trans>Settings</Trans>
        </Link>
        <button type="button" onClick={dismissOfflineCatalogueNotice}>
          <Trans>Good</Trans>
        </button>
        <button type="button" onClick={() => void removeOfflineCatalogue(scope)}>
          <Trans>Remove it</Trans>
        </button>
      </div>
    </div>
  );
}
