/** Paths that hold a token of an order, a cart or a letter: whoever has one opens what it names (T7). */
import { accountPages } from '#contract/account-pages.ts';
import { localeOfPath, routeTable, type RouteRow } from '#contract/route-table.ts';

const account: RouteRow = routeTable.ACCOUNT_INNER;
const spellings = ({ lt, other = lt }: { lt: string; other?: string }): string[] => [lt, other];

/** Every path of the site map and of the account in every spelling, with its `:name`. */
export const allPaths: readonly string[] = [
  ...Object.values<RouteRow>(routeTable).flatMap(spellings),
  ...spellings(account).flatMap((start) =>
    Object.values(accountPages)
      .flatMap(spellings)
      .map((rest) => start.replace('*', rest)),
  ),
];

/** What tells a token is its name in the site map. */
const isToken = (segment: string): boolean => /^:(?:\w+T|t)oken\??$/.test(segment);

/** As the router compares them: in any letters. */
const patternOf = (path: string): RegExp => {
  const segments = path.split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : segment));
  return new RegExp(`^${segments.join('/')}$`, 'i');
};
const withToken = allPaths.filter((path) => path.split('/').some(isToken)).map(patternOf);
/** `/checkout/thank-you` is not the checkout of a cart. */
const fixed = allPaths.filter((path) => !/[:*]/.test(path)).map(patternOf);

/** @param locales of the channel, whose prefixes may stand before the path */
export function pathHoldsToken(
  pathname: string,
  locales: readonly { code: string; path: string }[],
): boolean {
  const { localePath } = localeOfPath(pathname, locales);
  return isOfToken(localePath === '' ? pathname : pathname.slice(localePath.length + 1));
}

/** Whether an address that somebody is sent on to holds one, behind whatever prefix, or in its query (`orderToken`). */
export const leadsToToken = ({ pathname, searchParams }: URL): boolean =>
  isOfToken(pathname) ||
  isOfToken(pathname.replace(/^\/[^/]*/, '')) ||
  [...searchParams.keys()].some((name) => /token$/i.test(name));

function isOfToken(pathname: string): boolean {
  const path = plain(pathname);
  const isLike = (pattern: RegExp) => pattern.test(path);
  return withToken.some(isLike) && !fixed.some(isLike);
}

function plain(path: string): string {
  try {
    // A slash or backslash that came percent-encoded parts a path for the account's own router.
    return decodeURIComponent(path).replaceAll(/[/\\](?:\.?[/\\])*/g, '/');
  } catch {
    // No page has a path that does not decode.
    return path;
  }
}
