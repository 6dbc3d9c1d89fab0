import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import styles from './choice-card.module.css';

interface ChoiceCardProps extends Omit<ComponentProps<'input'>, 'type' | 'title'> {
  /** A choice of its own instead of one of several. */
  type?: 'radio' | 'checkbox';
  title: ReactNode;
  /** What stands at the right: a price. */
  aside?: ReactNode;
  details?: ReactNode;
  icon?: ReactNode;
}

/** One of several ways (delivery, payment, place): the whole card is the label of its radio. */
export function ChoiceCard({
  title,
  aside,
  details,
  icon,
  className,
  type = 'radio',
  ...rest
}: ChoiceCardProps) {
  return (
    <label className={classNames(styles['card'], className)}>
      <input {...rest} type={type} className={styles['radio']} />
      {icon}
      <span className={styles['text']}>
        <span className={styles['head']}>
          <span className={styles['title']}>{title}</span>
          {aside ? <span className={styles['aside']}>{aside}</span> : null}
        </span>
        {details ? <span className={styles['details']}>{details}</span> : null}
      </span>
    </label>
  );
}
