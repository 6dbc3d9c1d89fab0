import type { ReactNode } from 'react';
import { useShop } from '#api/shop.ts';
import { formatBytes } from '#i18n/format.ts';
import styles from './device.module.css';

export interface Share {
  key: string;
  name: ReactNode;
  bytes: number;
  action?: ReactNode;
}

/** Amounts of bytes by what they are, each with a bar in its share of the largest. */
export function ShareBars({ shares }: { shares: readonly Share[] }) {
  const { locale } = useShop();
  const most = Math.max(1, ...shares.map((share) => share.bytes));
  return (
    <ul className={styles['shares']}>
      {shares.map(({ key, name, bytes, action }) => (
        <li key={key}>
          <span className={styles['name']}>{name}</span>
          <span className={styles['amount']}>{formatBytes(bytes, locale)}</span>
          <span className={styles['track']} aria-hidden="true">
            <span
              className={styles['bar']}
              style={{ width: `${String(Math.round((bytes / most) * 100))}%` }}
            />
          </span>
          {action}
        </li>
      ))}
    </ul>
  );
}
