/** Reads the address of a page: what is asked, what is sent elsewhere, under which key its answer is kept. */

/** Query parameters that change what a guest page shows; all others (campaign marks) are left out. */
const meaningful = /^(?:page|query|priceFrom|priceTo|inStock|variant)$|^(?:price|filter|order)\[/;

/**
 * What of an address a page is made of. Made and kept by this alone, so that nothing that is not in the key of the cache can
 * stand in the page.
 */
export function addressOfPage(origin: string, url: URL): URL {
  const address = new URL(origin);
  address.pathname = url.pathname;
  address.search = new URLSearchParams(
    [...url.searchParams]
      .filter(([name]) => meaningful.test(name))
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  ).toString();
  return address;
}

/**
 * Key of the page cache, or null when the page may not be kept: overlong addresses are rendered anew.
 * @param address of `addressOfPage`
 */
export function cacheKey(channel: string, { origin, pathname, search }: URL): string | null {
  if (search.length > 200 || pathname.length > 300) return null;
  return `${channel} ${origin} ${pathname}${search}`;
}

/** A redirect of a page takes along what of the visitor's query the page did not see. */
export function withUnseen(location: string, asked: URL): string {
  const unseen = [...asked.searchParams].filter(([name]) => !meaningful.test(name));
  if (unseen.length === 0) return location;
  const [before = '', hash] = location.split('#');
  const [pathname = '', search = ''] = before.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of unseen) query.append(name, value);
  return `${pathname}?${query.toString()}${hash === undefined ? '' : `#${hash}`}`;
}
