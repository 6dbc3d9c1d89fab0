import { Trans } from '@lingui/react/macro';
import { DataUsePanel } from './data-use-panel.tsx';
import { FieldPanel } from './field-panel.tsx';
import { InstallPanel } from './install-panel.tsx';
import { PocketPanel } from './pocket-panel.tsx';
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
        <PocketPanel />
        <FieldPanel />
        <SpacePanel />
        <InstallPanel />
      </div>
    </>
  );
}
