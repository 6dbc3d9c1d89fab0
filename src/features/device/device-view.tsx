import { Trans } from '@lingui/react/macro';
import { DataUsePanel } from './data-use-panel.tsx';
import { PreparePanel } from './prepare-panel.tsx';
import { InstallPanel } from './install-panel.tsx';
import { OfflineCataloguePanel } from './offline-catalogue-panel.tsx';
import { SpacePanel } from './space-panel.tsx';
import styles from './device.module.css';

export function DeviceView() {
  return (
    <>
      <p className={styles['lead']}>
        <Trans>The shop works without a connection too. Here you see what it costs and what it keeps.</Trans>
      </p>
      <div className={styles['panels']}>
        <DataUsePanel />
        <OfflineCataloguePanel />
        <PreparePanel />
        <SpacePanel />
        <InstallPanel />
      </div>
    </>
  );
}
