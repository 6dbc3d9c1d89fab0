import { useState } from 'react';
import { brand } from '#lib/brand.ts';
import styles from './frame.module.css';

/** Whose shop it is, with the current year (R2.117). */
export function Copyright() {
  const [year] = useState(() => new Date().getFullYear());
  return (
    // The device may be in another year than the server: what is written stands, and React takes it as it is.
    <p className={styles['copyright']} suppressHydrationWarning>
      {`© ${String(year)} ${brand.name}`}
    </p>
  );
}
