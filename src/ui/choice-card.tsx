import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import styles from './choice-card.module.css';

interface ChoiceCardProps extends Omit<ComponentProps<'input'>, 'type' | 'title'> {
  title: ReactNode;
  /** What stands at the right: a price. */
  aside?: ReactNode;
  details?: ReactNode;
  icon?: ReactNode;
}

/** One of several ways (delivery, payment, place): the whole card is the label of its radio. */
export function ChoiceCard({ title, aside, details, icon, className, ...rest }: ChoiceCardProps) {
  return (
    <label className={classNames(styles['card'], className)}>
      <input {...rest} type="radio" className={styles['radio']} />
      {icon}
      <span className={styles['text']}>
        <span className={styles['title']}>{title}</span>
        {details ? <span className={styles['details']}>{details}</span> : null}
      </span>
      {aside ? <span className={styles['aside']}>{aside}</span> : null}
    </label>
  );
}
