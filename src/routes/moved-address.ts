import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useShop, type Shop } from '#api/shop.ts';
import { createRedirects, mostSteps, spelled, withQuery } from '#domain/redirects.ts';

/** Rules that speak of one address, the best first (SYS-07). */
const redirectsFrom = (shop: Shop, source: string, isWanted: boolean) =>
  queryOptions({
    queryKey: ['system', 'redirects', { ...shop.scope, source }],
    queryFn: ({ signal }) => shop.call('redirects', { query: { source }, signal }),
    enabled: isWanted,
    staleTime: 300_000,
  });

/**
 * Goes on to where a missing page has moved: in an installed shop no server sees the address first (R3.73, R7.25). The
 * history counts the steps, so that rules which change under way cannot send anybody in a circle.
 */
export function useMovedAddress(isMissing: boolean): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const steps = stepsOf(state);
  const { data } = useQuery(redirectsFrom(useShop(), spelled(pathname), isMissing && steps < mostSteps));
  const target = data && createRedirects(data.data).find(pathname, true)?.target;
  useEffect(() => {
    if (isMissing && target)
      void navigate(withQuery(target, search), { replace: true, state: { redirects: steps + 1 } });
  }, [isMissing, target, search, steps, navigate]);
}

function stepsOf(state: unknown): number {
  const steps = typeof state === 'object' && state !== null && 'redirects' in state ? state.redirects : 0;
  return typeof steps === 'number' ? steps : 0;
}
