import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSignedIn } from '#api/use-signed-in.ts';
import { logoutAtKey } from '#features/session/session-operations.ts';
import { readStored } from '#lib/stored-value.ts';
import { usePaths } from '#i18n/paths.ts';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';

const readLogoutAt = () => readStored(logoutAtKey);

/**
 * Its children for whoever is signed in; anybody else is sent to the sign-in, which brings them back here (R2.47). Who logs
 * out while the page is open, here or in another tab, has no wish to sign in: home it is. The server knows nobody and draws
 * `meanwhile`, and so does the browser until it has looked.
 */
export function RequireSignIn({ meanwhile, children }: { meanwhile: ReactNode; children: ReactNode }) {
  const isMounted = useHydrated();
  const isSignedIn = useSignedIn();
  const { pathname, search } = useLocation();
  const paths = usePaths();
  const navigate = useNavigate();
  const [logoutBefore] = useState(readLogoutAt);
  const wasSignedIn = useRef(false);
  const isGuest = isMounted && !isSignedIn;
  useEffect(() => {
    if (isSignedIn) wasSignedIn.current = true;
    if (!isGuest) return;
    if (readLogoutAt() !== logoutBefore) void navigate(paths.home(), { replace: true });
    else {
      // Ended by the shop: the sign-in says so.
      const lost = wasSignedIn.current ? { isLost: true } : {};
      void navigate(paths.auth(), { replace: true, state: { from: pathname + search, ...lost } });
    }
  }, [isGuest, isSignedIn, logoutBefore, paths, navigate, pathname, search]);
  return isMounted && isSignedIn ? children : meanwhile;
}
