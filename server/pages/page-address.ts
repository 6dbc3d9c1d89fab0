/** Reads the address of a page: what is asked, what is sent elsewhere, under which key its answer is kept. */
import { routeTable } from '#contract/route-table.ts';

/** Query parameters that change what a guest page shows; all others (campaign marks) are left out of the key. */
const meaningful = /^(page|sort|query|price(?:\[|From|To)|filter\[|inStock|order\[|variant)/;

/** Key of the page cache, or null when the page may not be kept: strange or overlong queries are rendered anew. */
export function cacheKey(channel: string, host: string, url: URL): string | null {
  const kept = [...url.searchParams]
    .filter(([name]) => meaningful.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const query = new URLSearchParams(kept).toString();
  if (query.length > 200 || url.pathname.length > 300) return null;
  return `${channel} ${host} ${url.pathname}?${query}`;
}

/**
 * The address of the same screen in Lithuanian, for a visitor of the default locale who came by the international one
 * (R2.01): `/cart?x=1` becomes `/krepselis?x=1`. Null when the address is right as it is.
 */
export function lithuanianAddress(url: URL): string | null {
  for (const { lt, other } of Object.values(routeTable)) {
    if (lt === other) continue;
    const from = stem(other);
    const rest =
      url.pathname === from
        ? ''
        : url.pathname.startsWith(`${from}/`)
          ? url.pathname.slice(from.length)
          : null;
    if (rest === null || (rest !== '' && stem(other) === other)) continue;
    return stem(lt) + rest + url.search;
  }
  return null;
}

const stem = (pattern: string) => pattern.replace(/\/(?:[:*]).*$/, '');
