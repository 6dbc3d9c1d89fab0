import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { LastWords } from '#features/site-frame/last-resort.tsx';
import { usePaths } from '#i18n/paths.ts';
import { isReachable, useConnectivity } from '#offline/connection/connectivity.ts';
import { deferred } from '#ui/hydration/deferred.tsx';
import { Link } from '#ui/link.tsx';
import { isScriptFailure } from '#lib/script-failure.ts';
import { useScreenAgain } from '#ui/use-screen-again.ts';

/**
 * Until the screen of errors has come, which in the first seconds of a first visit is not on the device either: that there is no
 * connection is no error of the shop (R0.14). With the connection the screen is asked for again.
 */
function FirstWords() {
  const { t } = useLingui();
  const paths = usePaths();
  const link = useConnectivity();
  const isAway = !isReachable(link);
  const isLost = isScriptFailure(useRouteError());
  const again = useScreenAgain();
  useEffect(() => {
    const ask = () => void again();
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [again]);
  if (!isAway && !isLost) return <LastWords />;
  return (
    <p className="width">
      {link === 'offline'
        ? t`You are offline. This page is not on this device yet. It will appear when there is a connection.`
        : t`The shop cannot be reached. This page is not on this device yet. It will appear when there is a connection.`}{' '}
      <Link to={paths.home()}>
        <Trans>To the home page</Trans>
      </Link>
    </p>
  );
}

export const ErrorScreen = deferred(async () => (await import('./error-screen-part.tsx')).ErrorScreen, {
  idle: true,
  instead: <FirstWords />,
});
