import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { usePaths } from '#i18n/paths.ts';
import { buttonClass } from '#ui/button.tsx';
import { LastResort } from './last-resort.tsx';
import styles from './error-page.module.css';

interface ErrorPageProps {
  status?: number | undefined;
  /** What the failure said of itself; shown for everything but a 404 (R8.09). */
  message?: string | undefined;
  children?: ReactNode;
}

/** Status, what happened, the way home; below it what the shop offers instead (R2.129-R2.134). */
export function ErrorPage({ status = 500, message = '', children }: ErrorPageProps) {
  const paths = usePaths();
  return (
    <LastResort>
      <div className="width">
        <div className={styles['error']}>
          <p className={styles['status']}>{status}</p>
          {status === 404 ? (
            <>
              <h1>
                <Trans id="notFound.title">This page could not be found</Trans>
              </h1>
              <p>
                <Trans>
                  It may have moved, or the address has a slip of the pen. Search above or begin at the home
                  page.
                </Trans>
              </p>
            </>
          ) : (
            <>
              <h1>
                <Trans>Internal server error</Trans>
              </h1>
              {message !== '' && <p>{message}</p>}
              <p>
                <Trans>The fault is ours, and we know of it. Please try again in a moment.</Trans>
              </p>
            </>
          )}
          <Link to={paths.home()} className={buttonClass()}>
            <Trans>Back to homepage</Trans>
          </Link>
        </div>
        {children}
      </div>
    </LastResort>
  );
}
