import { useLingui } from '@lingui/react/macro';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { closeShape, okShape, warningShape } from '#ui/icons/icon-shapes.ts';
import { currentToast, hideToast, subscribeToToasts, type Toast } from './toast-state.ts';
import styles from './toaster.module.css';

/** Time a notice stays, ms; it waits longer while pointer or focus is on it (visual-design 6). */
const stay = 6000;

function ToastBox({ toast }: { toast: Toast }) {
  const { t } = useLingui();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(hideToast, stay);
    return () => {
      clearTimeout(timer);
    };
  }, [held]);
  const hold = () => {
    setHeld(true);
  };
  const release = () => {
    setHeld(false);
  };
  return (
    <div
      className={classNames(styles['toast'], toast.kind === 'error' && styles['error'])}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon shape={toast.kind === 'error' ? warningShape : okShape} />
      <p>{toast.text}</p>
      <button type="button" className={styles['close']} onClick={hideToast} aria-label={t`Close`}>
        <Icon shape={closeShape} size={20} />
      </button>
    </div>
  );
}

/** Place of the notices; what they say is spoken by the live region. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast, () => null);
  const { t } = useLingui();
  // A landmark while there is something in it: whoever moves from one to the next finds the button that closes it.
  return (
    <div
      className={styles['place']}
      {...(toast !== null && { role: 'region', 'aria-label': t`Latest message` })}
    >
      {toast !== null && <ToastBox key={toast.id} toast={toast} />}
    </div>
  );
}
