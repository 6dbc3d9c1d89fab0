import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useShop, type Shop } from '#api/shop.ts';
import { settledPath, withoutSlash } from '#contract/settled-address.ts';
import { createRedirects, mostSteps, pathOf, spelled, withQuery } from '#domain/redirects.ts';

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
 * history keeps the addresses on the way: one that leads back to where somebody was is the page of what is not there.
 * @returns whether to show nothing yet: the shop is asked, or the way leads on
 */
export function useMovedAddress(isMissing: boolean): boolean {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  // The server has followed the rules of what it drew, which stays as it is.
  const isDrawing = useSyncExternalStore(never, no, yes);
  const [drawn] = useState(isDrawing ? pathname : null);
  const seen = [...addressesIn(state), spelled(pathname)];
  const shop = useShop();
  const settle = shop.localePath === '' ? settledPath : withoutSlash;
  const settled = settle(pathname);
  const isAsked = isMissing && seen.length <= mostSteps;
  const { data, isPending } = useQuery(
    redirectsFrom(shop, spelled(pathname), isAsked && settled === pathname),
  );
  const target =
    settled === pathname ? data && createRedirects(data.data, settle).find(pathname, true)?.target : settled;
  const next = target !== undefined && !seen.includes(spelled(pathOf(target))) ? target : undefined;
  const leadsOn = isAsked && next !== undefined;
  useEffect(() => {
    if (leadsOn) void navigate(withQuery(next, search), { replace: true, state: { redirects: seen } });
    // oxlint-disable-next-line react/exhaustive-deps -- a new list for each rendering, of the same address
  }, [leadsOn, next, search, navigate]);
  return drawn !== pathname && ((isAsked && settled === pathname && isPending) || leadsOn);
}

const never = () => () => {};
const no = () => false;
const yes = () => true;

function addressesIn(state: unknown): string[] {
  const seen = typeof state === 'object' && state !== null && 'redirects' in state ? state.redirects : [];
  return Array.isArray(seen) ? seen.filter((one): one is string => typeof one === 'string') : [];
}
