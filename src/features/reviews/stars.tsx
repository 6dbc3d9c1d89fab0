import { useLingui } from '@lingui/react/macro';
import styles from './reviews.module.css';

/** A rating of 1 to 5 as signs, and as a word for who does not see them. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useLingui();
  const full = Math.round(rating);
  return (
    <span className={styles['stars']} role="img" aria-label={t`${rating} of 5`}>
      {'★'.repeat(full) + '☆'.repeat(5 - full)}
    </span>
  );
}
