import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import styles from './badge.module.css';

export type BadgeKind = 'new' | 'sale' | 'out';

/** A short word on a picture; `style` carries colours that come with the data. */
export function Badge({
  kind,
  style,
  children,
}: {
  kind: BadgeKind;
  style?: CSSProperties | undefined;
  children: ReactNode;
}) {
  return (
    <span className={classNames(styles['badge'], styles[kind])} style={style}>
      {children}
    </span>
  );
}
