import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Asks for the screen of this address again. By a navigation to where one is, and not by asking the loaders only: the router
 * lets go of an error with the address, while of loaders it has to be drawn that something is on its way, and an answer may be
 * quicker than that.
 */
export function useScreenAgain(): () => Promise<void> {
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef(location);
  useEffect(() => {
    latest.current = location;
  }, [location]);
  return useCallback(async () => {
    const { state, ...address } = latest.current;
    await navigate(address, { replace: true, preventScrollReset: true, state });
  }, [navigate]);
}
