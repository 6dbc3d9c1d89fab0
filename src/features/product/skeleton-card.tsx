import { Skeleton } from '#ui/skeleton.tsx';
import styles from './skeleton-card.module.css';

/** A grey card in the place of one that is on its way; seen only when that takes longer than 200 ms. */
export function SkeletonCard() {
  return (
    <div className={styles['card']} data-skeleton="" aria-hidden="true">
      <div className={styles['frame']}>
        <Skeleton height="100%" />
      </div>
      <div className={styles['text']}>
        <Skeleton />
        <Skeleton width="60%" />
        <Skeleton width="40%" height="1.75rem" />
        <Skeleton height="3rem" />
      </div>
    </div>
  );
}
