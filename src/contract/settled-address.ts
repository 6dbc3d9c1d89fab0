/**
 * One spelling of one address, for whoever sees the address first: the server, the worker of an installed shop, the page
 * that follows a link (R2.01).
 */
import { accountAddress } from './account-pages.ts';
import { routeTable, type RouteRow } from './route-table.ts';

/** Slashes at the end name the same page; more than one at the beginning would name another host. */
export const withoutSlash = (pathname: string): string => `/${pathname.replace(/^\/+|\/+$/g, '')}`;

/**
 * The path of the same screen in Lithuanian, for a visitor of the default locale who came by the international one:
 * `/cart` becomes `/krepselis`. The same path when it is right as it is.
 */
export function lithuanianPath(pathname: string): string {
  for (const { lt, other } of Object.values<RouteRow>(routeTable)) {
    if (other === undefined) continue;
    const from = stem(other);
    const rest =
      pathname === from ? '' : pathname.startsWith(`${from}/`) ? pathname.slice(from.length) : null;
    if (rest === null || (rest !== '' && from === other)) continue;
    return stem(lt) + (from === stem(routeTable.ACCOUNT_INNER.other) ? accountAddress(rest, 'lt') : rest);
  }
  return pathname;
}

/** Both rules, where no other has a say between them. */
export const settledPath = (pathname: string): string => lithuanianPath(withoutSlash(pathname));

const stem = (pattern: string) => pattern.replace(/\/(?:[:*]).*$/, '');
