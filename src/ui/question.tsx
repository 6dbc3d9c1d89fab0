import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './question.module.css';

interface QuestionProps {
  title: ReactNode;
  /** The safe way back. */
  stay: ReactNode;
  /** What is asked; null = there is nothing to be done but to go back. */
  go: ReactNode;
  /** In place of `go` while it is being done. */
  busy?: string | undefined;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
}

/** Asks before something that cannot simply be taken back; the safe way has the focus. */
export function Question({ title, stay, go, busy, onClose, onConfirm, children }: QuestionProps) {
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    safe.current?.focus();
  }, []);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <div className={styles['ways']}>
          <Button ref={safe} kind="secondary" onClick={onClose}>
            {stay}
          </Button>
          {go !== null && (
            <Button busy={busy} onClick={onConfirm}>
              {go}
            </Button>
          )}
        </div>
      }
    >
      <div className={styles['body']}>{children}</div>
    </Dialog>
  );
}
