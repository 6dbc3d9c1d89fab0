import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useState } from 'react';
import { useShop } from '#api/shop.ts';
import { formatBytes } from '#i18n/format.ts';
import { chooseSaving, useSavingChosen } from '#offline/connection/data-saver.ts';
import { dataKinds, onDataUse, totalDataUse, type DataUse } from '#offline/connection/data-use.ts';
import { Section } from '#ui/section.tsx';
import { ShareBars } from './share-bars.tsx';
import styles from './device.module.css';

const names = {
  pictures: msg`Pictures`,
  answers: msg`Products, prices and lists`,
  scripts: msg`The shop's program`,
  pages: msg`Pages`,
} as const;

/** The browser's own saver; read at each look, since it can be turned on at any time. */
const isSavingBySystem = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** What was fetched today and the switch that makes it less. */
export function DataUsePanel() {
  const { t, i18n } = useLingui();
  const { locale } = useShop();
  const [use, setUse] = useState<DataUse | null>(null);
  const isSaving = useSavingChosen();
  const id = useId();
  useEffect(() => {
    const read = () => void totalDataUse().then(setUse);
    read();
    return onDataUse(read);
  }, []);
  const total = use === null ? 0 : dataKinds.reduce((sum, kind) => sum + use[kind], 0);
  return (
    <Section title={t`Data used today`} className={styles['panel']}>
      <p className={styles['figure']}>{use === null ? '…' : formatBytes(total, locale)}</p>
      {use !== null && (
        <ShareBars
          shares={dataKinds.map((kind) => ({ key: kind, name: i18n._(names[kind]), bytes: use[kind] }))}
        />
      )}
      <div className={styles['switch']}>
        <input
          id={id}
          type="checkbox"
          aria-describedby={`${id}-words`}
          checked={isSaving}
          onChange={(event) => chooseSaving(event.target.checked)}
        />
        <div>
          <label htmlFor={id}>{t`Save data`}</label>
          <p id={`${id}-words`}>
            <Trans>Smaller pictures, and nothing is fetched before you open it.</Trans>
          </p>
        </div>
      </div>
      {use !== null && isSavingBySystem() && (
        <p className={styles['note']}>
          <Trans>Your browser's own data saver is on: the shop saves already.</Trans>
        </p>
      )}
    </Section>
  );
}
