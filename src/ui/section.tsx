import { useId, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import styles from './section.module.css';

interface SectionProps {
  title?: string | undefined;
  /** Stands at the right of the title: a link to more. */
  more?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a page under its own heading, with the page's rhythm of space above it. */
export function Section({ title, more, className, children }: SectionProps) {
  const id = useId();
  return (
    <section
      className={classNames(styles['section'], className)}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {(title !== undefined || more !== undefined) && (
        <div className={styles['head']}>
          {title !== undefined && <h2 id={id}>{title}</h2>}
          {more}
        </div>
      )}
      {children}
    </section>
  );
}
