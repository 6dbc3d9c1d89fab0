import { brand } from '#lib/brand.ts';
import styles from './frame.module.css';

const thisYear = (): string => String(new Date().getFullYear());

/** Whose shop it is, with the current year (R2.117). */
export function Copyright() {
  return (
    // The device may be in another year than the server: what is written stands, and React takes it as it is.
    <p className={styles['copyright']} suppressHydrationWarning>
      {`© ${thisYear()} ${brand.name}`}
    </p>
  );
}
