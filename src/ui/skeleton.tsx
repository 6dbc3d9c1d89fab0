import styles from './skeleton.module.css';

/** A grey box in the size of what is coming; shown by its parent after 200 ms at the earliest. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className={styles['skeleton']} style={{ width, height }} aria-hidden="true" data-waiting />;
}
