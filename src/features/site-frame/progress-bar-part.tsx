import { useEffect, useState } from 'react';
import styles from './progress-bar.module.css';

/** ms: a navigation that takes less shows no line (R9.30). */
export const barThrottle = 200;
/** ms in which the line fills towards its end while a navigation lasts (R9.31). */
export const barDuration = 5000;
/** ms that the full line stands after the end (R9.32). */
export const barHideDelay = 500;

/** The thin line at the very top while a screen is on its way (R9.29). */
export function ProgressBar({ isBusy }: { isBusy: boolean }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setShown(isBusy);
      },
      isBusy ? barThrottle : barHideDelay,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [isBusy]);
  if (!isShown) return null;
  return (
    <div
      className={styles['progress']}
      data-stage={isBusy ? 'filling' : 'full'}
      style={{ animationDuration: `${String(barDuration)}ms` }}
      role="progressbar"
      aria-hidden="true"
    />
  );
}
