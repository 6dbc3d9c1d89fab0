import { useCallback, useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate } from 'react-router';

/**
 * Asks for the screen of this address again. By a navigation to where one is, and not by asking the loaders only: the router
 * lets go of an error with the address, while of loaders it has to be drawn that something is on its way, and an answer may be
 * quicker than that. Whoever is on the way to another page is left alone: theirs is asked for already, and to go to where they
 * were would end it. The router itself says so, since a page that is busy draws it late.
 */
export function useScreenAgain(): () => Promise<void> {
  const navigate = useNavigate();
  const router = useContext(DataRouterContext)?.router;
  const location = useLocation();
  const latest = useRef(location);
  useEffect(() => {
    latest.current = location;
  }, [location]);
  return useCallback(async () => {
    const { state, ...address } = latest.current;
    const next = router?.state.navigation.location ?? address;
    if (next.pathname !== address.pathname || next.search !== address.search) return;
    await navigate(address, { replace: true, preventScrollReset: true, state });
  }, [navigate, router]);
}
