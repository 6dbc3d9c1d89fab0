import { Trans } from '@lingui/react/macro';
import { useShop } from '#api/shop.ts';
import { formatMoment } from '#i18n/format.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { clockShape } from '#ui/icons/icon-shapes-later.ts';
import styles from './saved-note.module.css';

/** From when a price and a stock are that cannot be asked about now. @param time ms since 1970. */
export function SavedNoteWords({ time }: { time: number }) {
  const moment = formatMoment(time, useShop().locale);
  return (
    <p className={styles['note']}>
      <Icon shape={clockShape} size={16} />
      <span>
        <Trans>Price and stock as they were at {moment}</Trans>
      </span>
    </p>
  );
}
