import { useState } from 'react';
import { brand } from '#lib/brand.ts';
import styles from './frame.module.css';

/** Whose shop it is, with the current year (R2.117). */
export function Copyright() {
  const [year] = useState(() => new Date().getFullYear());
  return <p className={styles['copyright']}>{`© ${String(year)} ${brand.name}`}</p>;
}
