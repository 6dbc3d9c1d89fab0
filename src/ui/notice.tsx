import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { infoShape, okShape, warehouseShape, warningShape } from '#ui/icons/icon-shapes.ts';
import styles from './notice.module.css';

export type NoticeKind = 'info' | 'ok' | 'warn' | 'danger' | 'chem';
const shapes: Record<NoticeKind, string> = {
  info: infoShape,
  ok: okShape,
  warn: warningShape,
  danger: warningShape,
  chem: warehouseShape,
};

/** A coloured panel with a sign and words; `alert` makes it spoken at once. */
export function Notice({
  kind = 'info',
  alert = false,
  children,
}: {
  kind?: NoticeKind;
  alert?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classNames(styles['notice'], styles[kind])} role={alert ? 'alert' : undefined}>
      <Icon shape={shapes[kind]} size={22} />
      <div className={styles['text']}>{children}</div>
    </div>
  );
}
