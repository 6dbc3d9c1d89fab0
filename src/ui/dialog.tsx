import { useLingui } from '@lingui/react/macro';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { closeShape } from '#ui/icons/icon-shapes.ts';
import styles from './dialog.module.css';

interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  /** `sheet` slides from below on narrow screens and from the right on wide ones. */
  kind?: 'box' | 'sheet' | 'left' | 'full';
  /** Stays in view below the scrolling content. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A native modal dialog: the browser keeps focus inside, closes it on Escape and gives focus back to
 * the control that opened it. It is open for as long as it is rendered. To make the page behind it inert the browser
 * works out the styles of all of it anew, 40 to 90 ms of a slow phone: the dialog is shown first, and is modal from the
 * moment that it is on the screen. So that nothing around it can hold it in, it stands at the end of the document.
 */
export function Dialog({ title, onClose, kind = 'box', footer, children }: DialogProps) {
  const { t } = useLingui();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;
    const opener = document.activeElement;
    if (document.querySelector('dialog:modal') !== null) dialog.showModal();
    else dialog.show();
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (dialog.matches(':modal')) return;
        const focused = document.activeElement;
        // Not close(), which would give the focus back.
        dialog.removeAttribute('open');
        dialog.showModal();
        if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus();
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return createPortal(
    // The click on the scrim is a convenience; Escape and the close button do the same from the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={classNames(styles['dialog'], styles[kind])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // The browser's own Escape comes with being modal.
        if (event.key === 'Escape' && !event.currentTarget.matches(':modal')) onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div className={styles['frame']}>
        <div className={styles['head']}>
          <h2 id={titleId} className={styles['title']}>
            {title}
          </h2>
          <button type="button" className={styles['close']} onClick={onClose} aria-label={t`Close`}>
            <Icon shape={closeShape} />
          </button>
        </div>
        <div className={styles['body']}>{children}</div>
        {footer ? <div className={styles['footer']}>{footer}</div> : null}
      </div>
    </dialog>,
    document.body,
  );
}
