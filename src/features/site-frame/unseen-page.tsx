import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { Link } from '#ui/link.tsx';
import { usePaths } from '#i18n/paths.ts';
import { isReachable, probe, useConnectivity } from '#offline/connection/connectivity.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useScreenAgain } from '#ui/use-screen-again.ts';
import styles from './error-page.module.css';

interface UnseenPageProps {
  /** Below: what this device can open. */
  children?: ReactNode;
  /** What it can show of the page all the same, in place of the words that it is not there. */
  found?: ReactNode;
  /** A press asks so for the page again; by default for what the router loads. */
  again?: () => Promise<unknown>;
}

/** Instead of a page that this device has never seen while the shop cannot be reached (R0.14, R0.43). */
export function UnseenPage({ children, found, again }: UnseenPageProps) {
  const { t } = useLingui();
  const paths = usePaths();
  const isHome = useLocation().pathname === paths.home();
  const connectivity = useConnectivity();
  const { state } = useNavigation();
  const screenAgain = useScreenAgain();
  useEffect(() => {
    if (isReachable(connectivity)) void screenAgain();
  }, [connectivity, screenAgain]);
  if (found !== undefined)
    return (
      <>
        {found}
        {children}
      </>
    );
  return (
    <>
      <div className="width">
        <h1 className="visually-hidden">
          <Trans>You are offline</Trans>
        </h1>
        <EmptyState
          drawing="offline"
          title={
            connectivity === 'offline'
              ? t`You are offline. This page is not on this device yet. It will appear when there is a connection.`
              : t`The shop cannot be reached. This page is not on this device yet. It will appear when there is a connection.`
          }
          action={
            <div className={styles['actions']}>
              <Button
                busy={state === 'loading' ? t`Trying…` : undefined}
                onClick={() => {
                  void probe().then((reached) => (reached ? (again ?? screenAgain)() : undefined));
                }}
              >
                <Trans>Try again</Trans>
              </Button>
              {!isHome && (
                <Link to={paths.home()} className={buttonClass('secondary')}>
                  <Trans>To the home page</Trans>
                </Link>
              )}
            </div>
          }
        />
      </div>
      {children}
    </>
  );
}
