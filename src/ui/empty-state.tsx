import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Line drawings in one colour, 96 px; each stands for one kind of "nothing here yet". */
const drawings = {
  cart: 'M10 20h12l10 46h44l10-32H28M38 82a5 5 0 1 0 0-.1M68 82a5 5 0 1 0 0-.1M44 34v-8c0-8 6-12 12-12s12 4 12 12v8M50 48h12M50 56h8',
  search:
    'M42 70a28 28 0 1 0 0-56 28 28 0 0 0 0 56zM63 63l21 21M30 50c4-12 20-12 24 0M42 50V34M42 38c-6 0-8-4-8-8 6 0 8 4 8 8zM42 34c6 0 8-4 8-8-6 0-8 4-8 8z',
  offline:
    'M8 78h80M16 78c4-14 14-14 18 0M40 78c4-14 14-14 18 0M64 78c4-14 14-14 18 0M20 38c16-16 40-16 56 0M31 49c10-9 24-9 34 0M41 59c4-4 10-4 14 0M22 16l52 52',
  heart: 'M48 80C20 60 10 46 10 32a19 19 0 0 1 38-5a19 19 0 0 1 38 5c0 14-10 28-38 48z',
  lost: 'M8 82h80M48 82V46M48 46L30 36h-16V22h16l4-3M48 30h22l10 7-10 7H48M48 46V14M22 82c2-8 8-8 10 0M66 82c2-10 10-10 12 0',
} as const;

/** A small drawing, one sentence and one way on. */
export function EmptyState({
  drawing,
  title,
  action,
  children,
}: {
  drawing: keyof typeof drawings;
  title: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles['empty']}>
      <svg viewBox="0 0 96 96" width="96" height="96" aria-hidden="true" className={styles['drawing']}>
        <path d={drawings[drawing]} />
      </svg>
      <p className={styles['title']}>{title}</p>
      {children}
      {action}
    </div>
  );
}
